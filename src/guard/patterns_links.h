#pragma once

#include <cstddef>
#include <string_view>

namespace nacre::guard {

// What joins a name and its value besides a separator: `is now`, `was changed to`,
// 就是, 已经改成了, `for the cabin is`.

// Where such words start that end right before `at`; `at` when none does.
std::size_t links_begin(std::string_view text, std::size_t at);

struct LinkEnd {
  std::size_t at = 0;      // Behind the words, and the separator if there is one.
  bool separated = false;  // `is:`, 是：
};
// Past the words and the separator that may follow a verb which ends at `at`.
LinkEnd links_end(std::string_view text, std::size_t at);

// Past "for the cabin is", "of the router:" and the like, which start at `at`;
// `at` itself: nothing of the kind.
LinkEnd purpose_end(std::string_view text, std::size_t at);

}  // namespace nacre::guard
