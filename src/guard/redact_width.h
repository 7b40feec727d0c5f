#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "guard/redact.h"

namespace nacre::guard {

// Texts as the patterns read them: letters, digits and marks of full width
// (ｐａｓｓｗｏｒｄ, １１０１), every kind of blank (U+3000, U+00A0) as their ASCII
// fellows, characters without width left out. What Chinese sentences are
// punctuated with stays, unless it stands inside of a full-width word.
class FoldedText {
 public:
  // Whether there is anything to fold; almost no text has.
  static bool needed(std::string_view text);

  explicit FoldedText(std::string_view text);
  const std::string& text() const { return text_; }
  // Findings of text(), in order, as places of the text that came in.
  void restore(std::vector<Finding>& findings) const;

 private:
  // From `folded` on, up to the next one, both run in parallel.
  struct Step {
    std::size_t folded = 0, original = 0;
  };
  std::string text_;
  std::vector<Step> steps_;
};

}  // namespace nacre::guard
