#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace nacre::text {

// Words of a Han, Kana or Thai run, used on queries only: they say which
// bigrams of the question are words and which merely cross a word boundary, so
// that the index holds no dictionary and a changed dictionary needs no rebuild.
// User dictionary first (longest match), then ICU's word breaks.
//
// Not thread-safe: one per thread. ICU's dictionary opens on first use.
class WordSplitter {
 public:
  // `dictionary`: one word a line, '#' starts a comment, anything after a tab
  // or space is ignored. Words are folded.
  explicit WordSplitter(std::string_view dictionary = {});
  ~WordSplitter();
  WordSplitter(WordSplitter&&) noexcept;
  WordSplitter& operator=(WordSplitter&&) noexcept;

  // Byte ranges of words in `folded` (the output of fold_text); punctuation and
  // spaces are in no range.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> split(std::string_view folded);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

// Function words and question frames that do not count in a query, English and
// Chinese: "the", "what", "did", 的, 是什么, 多少, ... `folded` is one folded word.
bool is_stop_word(std::string_view folded);

}  // namespace nacre::text
