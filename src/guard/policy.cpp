#include "guard/policy.h"

#include <array>

#include "base/result.h"

namespace nacre::guard {
namespace {

enum class Rule : std::uint8_t {
  Never,
  Own,        // The viewer's own, and what is shared or public.
  Marked,     // Public items only.
  Daily,      // Public; the owner's daily notes too, where the policy opens them.
  Always,     // Whatever is not marked private by hand.
  OwnForJob,  // As Own, without what is marked private by hand.
};

// Rows in the order of ContextKind, columns in the order of Layer.
using Row = std::array<Rule, kLayerCount>;
constexpr std::array<Row, 6> kMaySee = [] {
  using enum Rule;
  // Working, LongTerm, Profile, Facts, Project, Conversation, Daily, Archive, Instructions
  return std::array<Row, 6>{
      Row{Own, Own, Own, Own, Own, Own, Own, Own, Always},                         // direct
      Row{Marked, Marked, Marked, Marked, Marked, Marked, Daily, Marked, Always},  // group
      Row{Never, Never, Never, Never, Never, Never, Never, Never, Never},          // shared
      Row{Never, Never, Never, Never, OwnForJob, Never, Never, Never, Always},     // cron
      Row{Never, Never, Never, Never, OwnForJob, Never, Never, Never, Always},     // heartbeat
      Row{Never, Never, Never, Never, OwnForJob, Never, Never, Never, Always},     // subagent
  };
}();

Rule rule(ContextKind context, Layer layer) {
  const auto row = static_cast<std::size_t>(context);
  const auto column = static_cast<std::size_t>(layer);
  NACRE_CHECK(column < kLayerCount);
  // A kind from a newer caller is unknown here, and unknown means shared.
  return row < kMaySee.size() ? kMaySee[row][column] : Rule::Never;
}

bool own(std::string_view viewer, const Attributes& item) {
  return item.owner == viewer || item.visibility != Visibility::Private;
}

Decision refuse(std::string reason, std::string hint = {}) {
  return {.allowed = false, .reason = std::move(reason), .hint = std::move(hint)};
}

}  // namespace

Attributes attributes_of(const text::SourceAttributes& source, const text::Unit& unit) {
  return Attributes{.owner = source.owner,
                    .visibility = unit.visibility.value_or(source.visibility),
                    .layer = source.layer,
                    .explicit_private = unit.visibility == Visibility::Private};
}

bool may_see(const Scope& scope, const Attributes& item, const Policy& policy) {
  const std::string viewer = canonical_user(scope.user, policy);
  switch (rule(scope.context, item.layer)) {
    case Rule::Never:
      return false;
    case Rule::Own:
      return own(viewer, item);
    case Rule::Marked:
      return item.visibility == Visibility::Public;
    case Rule::Daily:
      return item.visibility == Visibility::Public ||
             (policy.group_daily && item.owner.empty() && !item.explicit_private);
    case Rule::Always:
      // The owner sees even a private line of AGENTS.md, but only in private.
      return !item.explicit_private ||
             (scope.context == ContextKind::Direct && item.owner == viewer);
    case Rule::OwnForJob:
      return own(viewer, item) && !item.explicit_private;
  }
  return false;
}

Decision may_search(const Scope& scope, const Policy& policy) {
  switch (scope.context) {
    case ContextKind::Direct:
    case ContextKind::Cron:
    case ContextKind::Heartbeat:
    case ContextKind::Subagent:
      return {};
    case ContextKind::Group:
      if (policy.group_search) return {};
      break;
    case ContextKind::Shared:
      break;
  }
  return refuse("context not allowed");
}

Decision may_recall(const Scope& scope, const Policy& policy) {
  if (policy.recall_enabled) return may_search(scope, policy);
  return refuse("recall is switched off (recall.enabled)");
}

Decision may_write(const Scope& scope, const Attributes& item, const Policy& policy) {
  const std::string viewer = canonical_user(scope.user, policy);
  const bool core = item.layer == Layer::LongTerm || item.layer == Layer::Profile ||
                    item.layer == Layer::Instructions;
  switch (scope.context) {
    case ContextKind::Direct:
      if (viewer.empty() || item.owner == viewer) return {};
      if (item.visibility != Visibility::Private && !core) return {};
      return refuse("this memory belongs to another user",
                    "--to long, user or daily is this user's own memory");
    case ContextKind::Group:
      if (item.visibility == Visibility::Public && !core) return {};
      return refuse("a group may write public daily notes and project memory only",
                    "remember --to daily or project:NAME, with --visibility public");
    case ContextKind::Cron:
    case ContextKind::Heartbeat:
    case ContextKind::Subagent:
      if (item.owner == viewer && (item.layer == Layer::Daily || item.layer == Layer::Project)) {
        return {};
      }
      return refuse("a job may write daily notes and project memory only",
                    "--to daily or project:NAME");
    case ContextKind::Shared:
      break;
  }
  return refuse("nothing may be written in a shared or unknown context",
                "contexts that may write: direct, group, cron, heartbeat, subagent");
}

std::string canonical_user(std::string_view user, const Policy& policy) {
  if (user == policy.owner_name) return {};
  return std::string(user);
}

}  // namespace nacre::guard
