#include "workspace/lines.h"

#include <algorithm>

namespace nacre::workspace {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kValuesMax = 256;

}  // namespace

std::optional<Line> LineReader::next() {
  if (at_ >= text_.size()) return std::nullopt;
  Line line{.begin = at_};
  const std::size_t stop = std::min(text_.find_first_of("\r\n", at_), text_.size());
  line.text = text_.substr(at_, stop - at_);
  at_ = stop;
  if (at_ < text_.size()) at_ += text_.substr(at_).starts_with("\r\n") ? 2U : 1U;
  line.end = at_;
  return line;
}

std::string_view trim_right(std::string_view text) {
  const std::size_t last = text.find_last_not_of(kBlanks);
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

std::string_view trim(std::string_view text) {
  text = trim_right(text);
  return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

void split_values(std::string_view text, std::string_view separators,
                  std::vector<std::string>& values) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(separators), text.size());
    std::string_view value = trim(text.substr(0, end));
    while (value.starts_with('#')) value.remove_prefix(1);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (value.empty() || values.size() >= kValuesMax) continue;
    if (std::find(values.begin(), values.end(), value) == values.end()) values.emplace_back(value);
  }
}

}  // namespace nacre::workspace
