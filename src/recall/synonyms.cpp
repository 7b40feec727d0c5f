#include "recall/synonyms.h"

#include <algorithm>
#include <utility>

#include "text/fold.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kLinesMax = 10'000;
constexpr std::size_t kAlternativesMax = 8;

std::string_view trim(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

// Folding also turns the full-width comma into the plain one.
std::vector<std::string> words_of(std::string_view folded) {
  std::vector<std::string> words;
  while (!folded.empty()) {
    const std::size_t comma = std::min(folded.find(','), folded.size());
    const std::string_view word = trim(folded.substr(0, comma));
    if (!word.empty()) words.emplace_back(word);
    folded.remove_prefix(std::min(comma + 1, folded.size()));
  }
  return words;
}

}  // namespace

Synonyms::Synonyms(std::string_view file) {
  for (std::size_t lines = 0; !file.empty() && lines < kLinesMax; ++lines) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    std::string_view line = file.substr(0, end);
    file.remove_prefix(std::min(end + 1, file.size()));
    add_line(line.substr(0, line.find('#')));
  }
}

void Synonyms::add_line(std::string_view line) {
  const std::string folded = text::fold_text(line);
  const std::string_view view = folded;
  const std::size_t arrow = view.find("=>");
  if (arrow != std::string_view::npos) {
    const std::vector<std::string> to = words_of(view.substr(arrow + 2));
    for (const std::string& from : words_of(view.substr(0, arrow))) add(from, to);
    return;
  }
  const std::vector<std::string> group = words_of(view);
  for (const std::string& word : group) add(word, group);
}

void Synonyms::add(const std::string& from, const std::vector<std::string>& to) {
  if (to.empty()) return;
  std::vector<std::string>& known = map_[from];
  for (const std::string& word : to) {
    if (known.size() >= kAlternativesMax) return;
    if (word != from && std::find(known.begin(), known.end(), word) == known.end()) {
      known.push_back(word);
    }
  }
  if (known.empty()) map_.erase(from);
}

const std::vector<std::string>* Synonyms::of(std::string_view folded) const {
  const auto found = map_.find(folded);
  return found == map_.end() ? nullptr : &found->second;
}

}  // namespace nacre::recall
