#include "nacre/types.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/result.h"

namespace nacre {
namespace {

// Indexed by the enumerators' values.
constexpr std::array<std::string_view, kLayerCount> kLayers = {
    "working",      "long_term", "profile", "facts",       "project",
    "conversation", "daily",     "archive", "instructions"};
constexpr std::array<std::string_view, 3> kVisibilities = {"private", "shared", "public"};
constexpr std::array<std::string_view, 4> kOrigins = {"owner", "agent", "untrusted", "system"};
constexpr std::array<std::string_view, 6> kContextKinds = {"direct", "group",     "shared",
                                                           "cron",   "heartbeat", "subagent"};
constexpr std::array<std::string_view, 4> kGetStatuses = {"ok", "not_found", "denied",
                                                          "unreadable"};
constexpr std::array<std::string_view, 5> kFileStates = {"indexed", "pending", "failed", "stale",
                                                         "undecodable"};
constexpr std::array<std::string_view, 5> kContextStates = {"whole", "cut", "left_out", "empty",
                                                            "unreadable"};

template <typename Enum>
std::string_view name_in(std::span<const std::string_view> names, Enum value) {
  const auto index = static_cast<std::size_t>(value);
  NACRE_CHECK(index < names.size());
  return names[index];
}

template <typename Enum>
std::optional<Enum> parse_in(std::span<const std::string_view> names, std::string_view text) {
  std::string word(text);
  std::replace(word.begin(), word.end(), '-', '_');
  const auto found = std::find(names.begin(), names.end(), word);
  if (found == names.end()) return std::nullopt;
  return static_cast<Enum>(found - names.begin());
}

}  // namespace

std::string_view name(Layer value) {
  return name_in(kLayers, value);
}
std::string_view name(Visibility value) {
  return name_in(kVisibilities, value);
}
std::string_view name(Origin value) {
  return name_in(kOrigins, value);
}
std::string_view name(ContextKind value) {
  return name_in(kContextKinds, value);
}
std::string_view name(GetStatus value) {
  return name_in(kGetStatuses, value);
}
std::string_view name(FileState value) {
  return name_in(kFileStates, value);
}
std::string_view name(ContextState value) {
  return name_in(kContextStates, value);
}

std::optional<Layer> parse_layer(std::string_view text) {
  return parse_in<Layer>(kLayers, text);
}
std::optional<Visibility> parse_visibility(std::string_view text) {
  return parse_in<Visibility>(kVisibilities, text);
}
std::optional<Origin> parse_origin(std::string_view text) {
  return parse_in<Origin>(kOrigins, text);
}
std::optional<ContextKind> parse_context_kind(std::string_view text) {
  return parse_in<ContextKind>(kContextKinds, text);
}

}  // namespace nacre
