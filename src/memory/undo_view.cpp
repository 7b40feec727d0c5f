#include "memory/undo_view.h"

#include <algorithm>

#include "memory/byte_search.h"
#include "text/utf8.h"

namespace nacre::memory {
namespace {

// What is looked at, and what is shown of it.
constexpr std::size_t kLookedAtBytes = std::size_t{64} << 10;
constexpr std::size_t kShownCharacters = 4000;
constexpr std::size_t kSummaryCharacters = 80;

std::string cut(std::string text, std::size_t characters_max) {
  std::size_t at = 0;
  for (std::size_t count = 0; count < characters_max && at < text.size(); ++count) {
    static_cast<void>(text::utf8::next(text, at));
  }
  if (at >= text.size()) return text;
  return text.substr(0, at) + "…";
}

// Whole lines, so that no secret is cut into one that nobody knows.
std::string masked(std::string_view bytes, const guard::Redactor& redactor) {
  std::string_view looked_at = bytes.substr(0, kLookedAtBytes);
  if (looked_at.size() < bytes.size()) {
    looked_at = looked_at.substr(0, looked_at.rfind('\n') + 1);
  }
  const std::string text = text::utf8::repair(looked_at).text;
  const auto hidden = redactor.mask(text, guard::LineEnds::Keep);
  return hidden ? hidden->text : text;
}

std::string without_comments(std::string line) {
  for (std::size_t begin = line.find("<!--"); begin != std::string::npos;
       begin = line.find("<!--", begin)) {
    const std::size_t end = line.find("-->", begin);
    line.erase(begin, end == std::string::npos ? std::string::npos : end + 3 - begin);
  }
  return line;
}

// "- **Title**: text" gives "Title: text"; what is no mark stays.
std::string without_marks(std::string line) {
  const std::size_t kept = line.find_last_not_of(" \t\r");
  line.erase(kept == std::string::npos ? 0 : kept + 1);
  for (;;) {
    line.erase(0, std::min(line.find_first_not_of(" \t>"), line.size()));
    const std::size_t mark = line.find_first_not_of(line.starts_with('#') ? "#" : "-*");
    if (mark == 0 || mark == std::string::npos) break;
    if (line[mark] != ' ') break;
    line.erase(0, mark);
  }
  if (line.find_first_not_of("-*#") == std::string::npos) return {};
  const std::size_t closing = line.starts_with("**") ? line.find("**", 2) : std::string::npos;
  if (closing != std::string::npos && closing > 2) line.erase(closing, 2).erase(0, 2);
  return line;
}

// The first line that says something, without its Markdown.
std::string first_words(std::string_view text) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string line = without_marks(without_comments(std::string(text.substr(0, end))));
    if (!line.empty()) return cut(std::move(line), kSummaryCharacters);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return {};
}

std::uint32_t line_at(std::string_view text, std::size_t at) {
  return static_cast<std::uint32_t>(
      1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
}

// Where two texts differ, in whole lines.
struct Difference {
  std::size_t begin = 0;
  std::string_view left, right;
};
Difference difference(std::string_view left, std::string_view right) {
  const auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin(), right.end());
  const auto same = static_cast<std::size_t>(l - left.begin());
  const std::size_t last_break = same == 0 ? std::string_view::npos : left.rfind('\n', same - 1);
  const std::size_t begin = last_break == std::string_view::npos ? 0 : last_break + 1;
  left.remove_prefix(begin);
  right.remove_prefix(begin);
  std::size_t tail = 0, whole_lines = 0;
  const std::size_t tail_max = std::min(left.size(), right.size());
  while (tail < tail_max && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) {
    ++tail;
    // Only what starts a line on both sides is common.
    const auto starts = [&](std::string_view text) {
      return tail == text.size() || text[text.size() - 1 - tail] == '\n';
    };
    if (starts(left) && starts(right)) whole_lines = tail;
  }
  left.remove_suffix(whole_lines);
  right.remove_suffix(whole_lines);
  return {begin, left, right};
}

}  // namespace

UndoChange describe(const WriteRecord& write, const UndoPlan& plan, std::string_view present,
                    const guard::Redactor& redactor) {
  const bool comes_back = plan.record.redoes != 0;
  const std::string_view after =
      plan.content ? std::string_view(*plan.content) : std::string_view();
  UndoChange change{.path = write.path};
  if (!plan.content) change.action = UndoAction::Remove;
  if (comes_back && present.empty()) change.action = UndoAction::Make;

  const Difference differs = difference(present, after);
  std::string_view with = comes_back ? after : present;
  std::string_view said = differs.left.find_first_not_of(" \r\n") != std::string_view::npos
                              ? differs.left
                              : differs.right;
  std::size_t at = differs.begin;
  if (write.kind == WriteKind::Insert) {
    const auto places = find_bytes(
        with, {.length = write.length, .rolling = write.rolling, .sha256 = write.sha256}, 1);
    if (!places.empty()) {
      at = places.front();
      said = with.substr(at, write.length);
    }
  }
  change.line = line_at(at <= with.size() ? with : present, at);
  change.summary = first_words(masked(said, redactor));
  change.removed = cut(masked(differs.left, redactor), kShownCharacters);
  change.added = cut(masked(differs.right, redactor), kShownCharacters);
  return change;
}

}  // namespace nacre::memory
