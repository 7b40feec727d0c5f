#include "text/words.h"

#include <unicode/brkiter.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <limits>
#include <set>

#include "text/fold.h"
#include "text/unicode_tables.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

// A longer entry of a dictionary is a sentence, not a word.
constexpr std::size_t kWordBytesMax = 96;

using Range = std::pair<std::uint32_t, std::uint32_t>;

bool is_word_character(char32_t c) {
  const CharClass value = char_class(c);
  return value != CharClass::Separator && value != CharClass::Pictograph;
}

std::set<std::string, std::less<>> read_dictionary(std::string_view text) {
  std::set<std::string, std::less<>> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    line = line.substr(0, line.find('#'));
    const std::size_t first = std::min(line.find_first_not_of(" \t\r\xEF\xBB\xBF"), line.size());
    line.remove_prefix(first);
    std::string word = fold_text(line.substr(0, line.find_first_of(" \t\r")));
    if (!word.empty() && word.size() <= kWordBytesMax) words.insert(std::move(word));
  }
  return words;
}

}  // namespace

struct WordSplitter::Impl {
  std::set<std::string, std::less<>> words;
  std::size_t longest = 0;
  std::unique_ptr<icu::BreakIterator> breaks;  // Null until used, and where ICU has no data.

  // The longest word of the dictionary at `at`, or 0. Inside a spaced script a word
  // begins and ends where letters do.
  std::size_t match(std::string_view text, std::size_t at) const {
    std::size_t length = std::min(longest, text.size() - at);
    for (; length > 0; --length) {
      if (utf8::floor_boundary(text, at + length) != at + length) continue;
      const std::string_view candidate = text.substr(at, length);
      if (words.contains(candidate) && stands_alone(text, at, at + length)) return length;
    }
    return 0;
  }

  static bool spaced_at(std::string_view text, std::size_t at) {
    const CharClass value = char_class(utf8::next(text, at));
    return value == CharClass::Letter || value == CharClass::Digit;
  }

  static bool stands_alone(std::string_view text, std::size_t begin, std::size_t end) {
    const bool joined_front = begin > 0 && spaced_at(text, begin) &&
                              spaced_at(text, utf8::floor_boundary(text, begin - 1));
    const bool joined_back = end < text.size() && spaced_at(text, end) &&
                             spaced_at(text, utf8::floor_boundary(text, end - 1));
    return !joined_front && !joined_back;
  }

  // ICU's words in [begin, end) of `text`.
  void split_by_icu(std::string_view text, std::size_t begin, std::size_t end,
                    std::vector<Range>& out) {
    if (begin == end || !open()) return;
    const std::string_view part = text.substr(begin, end - begin);
    icu::UnicodeString units;
    std::vector<std::uint32_t> offsets;  // Of each UTF-16 unit in `text`.
    for (std::size_t at = 0; at < part.size();) {
      const auto offset = static_cast<std::uint32_t>(begin + at);
      const auto c = static_cast<UChar32>(utf8::next(part, at));
      units.append(c);
      offsets.insert(offsets.end(), U16_LENGTH(c), offset);
    }
    offsets.push_back(static_cast<std::uint32_t>(end));
    breaks->setText(units);
    std::int32_t from = breaks->first();
    for (std::int32_t to = breaks->next(); to != icu::BreakIterator::DONE; to = breaks->next()) {
      const auto c = static_cast<char32_t>(units.char32At(from));
      if (is_word_character(c)) {
        out.emplace_back(offsets[static_cast<std::size_t>(from)],
                         offsets[static_cast<std::size_t>(to)]);
      }
      from = to;
    }
  }

  bool open() {
    if (breaks) return true;
    UErrorCode status = U_ZERO_ERROR;
    breaks.reset(icu::BreakIterator::createWordInstance(icu::Locale("zh"), status));
    if (U_FAILURE(status)) breaks.reset();
    return breaks != nullptr;
  }
};

WordSplitter::WordSplitter(std::string_view dictionary) : impl_(std::make_unique<Impl>()) {
  impl_->words = read_dictionary(dictionary);
  for (const std::string& word : impl_->words) {
    impl_->longest = std::max(impl_->longest, word.size());
  }
}

WordSplitter::~WordSplitter() = default;
WordSplitter::WordSplitter(WordSplitter&&) noexcept = default;
WordSplitter& WordSplitter::operator=(WordSplitter&&) noexcept = default;

std::vector<std::pair<std::uint32_t, std::uint32_t>> WordSplitter::split(std::string_view folded) {
  std::vector<Range> out;
  std::size_t rest = 0;  // What no word of the dictionary has taken starts here.
  for (std::size_t at = 0; at < folded.size();) {
    const std::size_t length = impl_->match(folded, at);
    if (length == 0) {
      utf8::next(folded, at);
      continue;
    }
    impl_->split_by_icu(folded, rest, at, out);
    out.emplace_back(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(at + length));
    at += length;
    rest = at;
  }
  impl_->split_by_icu(folded, rest, folded.size(), out);
  return out;
}

}  // namespace nacre::text
