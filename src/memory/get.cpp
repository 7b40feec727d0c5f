#include "memory/get.h"

#include <algorithm>
#include <charconv>

#include "text/lines.h"
#include "text/utf8.h"
#include "workspace/layout.h"
#include "workspace/visible_lines.h"

namespace nacre::memory {
namespace {

// Takes a decimal number from the end of `text`.
std::optional<std::uint32_t> take_number_back(std::string_view& text) {
  std::size_t begin = text.size();
  while (begin > 0 && text[begin - 1] >= '0' && text[begin - 1] <= '9') --begin;
  std::uint32_t number = 0;
  const char* end = text.data() + text.size();
  const auto parsed = std::from_chars(text.data() + begin, end, number);
  if (parsed.ec != std::errc() || parsed.ptr != end || number == 0) return std::nullopt;
  text.remove_suffix(text.size() - begin);
  return number;
}

bool take_back(std::string_view& text, std::string_view suffix) {
  if (!text.ends_with(suffix)) return false;
  text.remove_suffix(suffix.size());
  return true;
}

bool hidden(std::string_view path) {
  return path.starts_with('.') || path.find("/.") != path.npos;
}

bool is_memory_file(std::string_view path) {
  if (hidden(path)) return false;
  return workspace::is_note_name(path) ||
         (path.starts_with("life/") && path.ends_with("/items.json"));
}

GetAnswer answer_with(GetStatus status, std::string path, std::string reason) {
  return {.status = status, .path = std::move(path), .reason = std::move(reason)};
}

std::string outside() {
  return "outside the workspace";
}

// Why a path is no path of a workspace, from its letters alone.
std::string malformed(std::string_view path) {
  if (path.starts_with('/')) return "paths start at the workspace, without '/'";
  const std::string closed = "/" + std::string(path) + "/";
  for (const std::string_view part : {"..", "."}) {
    if (closed.find("/" + std::string(part) + "/") != closed.npos) {
      return "'" + std::string(part) + "' is not allowed in a path";
    }
  }
  if (closed.find("//") != closed.npos) return "a part of the path between two '/' is empty";
  return outside();
}

// Names the context, never the file.
std::string hidden_here(const Scope& scope) {
  if (!scope.user.empty()) return "not visible to this user in this context";
  return "not visible in a " + std::string(name(scope.context)) + " context";
}

// Entries may be narrower than their file. nullopt: it shows nothing.
std::optional<std::string> visible_part(const Scope& scope, std::string_view path,
                                        std::string bytes, const Setting& setting) {
  const workspace::PathMeaning meaning =
      workspace::classify(path, setting.notes.project_visibility);
  const guard::Attributes narrowest{.owner = meaning.owner,
                                    .visibility = Visibility::Private,
                                    .layer = meaning.layer,
                                    .explicit_private = true};
  if (guard::may_see(scope, narrowest, setting.policy)) return bytes;
  return workspace::visible_lines(path, bytes, setting.notes,
                                  {.scope = scope, .policy = setting.policy});
}

GetAnswer no_such_file(const std::string& path) {
  return answer_with(GetStatus::NotFound, path, "no such file");
}

GetAnswer not_read(const Error& error, const std::string& path) {
  switch (error.code) {
    case ErrorCode::NotFound:
      return no_such_file(path);
    case ErrorCode::PermissionDenied:
      return answer_with(GetStatus::Unreadable, path, "permission denied");
    case ErrorCode::ResourceExhausted:
      return answer_with(GetStatus::Unreadable, path, "larger than index.file_bytes_max");
    default:
      return answer_with(GetStatus::Unreadable, path, error.message);
  }
}

// A path that leaves the workspace and a folder that may not be entered come
// back with one code; only the second cannot even be looked at.
GetAnswer not_resolved(const Error& error, const std::string& path, const Setting& setting) {
  if (error.code != ErrorCode::PermissionDenied) return not_read(error, path);
  const auto stat = setting.root.files().stat(setting.root.directory() + "/" + path, true);
  const bool system = !stat.ok() && stat.error().code == ErrorCode::PermissionDenied;
  return system ? not_read(error, path) : answer_with(GetStatus::Denied, path, outside());
}

struct Lines {
  std::uint32_t first = 1;
  std::uint32_t count = 0;
};

Result<Lines> wanted_lines(const GetRequest& request, const Anchored& anchored,
                           const base::Config& config) {
  if (!anchored.first) {
    return Lines{.first = std::max(request.from, 1U),
                 .count = request.lines > 0
                              ? request.lines
                              : static_cast<std::uint32_t>(config.integer("get.lines"))};
  }
  if (request.from > 0 || request.lines > 0) {
    return Error{ErrorCode::InvalidArgument, "an anchor in the path and a first line or count"}
        .with_hint("give #L4-L9 or --from and --lines, not both");
  }
  const std::uint32_t last = anchored.last.value_or(*anchored.first);
  if (last < *anchored.first) {
    return Error{ErrorCode::InvalidArgument, "the anchor ends before it begins"};
  }
  return Lines{.first = *anchored.first, .count = last - *anchored.first + 1};
}

// What stands behind ".md#" was meant as lines, unless a note has that very name.
Status check_anchor(std::string_view path) {
  const std::size_t mark = path.rfind(".md#");
  if (mark == path.npos || path.ends_with(".md")) return Ok{};
  return Error{ErrorCode::InvalidArgument,
               "'" + std::string(path.substr(mark + 3)) + "' names no lines"}
      .with_hint("write #L4 or #L4-L9; lines count from 1");
}

// The end of the first `characters` code points of `bytes`, well formed or not.
std::size_t prefix_of(std::string_view bytes, std::size_t characters) {
  std::size_t at = 0;
  for (; characters > 0 && at < bytes.size(); --characters) {
    ++at;
    while (at < bytes.size() && (static_cast<unsigned char>(bytes[at]) & 0xC0U) == 0x80U) ++at;
  }
  return at;
}

// Fills text, from, lines and what comes next. `page.first` is a line that exists.
void take_page(std::string_view bytes, const text::LineIndex& index, Lines page,
               std::size_t characters_max, GetAnswer& answer) {
  const std::uint32_t total = index.count();
  const std::uint32_t wanted_last = page.first + std::min(page.count - 1, total - page.first);
  std::string_view taken;
  std::uint32_t last = page.first;
  std::size_t characters = 0;
  for (std::uint32_t line = page.first; line <= wanted_last; ++line) {
    const std::uint64_t begin = index.begin(line);
    const std::string_view whole = bytes.substr(begin, index.end_with_break(line) - begin);
    const std::size_t fitting = prefix_of(whole, characters_max - characters);
    if (fitting < whole.size() && line > page.first) break;
    last = line;
    taken = bytes.substr(index.begin(page.first), begin + fitting - index.begin(page.first));
    if (fitting < whole.size()) {
      answer.reason = "line " + std::to_string(line) + " is longer than get.chars_max (" +
                      std::to_string(characters_max) + " characters) and was cut";
      answer.truncated = true;
      break;
    }
    characters += static_cast<std::size_t>(std::count_if(whole.begin(), whole.end(), [](char byte) {
      return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U;
    }));
  }
  text::utf8::Repaired repaired = text::utf8::repair(taken);
  answer.text = std::move(repaired.text);
  answer.replaced = repaired.replaced > 0;
  answer.from = page.first;
  answer.lines = last - page.first + 1;
  answer.truncated = answer.truncated || last < wanted_last;
  if (last < total) answer.next_from = last + 1;
}

GetAnswer read_page(const std::string& path, std::string_view bytes, Lines page,
                    const base::Config& config) {
  const text::LineIndex index(bytes);
  GetAnswer answer{.path = path, .total_lines = index.count()};
  if (index.count() == 0 && page.first == 1) {
    answer.from = 1;
    return answer;
  }
  if (page.first > index.count()) {
    answer.status = GetStatus::NotFound;
    answer.reason = "the file has " + std::to_string(index.count()) + " lines";
    return answer;
  }
  take_page(bytes, index, page, static_cast<std::size_t>(config.integer("get.chars_max")), answer);
  return answer;
}

}  // namespace

Anchored split_anchor(std::string_view path) {
  const Anchored plain{.path = std::string(path), .first = {}, .last = {}};
  std::string_view rest = path;
  const auto last = take_number_back(rest);
  if (!last) return plain;

  std::string_view single = rest;
  if (take_back(single, "#L") || (take_back(single, ":") && single.ends_with(".md"))) {
    return {.path = std::string(single), .first = last, .last = {}};
  }
  if (!take_back(rest, "-L") && !take_back(rest, "-")) return plain;
  const auto first = take_number_back(rest);
  if (!first || !take_back(rest, "#L")) return plain;
  return {.path = std::string(rest), .first = first, .last = last};
}

guard::Decision may_get(const Scope& scope, std::string_view path, const Setting& setting) {
  if (!is_memory_file(path)) {
    return {.allowed = false, .reason = "not part of the memory: only its notes can be read"};
  }
  const workspace::PathMeaning meaning =
      workspace::classify(path, setting.notes.project_visibility);
  const guard::Attributes item{
      .owner = meaning.owner, .visibility = meaning.visibility, .layer = meaning.layer};
  // What is never indexed (DREAMS.md, lists of life/) no policy opens to others.
  const bool direct = scope.context == ContextKind::Direct;
  if ((!meaning.indexed && !direct) || !guard::may_see(scope, item, setting.policy)) {
    return {.allowed = false, .reason = hidden_here(scope)};
  }
  return {};
}

Result<GetAnswer> get(const GetRequest& request, const Setting& setting) {
  Anchored anchored = split_anchor(request.path);
  if (anchored.path.starts_with("./")) anchored.path.erase(0, 2);
  const std::string& path = anchored.path;
  if (path.empty()) return Error{ErrorCode::InvalidArgument, "the path is empty"};
  NACRE_TRY(check_anchor(path));
  const Lines page = NACRE_TRY(wanted_lines(request, anchored, setting.config));

  if (!fs::Root::check(path).ok()) return answer_with(GetStatus::Denied, path, malformed(path));
  if (auto decision = may_get(request.scope, path, setting); !decision.allowed) {
    return answer_with(GetStatus::Denied, path, std::move(decision.reason));
  }
  const auto real = setting.root.canonical(path);
  if (!real.ok()) return not_resolved(real.error(), path, setting);
  // A link may have a public name and a private target.
  if (auto decision = may_get(request.scope, real.value(), setting); !decision.allowed) {
    return answer_with(GetStatus::Denied, path, std::move(decision.reason));
  }
  auto bytes = setting.root.read(path, setting.notes.file_bytes_max);
  if (!bytes.ok()) return not_read(bytes.error(), path);
  const auto visible = visible_part(request.scope, real.value(), std::move(bytes).value(), setting);
  if (!visible) return no_such_file(path);
  // The whole file, or half a private key would be none. No line changes its number.
  const auto masked = setting.redactor.mask(*visible, guard::LineEnds::Keep);
  GetAnswer answer = read_page(path, masked ? masked->text : *visible, page, setting.config);
  const bool asked_for_all = !anchored.first && request.lines == 0;
  if (asked_for_all && answer.next_from) answer.truncated = true;
  return answer;
}

}  // namespace nacre::memory
