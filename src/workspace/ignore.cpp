#include "workspace/ignore.h"

#include <algorithm>

#include "workspace/glob.h"

namespace nacre::workspace {
namespace {

constexpr std::size_t kPatternsMax = 10'000;

bool last_match_ignores(const std::vector<std::string>& patterns, std::string_view path,
                        bool directory) {
  for (auto at = patterns.rbegin(); at != patterns.rend(); ++at) {
    std::string_view pattern = *at;
    const bool again = pattern.starts_with('!');
    if (again || pattern.starts_with("\\!") || pattern.starts_with("\\#")) pattern.remove_prefix(1);
    if (pattern.ends_with('/') && !directory) continue;
    if (glob_match(pattern, path)) return !again;
  }
  return false;
}

}  // namespace

std::vector<std::string> parse_ignore_file(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string> patterns;
  while (!text.empty() && patterns.size() < kPatternsMax) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    while (!line.empty() && (line.back() == ' ' || line.back() == '\t' || line.back() == '\r')) {
      line.remove_suffix(1);
    }
    if (!line.empty() && line.front() != '#') patterns.emplace_back(line);
  }
  return patterns;
}

bool is_ignored(const std::vector<std::string>& patterns, std::string_view path, bool directory) {
  if (patterns.empty()) return false;
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    if (last_match_ignores(patterns, path.substr(0, slash), true)) return true;
  }
  return last_match_ignores(patterns, path, directory);
}

}  // namespace nacre::workspace
