#include "recall/question_type.h"

#include <algorithm>
#include <array>

namespace nacre::recall {
namespace {

constexpr std::array<std::string_view, 5> kTime = {"什么时候", "何时", "哪天", "几号", "几月"};
constexpr std::array<std::string_view, 5> kNumber = {"多少", "几个", "多大", "多久", "多长"};
constexpr std::array<std::string_view, 5> kHow = {"how many", "how much", "how long", "how often",
                                                  "how old"};

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || c == '\'';
}

// As whole words.
bool has_words(std::string_view text, std::string_view words) {
  for (std::size_t at = text.find(words); at != std::string_view::npos;
       at = text.find(words, at + 1)) {
    const std::size_t end = at + words.size();
    const bool starts = at == 0 || !is_letter(text[at - 1]);
    if (starts && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

}  // namespace

QuestionType question_type(std::string_view folded) {
  const auto contains = [&](std::string_view part) {
    return folded.find(part) != std::string_view::npos;
  };
  QuestionType type;
  type.time = has_words(folded, "when") || std::any_of(kTime.begin(), kTime.end(), contains);
  type.number = std::any_of(kHow.begin(), kHow.end(),
                            [&](std::string_view words) { return has_words(folded, words); }) ||
                std::any_of(kNumber.begin(), kNumber.end(), contains);
  return type;
}

}  // namespace nacre::recall
