#include "workspace/glob.h"

#include <cstddef>

namespace nacre::workspace {
namespace {

// Matches a whole string. Backtracks to the last `*` and the last `**` only:
// O(pattern * path), whatever the pattern.
bool match(std::string_view pattern, std::string_view text) {
  constexpr std::size_t kNone = std::string_view::npos;
  std::size_t p = 0, t = 0;
  std::size_t star_p = kNone, star_t = 0, deep_p = kNone, deep_t = 0;
  bool deep_components = false;  // `**/` skips whole components only.
  while (true) {
    if (pattern.substr(p).starts_with("**")) {
      deep_components = pattern.substr(p).starts_with("**/");
      p += deep_components ? 3U : 2U;
      deep_p = p, deep_t = t;
      star_p = kNone;
      continue;
    }
    if (p < pattern.size() && pattern[p] == '*') {
      star_p = ++p, star_t = t;
      continue;
    }
    if (p == pattern.size() && t == text.size()) return true;
    if (p < pattern.size() && t < text.size() &&
        (pattern[p] == text[t] || (pattern[p] == '?' && text[t] != '/'))) {
      ++p, ++t;
      continue;
    }
    if (star_p != kNone && star_t < text.size() && text[star_t] != '/') {
      p = star_p, t = ++star_t;
      continue;
    }
    if (deep_p != kNone && deep_t < text.size()) {
      const std::size_t slash = text.find('/', deep_t);
      if (deep_components && slash == std::string_view::npos) return false;
      deep_t = deep_components ? slash + 1 : deep_t + 1;
      p = deep_p, t = deep_t;
      star_p = kNone;
      continue;
    }
    return false;
  }
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view path) {
  if (pattern.ends_with('/')) pattern.remove_suffix(1);
  if (pattern.empty()) return false;
  const bool anywhere = pattern.find('/') == std::string_view::npos;
  if (pattern.starts_with('/')) pattern.remove_prefix(1);
  std::size_t begin = 0;
  for (std::size_t end = 0; end <= path.size(); ++end) {
    if (end < path.size() && path[end] != '/') continue;
    if (match(pattern, path.substr(anywhere ? begin : 0, end - (anywhere ? begin : 0))))
      return true;
    begin = end + 1;
  }
  return false;
}

}  // namespace nacre::workspace
