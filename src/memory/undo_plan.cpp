#include "memory/undo_plan.h"

#include <algorithm>

#include "base/hash.h"
#include "memory/byte_search.h"

namespace nacre::memory {
namespace {

std::string hash(std::string_view bytes) {
  return base::hex(base::sha256(bytes));
}

BytePrint print_of(const WriteRecord& record) {
  return {.length = record.length, .rolling = record.rolling, .sha256 = record.sha256};
}

bool starts_line_end(std::string_view text) {
  return text.starts_with('\n') || text.starts_with("\r\n");
}

bool ends_a_line(std::string_view text) {
  return text.empty() || text.ends_with('\n');
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// The length of the line end that `text` ends with, if the line before it is empty: a blank
// line that could go.
std::size_t blank_line_at_end(std::string_view text) {
  const std::size_t last = text.ends_with("\r\n") ? 2 : text.ends_with('\n') ? 1 : 0;
  if (last == 0) return 0;
  const std::string_view before = text.substr(0, text.size() - last);
  return before.empty() || before.ends_with('\n') ? last : 0;
}

std::string line_at(std::string_view text, std::size_t at) {
  return std::to_string(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n') + 1);
}

Error conflict(std::string message, std::string_view hint) {
  return Error{ErrorCode::Conflict, std::move(message), std::string(hint)};
}

constexpr std::string_view kByHand =
    "nothing was changed; take it out by hand, or choose an earlier write with "
    "`nacre undo --list`";

// What became of the text of an insertion that is no longer as it was written.
Error edited(const WriteRecord& write, std::string_view present) {
  if (present.empty()) {
    return conflict("'" + write.path + "' is no longer there, or empty", kByHand);
  }
  const std::size_t at = write.id.empty() ? std::string_view::npos : present.find(write.id);
  if (at == std::string_view::npos) {
    return conflict("'" + write.path + "' no longer holds what was written", kByHand);
  }
  return conflict("'" + write.path + "', line " + line_at(present, at) +
                      ": the entry was edited after it was written",
                  kByHand);
}

Result<std::size_t> place_of(const WriteRecord& write, std::string_view present) {
  const BytePrint print = print_of(write);
  if (write.offset <= present.size() && print.length <= present.size() - write.offset &&
      hash(present.substr(write.offset, print.length)) == print.sha256) {
    return static_cast<std::size_t>(write.offset);
  }
  const std::vector<std::size_t> places = find_bytes(present, print, 2);
  if (places.empty()) return edited(write, present);
  if (places.size() > 1) {
    return conflict("'" + write.path + "' holds what was written more than once: in line " +
                        line_at(present, places[0]) + " and in line " + line_at(present, places[1]),
                    kByHand);
  }
  return places.front();
}

// A half-open range of the file.
struct Range {
  std::size_t begin = 0, end = 0;
};

// What goes with the text at `at`: what was written around it, unless that is no longer in
// one piece with it or serves what stands there now.
Range range_to_cut(const WriteRecord& write, std::string_view present, std::size_t at) {
  const Range text{at, at + write.length};
  if (at < write.before_length || text.end + write.after_length > present.size()) return text;
  Range joined{at - write.before_length, text.end + write.after_length};
  if (hash(present.substr(joined.begin, joined.end - joined.begin)) != write.joined_sha256) {
    return text;
  }
  const std::string_view before = present.substr(joined.begin, write.before_length);
  const std::string_view rest = present.substr(joined.end);
  // Another line may have come between the one that had no end, and the end it was given.
  if (!ends_a_line(present.substr(0, joined.begin)) &&
      hash(neck(present.substr(0, joined.begin))) != write.head_sha256) {
    if (starts_line_end(before)) joined.begin += before.starts_with('\r') ? 2U : 1U;
  }
  const std::string_view head = present.substr(0, joined.begin);
  const bool alone = head.empty() && rest.empty();
  if (alone || (rest.empty() && !write.whole_file)) return joined;
  const bool free = is_blank(before) && starts_line_end(rest) && ends_a_line(head);
  // With something behind it, what followed from the start follows still.
  if (!write.whole_file && (write.after_length > 0 || free)) return joined;
  // Else what came later needs it: a line end, a heading, a code block's end, the start of
  // the file. One of two blank lines can go.
  const std::size_t spare = starts_line_end(rest) ? blank_line_at_end(present.substr(0, at)) : 0;
  return {at - (spare <= before.size() ? spare : 0), text.end};
}

// Whether a file with this content holds nothing of anybody: the engine made it, and at most
// what it starts with is left.
bool holds_nothing(const UndoSource& source, std::string_view content) {
  const std::string left = shape(content);
  return std::any_of(source.records.begin(), source.records.end(), [&](const WriteRecord& other) {
    if (other.path != source.write.path || !other.whole_file) return false;
    if (other.kind == WriteKind::Cut || other.undoes != 0) return false;
    return is_blank(content) || (!other.start_shape.empty() && other.start_shape == left);
  });
}

Result<UndoPlan> plan_cut(const UndoSource& source, std::string_view present) {
  const std::size_t at = NACRE_TRY(place_of(source.write, present));
  const Range cut = range_to_cut(source.write, present, at);
  UndoPlan plan;
  plan.record.kind = WriteKind::Cut;
  std::string content(present.substr(0, cut.begin));
  plan.record.head_sha256 = hash(content);
  content += present.substr(cut.end);
  if (holds_nothing(source, content)) {
    plan.record.whole_file = true;
    plan.record.offset = 0;
    plan.kept = present;
  } else {
    plan.record.offset = cut.begin;
    plan.record.after_sha256 = hash(content);
    plan.kept = present.substr(cut.begin, cut.end - cut.begin);
    plan.content = std::move(content);
  }
  plan.record.length = plan.kept.size();
  plan.record.sha256 = hash(plan.kept);
  return plan;
}

Result<UndoPlan> plan_restore(const WriteRecord& write, std::string_view present,
                              const std::string& kept) {
  if (hash(present) != write.after_sha256) {
    const std::string what = present.empty()
                                 ? "'" + write.path + "' is no longer there, or empty"
                                 : "'" + write.path + "' was changed after it was written";
    if (write.kept_bytes == 0) return conflict(what, kByHand);
    return conflict(what, "nothing was changed; what stood there before is in .nacre/history/" +
                              std::to_string(write.sequence) + ".kept");
  }
  UndoPlan plan;
  plan.record.kind = WriteKind::Replace;
  plan.record.before_sha256 = write.after_sha256;
  plan.record.after_sha256 = hash(kept);
  plan.kept = present;
  if (write.whole_file && kept.empty()) {
    plan.record.whole_file = true;
  } else {
    plan.content = kept;
  }
  return plan;
}

// Whether `bytes`, which end a line, can stand before `rest` as they stood before other text.
bool may_precede(std::string_view rest) {
  return rest.empty() || starts_line_end(rest) || rest.starts_with("- ") || rest.starts_with('#');
}

Error place_changed(const WriteRecord& undone) {
  return conflict("'" + undone.path + "' was changed where it stood",
                  "nothing was changed; the text is in .nacre/history/" +
                      std::to_string(undone.sequence) + ".kept");
}

}  // namespace

Result<UndoPlan> plan_undo(const UndoSource& source, std::string_view present,
                           const std::string& kept) {
  UndoPlan plan =
      NACRE_TRY(source.write.kind == WriteKind::Replace ? plan_restore(source.write, present, kept)
                                                        : plan_cut(source, present));
  plan.record.undoes = source.write.sequence;
  plan.record.id = source.write.id;
  return plan;
}

Result<UndoPlan> plan_redo(const WriteRecord& write, const WriteRecord& undone,
                           std::string_view present, const std::string& kept) {
  UndoPlan plan;
  plan.record.redoes = undone.undoes;
  plan.record.id = undone.id;
  plan.record.kind = WriteKind::Replace;
  plan.record.before_sha256 = hash(present);
  if (undone.whole_file) {
    if (!present.empty()) return place_changed(undone);
    plan.content = kept;
  } else if (undone.kind == WriteKind::Replace) {
    if (hash(present) != undone.after_sha256) return place_changed(undone);
    plan.content = kept;
  } else {
    const bool untouched = hash(present) == undone.after_sha256;
    if (!untouched && (present.size() < undone.offset ||
                       hash(present.substr(0, undone.offset)) != undone.head_sha256 ||
                       !may_precede(present.substr(undone.offset)))) {
      return place_changed(undone);
    }
    // Somebody has put it back.
    const auto standing =
        untouched ? std::vector<std::size_t>() : find_bytes(present, print_of(write), 1);
    if (!standing.empty()) {
      return conflict("'" + undone.path + "', line " + line_at(present, standing.front()) +
                          ": what was written stands there already",
                      "nothing was changed");
    }
    plan.content = std::string(present.substr(0, undone.offset)) + kept;
    *plan.content += present.substr(undone.offset);
  }
  plan.record.after_sha256 = hash(*plan.content);
  return plan;
}

bool has_happened(const UndoSource& source, std::string_view present) {
  const WriteRecord& write = source.write;
  const std::uint64_t of = write.undoes != 0 ? write.undoes : write.redoes;
  const auto original = std::find_if(
      source.records.begin(), source.records.end(),
      [&](const WriteRecord& other) { return other.sequence == (of != 0 ? of : write.sequence); });
  if (original == source.records.end()) return false;
  if (original->kind == WriteKind::Insert) {
    const bool there = !find_bytes(present, print_of(*original), 1).empty();
    return write.undoes != 0 ? !there : there;
  }
  if (write.undoes != 0 && write.whole_file) return present.empty();
  return hash(present) == write.after_sha256;
}

}  // namespace nacre::memory
