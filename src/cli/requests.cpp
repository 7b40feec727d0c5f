#include "cli/requests.h"

#include <limits>

#include "base/config.h"
#include "cli/output.h"
#include "memory/pending.h"

namespace nacre::cli {
namespace {

// Far above what an entry may hold; the writer names its own bound.
constexpr std::size_t kInputBytesMax = std::size_t{1} << 20;
constexpr std::uint32_t kLineMax = std::numeric_limits<std::uint32_t>::max();

struct Given {
  std::string text;
  bool waited = false;  // It is a text out of .nacre/pending.
};
Result<Given> text_or_input(std::string text) {
  if (text != "-") return Given{.text = std::move(text)};
  text = NACRE_TRY(read_standard_input(kInputBytesMax));
  while (text.ends_with('\n') || text.ends_with('\r')) text.pop_back();
  const std::string_view below = memory::without_command(text);
  return Given{.text = std::string(below), .waited = below.size() < text.size()};
}

Result<std::vector<Layer>> layers_of(const Arguments& arguments) {
  std::vector<Layer> layers;
  for (const std::string& word : arguments.list("--layer")) {
    const auto layer = parse_layer(word);
    if (layer) {
      layers.push_back(*layer);
      continue;
    }
    std::vector<std::string_view> names;
    std::string all;
    for (int i = 0; i < kLayerCount; ++i) {
      names.push_back(name(static_cast<Layer>(i)));
      all += (all.empty() ? "" : ", ") + std::string(names.back());
    }
    const std::string near = base::nearest(word, names);
    return Error{ErrorCode::InvalidArgument, "--layer: unknown layer '" + word + "'",
                 near.empty() ? "one of " + all : "did you mean " + near + "?"};
  }
  return layers;
}

Result<std::optional<Visibility>> visibility_of(const Arguments& arguments) {
  if (!arguments.has("--visibility")) return std::optional<Visibility>();
  const std::string word = arguments.text("--visibility");
  const auto visibility = parse_visibility(word);
  if (visibility) return visibility;
  return Error{ErrorCode::InvalidArgument, "--visibility: '" + word + "'",
               "private, shared or public"};
}

}  // namespace

Scope scope_of(const Arguments& arguments) {
  Scope scope;
  if (arguments.has("--agent")) scope.agent = arguments.text("--agent");
  scope.user = arguments.text("--user");
  if (arguments.has("--context")) {
    scope.context = parse_context_kind(arguments.text("--context")).value_or(ContextKind::Shared);
  }
  return scope;
}

Result<RecallRequest> recall_request(const Arguments& arguments) {
  RecallRequest request{.query = arguments.sentence(), .scope = scope_of(arguments)};
  request.limit = NACRE_TRY(arguments.whole("--limit", 1, 1000));
  request.min_score = NACRE_TRY(arguments.number("--min-score", 0, 1));
  if (arguments.has("--strict")) request.strict = true;
  request.layers = NACRE_TRY(layers_of(arguments));
  request.project = arguments.text("--project");
  request.after = arguments.text("--after");
  request.before = arguments.text("--before");
  request.date = arguments.text("--date");
  request.path = arguments.text("--path");
  request.budget_tokens = NACRE_TRY(arguments.whole("--budget", 1, 100'000'000)).value_or(0);
  request.explain = arguments.has("--explain");
  request.history = arguments.has("--history");
  request.as_of = arguments.text("--as-of");
  request.all = arguments.has("--all");
  if (request.all && request.limit) {
    return Error{ErrorCode::InvalidArgument, "--all and --limit are given together",
                 "--all is every match, --limit the first N"};
  }
  request.files = arguments.has("--files");
  return request;
}

Result<GetRequest> get_request(const Arguments& arguments) {
  GetRequest request{.path = std::string(arguments.words.front()), .scope = scope_of(arguments)};
  request.from = NACRE_TRY(arguments.whole("--from", 1, kLineMax)).value_or(0);
  request.lines = NACRE_TRY(arguments.whole("--lines", 1, kLineMax)).value_or(0);
  return request;
}

Result<ContextRequest> context_request(const Arguments& arguments) {
  ContextRequest request{.scope = scope_of(arguments)};
  request.scope.project = arguments.text("--project");
  request.budget_tokens = NACRE_TRY(arguments.whole("--budget", 1, 100'000'000)).value_or(0);
  return request;
}

Result<RememberRequest> remember_request(const Arguments& arguments) {
  RememberRequest request{.text = NACRE_TRY(text_or_input(arguments.sentence())).text,
                          .scope = scope_of(arguments)};
  if (arguments.has("--to")) request.to = arguments.text("--to");
  request.category = arguments.text("--category");
  request.title = arguments.text("--title");
  if (const auto importance = NACRE_TRY(arguments.whole("--importance", 1, 10))) {
    request.importance = static_cast<int>(*importance);
  }
  request.triggers = arguments.list("--trigger");
  request.visibility = NACRE_TRY(visibility_of(arguments));
  request.valid = arguments.text("--valid");
  request.also_daily = arguments.has("--also-daily");
  return request;
}

Result<LogRequest> log_request(const Arguments& arguments) {
  LogRequest request{.title = arguments.sentence(), .scope = scope_of(arguments)};
  Given body = NACRE_TRY(text_or_input(arguments.text("--body")));
  request.body = std::move(body.text);
  // Such a text begins with its title.
  const std::string title = request.title + "\n\n";
  if (body.waited && request.body.starts_with(title)) request.body.erase(0, title.size());
  return request;
}

}  // namespace nacre::cli
