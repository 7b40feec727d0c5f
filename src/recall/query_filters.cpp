#include "recall/query_filters.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/config.h"
#include "text/date_phrase.h"
#include "text/fold.h"

namespace nacre::recall {
namespace {

constexpr std::array<std::string_view, 12> kKeys = {
    "layer", "project", "date",   "after", "before", "path",
    "tag",   "link",    "entity", "file",  "as_of",  "session",
};

constexpr std::array<std::string_view, kLayerCount> kLayerNames = {
    "working",      "long_term", "profile", "facts",        "project",
    "conversation", "daily",     "archive", "instructions",
};

Error bad_date(std::string_view key, std::string_view value) {
  return Error{ErrorCode::InvalidArgument,
               std::string(key) + ": '" + std::string(value) + "' is no date"}
      .with_hint("write a day 2026-03-01, a month 2026-03, a range A..B, or a phrase as last week");
}

DayRange narrower(const DayRange& a, const DayRange& b) {
  DayRange both = a;
  if (b.first && (!both.first || *both.first < *b.first)) both.first = b.first;
  if (b.last && (!both.last || *b.last < *both.last)) both.last = b.last;
  return both;
}

Status add_layer(std::string_view value, ParsedQuery& query) {
  const std::optional<Layer> layer = parse_layer(value);
  if (!layer) {
    Error error{ErrorCode::InvalidArgument, "layer: '" + std::string(value) + "' is no layer"};
    const std::string near = base::nearest(value, kLayerNames);
    std::string hint = near.empty() ? "" : "did you mean " + near + "?; ";
    hint += "the layers are ";
    for (const std::string_view known : kLayerNames) {
      if (known != kLayerNames.front()) hint += ", ";
      hint += known;
    }
    return std::move(error).with_hint(hint);
  }
  query.filters.layers.push_back(*layer);
  return Ok{};
}

Status add_days(std::string_view key, std::string_view value, CivilDay today, ParsedQuery& query) {
  const std::optional<DayRange> range = text::parse_date_filter(value, today);
  if (!range) return bad_date(key, value);
  DayRange days = *range;
  if (key == "after") {
    if (!days.first) return bad_date(key, value);
    days.last.reset();
  } else if (key == "before") {
    if (!days.first) return bad_date(key, value);
    days = {.first = std::nullopt, .last = CivilDay{days.first->days - 1}};
  }
  query.filters.days = narrower(query.filters.days, days);
  query.rewriting.date = query.filters.days;
  query.rewriting.date_filters = true;
  return Ok{};
}

Status add_as_of(std::string_view value, CivilDay today, ParsedQuery& query) {
  const std::optional<DayRange> range = text::parse_date_filter(value, today);
  if (!range || !range->last) return bad_date("as_of", value);
  query.filters.as_of = range->last;
  return Ok{};
}

// "[[Kestrel Shop]]", "pages/Kestrel Shop.md" and "Kestrel Shop" are one page.
std::string link_target(std::string_view folded) {
  if (folded.starts_with("[[") && folded.ends_with("]]")) {
    folded = folded.substr(2, folded.size() - 4);
  }
  if (folded.ends_with(".md")) folded.remove_suffix(3);
  return std::string(folded);
}

bool glob_matches(std::string_view pattern, std::string_view text) {
  // One remembered star of each kind is enough: a later star makes an earlier
  // one's other choices needless, except that ** may cross what * may not.
  std::size_t p = 0, t = 0;
  std::size_t star = std::string_view::npos, star_text = 0;
  std::size_t deep = std::string_view::npos, deep_text = 0;
  while (t < text.size()) {
    if (pattern.substr(p, 2) == "**") {
      deep = p, deep_text = t, star = std::string_view::npos;
      p += 2;
      if (p < pattern.size() && pattern[p] == '/') ++p;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++, star_text = t;
    } else if (p < pattern.size() &&
               (pattern[p] == text[t] || (pattern[p] == '?' && text[t] != '/'))) {
      ++p, ++t;
    } else if (star != std::string_view::npos && text[star_text] != '/') {
      p = star + 1, t = ++star_text;
    } else if (deep != std::string_view::npos) {
      star = std::string_view::npos;
      p = deep + 2, t = ++deep_text;
      if (p < pattern.size() && pattern[p] == '/' && t > 0 && text[t - 1] == '/') ++p;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

bool is_filter_key(std::string_view key) {
  return std::find(kKeys.begin(), kKeys.end(), key) != kKeys.end();
}

Status add_filter(std::string_view key, std::string_view value, CivilDay today,
                  ParsedQuery& query) {
  Filters& filters = query.filters;
  const std::string folded = text::fold_text(value);
  if (key == "layer") {
    NACRE_TRY(add_layer(value, query));
  } else if (key == "date" || key == "after" || key == "before") {
    NACRE_TRY(add_days(key, value, today, query));
  } else if (key == "as_of") {
    NACRE_TRY(add_as_of(value, today, query));
  } else if (key == "project") {
    filters.projects.push_back(folded);
  } else if (key == "path" || key == "file") {
    filters.paths.push_back(folded);
  } else if (key == "tag") {
    filters.tags.push_back(folded.starts_with('#') ? folded.substr(1) : folded);
  } else if (key == "link") {
    filters.links.push_back(link_target(folded));
  } else if (key == "entity") {
    filters.entities.push_back(folded);
  } else {
    filters.sessions.push_back(folded);
  }
  query.rewriting.filters.push_back(std::string(key) + ":" + std::string(value));
  return Ok{};
}

Status add_request_filters(const RecallRequest& request, CivilDay today, ParsedQuery& query) {
  for (const Layer layer : request.layers)
    NACRE_TRY(add_filter("layer", name(layer), today, query));
  const std::array<std::pair<std::string_view, std::string_view>, 6> fields = {{
      {"project", request.project},
      {"date", request.date},
      {"after", request.after},
      {"before", request.before},
      {"path", request.path},
      {"as_of", request.as_of},
  }};
  for (const auto& [key, value] : fields) {
    if (!value.empty()) NACRE_TRY(add_filter(key, value, today, query));
  }
  query.filters.history = request.history;
  return Ok{};
}

bool any_filter(const Filters& filters) {
  return !filters.layers.empty() || !filters.projects.empty() || !filters.tags.empty() ||
         !filters.links.empty() || !filters.entities.empty() || !filters.sessions.empty() ||
         !filters.paths.empty() || !filters.days.open();
}

bool path_matches(std::string_view pattern, std::string_view path) {
  const bool glob = pattern.find_first_of("*?") != std::string_view::npos;
  const std::string_view file = path.substr(path.rfind('/') + 1);
  const bool bare = pattern.find('/') == std::string_view::npos;
  if (glob) return glob_matches(pattern, path) || (bare && glob_matches(pattern, file));
  return path.starts_with(pattern) || (bare && file.starts_with(pattern));
}

}  // namespace nacre::recall
