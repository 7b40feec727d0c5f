#pragma once

#include <string>
#include <string_view>

namespace nacre::embed {

class WordSink {
 public:
  virtual ~WordSink() = default;
  // Valid during the call only.
  virtual void word(std::string_view word) = 0;  // Letters and digits of a spaced script.
  virtual void run(std::string_view run) = 0;    // Han and Kana between anything else.
};

// Cuts `folded` (text/fold.h) into what static tables know, in order. Words are unstemmed and
// identifiers come in parts, since word vectors are of plain words. Apostrophes as in
// text/tokenizer.h: kai's -> kai, o'neill -> oneill. Other unspaced scripts are passed over: there
// is no table for them.
//
// Not thread-safe; keeps a buffer.
class WordScanner {
 public:
  void scan(std::string_view folded, WordSink& sink);

 private:
  std::string joined_;
};

}  // namespace nacre::embed
