#include "recall/comparable.h"

#include "text/fold.h"

namespace nacre::recall {

std::string comparable(std::string_view text) {
  std::string folded = text::fold_text(text);
  std::size_t end = 0;
  for (const char c : folded) {
    const bool blank = c == ' ' || c == '\t' || c == '\n' || c == '\r';
    if (!blank) {
      folded[end++] = c;
    } else if (end > 0 && folded[end - 1] != ' ') {
      folded[end++] = ' ';
    }
  }
  if (end > 0 && folded[end - 1] == ' ') --end;
  folded.resize(end);
  return folded;
}

}  // namespace nacre::recall
