#include "index/unit_signals.h"

#include <map>

#include "text/utf8.h"

namespace nacre::index {
namespace {

constexpr std::size_t kTurnsMin = 4;
constexpr std::size_t kNamesMin = 2;
constexpr double kNamedShareMin = 0.6;
constexpr std::size_t kNameBytesMax = 120;  // 40 characters of Han.

bool is_question_mark(char32_t c) {
  return c == U'?' || c == U'？';
}

bool ends_sentence(char32_t c) {
  return is_question_mark(c) || c == U'!' || c == U'.' || c == U'\n' || c == U'。' || c == U'！';
}

// The name before the first colon of a turn; empty: there is none. List marks
// stand before it in Markdown.
std::string_view speaker(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t-*+>");
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin);
  std::size_t at = 0;
  while (at < text.size() && at <= kNameBytesMax) {
    const std::size_t before = at;
    const char32_t c = text::utf8::next(text, at);
    if (c == U'\n') return {};
    const bool ascii_colon = c == U':' && at < text.size() && (text[at] == ' ' || text[at] == '\n');
    if (ascii_colon || c == U'：') return text.substr(0, before);
  }
  return {};
}

}  // namespace

std::uint8_t question_share(std::string_view text) {
  std::size_t asked = 0, sentence = 0, at = 0;
  while (at < text.size()) {
    const char32_t c = text::utf8::next(text, at);
    if (!ends_sentence(c)) continue;
    // "v2.2.0" and "e.g. this" are no ends; only a blank or the end after '.' is.
    if (c == U'.' && at < text.size() && text[at] != ' ' && text[at] != '\n') continue;
    if (is_question_mark(c)) asked += at - sentence;
    sentence = at;
  }
  if (text.empty()) return 0;
  return static_cast<std::uint8_t>(asked * 255 / text.size());
}

bool is_chat(const std::vector<text::Unit>& units) {
  std::map<std::string_view, std::size_t> names;
  std::size_t turns = 0;
  for (const text::Unit& unit : units) {
    if (unit.kind == text::UnitKind::Title) continue;
    ++turns;
    const std::string_view name = speaker(unit.text);
    if (!name.empty()) ++names[name];
  }
  std::size_t repeated = 0, named = 0;
  for (const auto& [name, count] : names) {
    if (count < 2) continue;
    ++repeated;
    named += count;
  }
  return turns >= kTurnsMin && repeated >= kNamesMin &&
         static_cast<double>(named) >= kNamedShareMin * static_cast<double>(turns);
}

std::string heading_text(const text::Unit& unit) {
  std::string text = unit.heading;
  for (const auto* words : {&unit.triggers, &unit.tags}) {
    for (const std::string& word : *words) {
      text += '\n';
      text += word;
    }
  }
  return text;
}

}  // namespace nacre::index
