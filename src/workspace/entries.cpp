#include "workspace/entries.h"

#include <algorithm>
#include <functional>

#include "base/hash.h"
#include "text/lines.h"
#include "text/utf8.h"
#include "workspace/entry_text.h"
#include "workspace/lines.h"
#include "workspace/placement.h"

namespace nacre::workspace {
namespace {

constexpr std::size_t kNameBytesMax = 100;
constexpr std::size_t kTriggersMax = 32;
// A text this short needs no heading of its own in a daily note: it is one.
constexpr std::size_t kShortTextBytes = 120;

Error bad(std::string message, std::string_view hint = {}) {
  return Error{ErrorCode::InvalidArgument, std::move(message), std::string(hint)};
}

// A name that becomes a directory: of a project or a user.
Status check_name(std::string_view name, std::string_view what) {
  const bool control = std::any_of(name.begin(), name.end(), [](char byte) {
    return static_cast<unsigned char>(byte) < 0x20 || byte == 0x7F;
  });
  if (name.empty() || name.size() > kNameBytesMax || name.front() == '.' || control ||
      name.find_first_of("/\\") != std::string_view::npos || !text::utf8::is_valid(name) ||
      trim(name) != name) {
    return bad("'" + std::string(name) + "' cannot be the name of a " +
                   (what == "user" ? "user" : "project"),
               "use letters, digits, - and _; at most 100 bytes");
  }
  return Ok{};
}

std::string two_digits(int number) {
  return std::string(number < 10 ? "0" : "") + std::to_string(number);
}

std::uint32_t line_after(const std::string& before) {
  const std::uint32_t lines = text::LineIndex(before).count();
  return before.empty() || !ends_line(before) || before == kByteOrderMark ? std::max(lines, 1U)
                                                                          : lines + 1;
}

std::string format_range(const DayRange& range) {
  return (range.first ? base::format_day(*range.first) : "") + ".." +
         (range.last ? base::format_day(*range.last) : "");
}

AnnotationList annotations_of(const RememberRequest& request, const std::string& triggers,
                              const std::string& valid) {
  AnnotationList list;
  if (request.importance) list.emplace_back("importance", std::to_string(*request.importance));
  if (!triggers.empty()) list.emplace_back("trigger", triggers);
  if (request.visibility) list.emplace_back("visibility", name(*request.visibility));
  if (!valid.empty()) list.emplace_back("valid", valid);
  return list;
}

Result<AnnotationList> checked_annotations(const RememberRequest& request) {
  if (request.importance && (*request.importance < 1 || *request.importance > 10)) {
    return bad("importance " + std::to_string(*request.importance) + ": it goes from 1 to 10");
  }
  std::string valid;
  if (!request.valid.empty()) valid = format_range(NACRE_TRY(parse_validity(request.valid)));
  if (request.triggers.size() > kTriggersMax) return bad("more than 32 triggers");
  std::string triggers;
  for (const std::string& trigger : request.triggers) {
    const std::string word = NACRE_TRY(checked_line(trigger, "trigger"));
    if (word.empty()) continue;
    if (word.find("--") != std::string::npos || word.find_first_of(",<>") != std::string::npos) {
      return bad("trigger '" + word + "': it may not contain a comma, < > or --");
    }
    triggers += (triggers.empty() ? "" : ", ") + word;
  }
  return annotations_of(request, triggers, valid);
}

// One entry on its way into one file.
struct Job {
  std::string path;
  Rendered entry;
  std::string start;  // What a missing or empty file starts with.
  std::function<std::optional<Present>(std::string_view)> find;
  std::function<Insertion(std::string_view)> place;
};

// The piece that puts the entry into the file; nullopt when it is there already. Fills
// `written`.
std::optional<EntryPiece> piece_of(const Job& job, std::string_view present, Written& written) {
  written = Written{.path = job.path};
  if (const std::optional<Present> found = job.find(present)) {
    written.already_present = true;
    written.line = line_after(std::string(present.substr(0, found->begin)));
    written.id = found->id;
    written.content_hash =
        base::hex(base::sha256(present.substr(found->begin, found->end - found->begin)));
    return std::nullopt;
  }
  // A new file's start is part of the first piece that goes into it.
  const bool fresh = present.empty();
  const std::string_view content = fresh ? std::string_view(job.start) : present;
  const std::string_view line_end = line_end_of(content);
  const std::string text = with_line_ends(job.entry.text(), line_end);
  const Insertion insertion = job.place(content);
  const std::string head = std::string(content.substr(0, insertion.at)) + insertion.before;
  written.line = line_after(head);
  written.id = job.entry.annotations.front().second;
  written.content_hash = base::hex(base::sha256(text));
  return EntryPiece{
      .at = fresh ? 0 : insertion.at,
      .before = fresh ? head : insertion.before,
      .text = text + std::string(line_end),
      .after = insertion.after + (fresh ? job.start.substr(insertion.at) : std::string()),
      .id = written.id};
}

Result<Written> write(const EntrySink& sink, const Job& job) {
  Written written;
  const PlaceEntry place = [&](std::string_view present) -> Result<std::optional<EntryPiece>> {
    return piece_of(job, present, written);
  };
  NACRE_TRY(sink.put(job.path, place));
  return written;
}

struct Moment {
  CivilDay day;
  std::string clock;    // "09:30"
  std::string instant;  // RFC 3339 with the user's offset.
};

Moment now(const base::Clock& clock) {
  const UnixMillis at = clock.now();
  const base::LocalTime local = clock.local(at);
  return Moment{base::to_day(local.date), two_digits(local.hour) + ":" + two_digits(local.minute),
                base::format_instant(at, local.utc_offset_seconds)};
}

Result<Written> write_log(const EntrySink& sink, const Moment& moment, const LogRequest& request,
                          AnnotationList annotations) {
  const std::string title = NACRE_TRY(checked_line(request.title, "title"));
  const std::string body = NACRE_TRY(checked_text(request.body, "body", kEntryBytesMax));
  if (title.empty() && body.empty()) return bad("there is nothing to log");
  Job job{.path = NACRE_TRY(entry_path("daily", request.scope.user, moment.day))};
  const std::string id = base::entry_id(job.path, title + "\n" + body, moment.instant);
  annotations.insert(annotations.begin(), {{"id", id}, {"at", moment.instant}});
  job.entry = render_log(moment.clock, title, body, std::move(annotations));
  job.start = "# " + base::format_day(moment.day) + "\n";
  job.find = [&](std::string_view file) { return find_log(file, job.entry); };
  job.place = [](std::string_view file) { return at_end(file, false); };
  return write(sink, job);
}

}  // namespace

Result<std::string> entry_path(std::string_view to, std::string_view user, CivilDay today) {
  std::string prefix;
  if (!user.empty()) {
    NACRE_TRY(check_name(user, "user"));
    prefix = "users/" + std::string(user) + "/";
  }
  if (to == "long") return prefix + "MEMORY.md";
  if (to == "user") return prefix + "USER.md";
  if (to == "daily") return prefix + "memory/" + base::format_day(today) + ".md";
  if (to.starts_with("project:")) {
    // Projects belong to the agent, whoever works on them.
    NACRE_TRY(check_name(to.substr(8), "project"));
    return "projects/" + std::string(to.substr(8)) + "/memory.md";
  }
  return bad("unknown target '" + std::string(to) + "'",
             "targets are long, user, daily and project:NAME");
}

Result<Written> EntryWriter::remember(const RememberRequest& request) const {
  const Moment moment = now(*clock_);
  const std::string text = NACRE_TRY(checked_text(request.text, "text", kEntryBytesMax));
  if (text.empty()) return bad("there is nothing to remember: the text is empty");
  const std::string title = NACRE_TRY(checked_line(request.title, "title"));
  const std::string category = NACRE_TRY(checked_line(request.category, "category"));
  AnnotationList annotations = NACRE_TRY(checked_annotations(request));

  if (request.to == "daily") {
    const bool is_title =
        title.empty() && text.size() <= kShortTextBytes && text.find('\n') == std::string::npos;
    return write_log(sink(), moment,
                     {.title = is_title ? text : title,
                      .body = is_title ? std::string() : text,
                      .scope = request.scope},
                     std::move(annotations));
  }
  Job job{.path = NACRE_TRY(entry_path(request.to, request.scope.user, moment.day))};
  annotations.emplace(annotations.begin(), "id",
                      base::entry_id(job.path, title + "\n" + text, moment.instant));
  job.entry = render_item(title, text, std::move(annotations));
  job.start = file_template(job.path, language_);
  job.find = [&](std::string_view file) { return find_item(file, job.entry); };
  job.place = [&](std::string_view file) {
    return category.empty() ? in_notes(file) : in_section(file, escaped(category));
  };
  return write(sink(), job);
}

Result<Written> EntryWriter::log(const LogRequest& request) const {
  if (trim(request.title).empty()) return bad("a log entry needs a title");
  return write_log(sink(), now(*clock_), request, {});
}

Result<DayRange> parse_validity(std::string_view text) {
  const std::string_view range = trim(text);
  const std::size_t dots = range.find("..");
  const Error error = bad("'" + std::string(range) + "' is no range of days",
                          "write FROM..TO, FROM.. or ..TO with days as 2026-03-01");
  if (dots == std::string_view::npos) return error;
  DayRange result;
  for (const bool first : {true, false}) {
    const std::string_view part = trim(first ? range.substr(0, dots) : range.substr(dots + 2));
    if (part.empty()) continue;
    const std::optional<CivilDay> day = base::parse_day(part);
    if (!day) return error;
    (first ? result.first : result.last) = day;
  }
  if (result.open() || (result.first && result.last && *result.last < *result.first)) return error;
  return result;
}

}  // namespace nacre::workspace
