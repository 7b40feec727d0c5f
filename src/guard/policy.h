#pragma once

#include <string>
#include <string_view>

#include "nacre/types.h"
#include "text/source.h"

namespace nacre::guard {

// What decides who may see an item. Items of equal attributes form a partition.
struct Attributes {
  std::string owner;  // Empty: the workspace's owner.
  Visibility visibility = Visibility::Private;
  Layer layer = Layer::Daily;
  // Marked private by hand, not merely by where it lies: no widening of the
  // policy (daily notes in groups, project memory for jobs) reaches it.
  bool explicit_private = false;
  auto operator<=>(const Attributes&) const = default;
};

// The attributes of one unit: the source's, narrowed or widened by the entry's
// own mark. A mark `private` is explicit.
Attributes attributes_of(const text::SourceAttributes& source, const text::Unit& unit);

// The part of the configuration that policy depends on.
struct Policy {
  bool recall_enabled = true;  // recall.enabled
  bool group_daily = false;    // privacy.group_policy = "daily"
  bool group_search = true;    // privacy.group_search
  std::string owner_name;      // user.name: the owner by name is the owner.
};

// The table of DESIGN section 7, as data; one test per cell. Pure.
bool may_see(const Scope& scope, const Attributes& item, const Policy& policy);

// Whether this scope may search Markdown memory at all. Decided by policy
// alone, never by what exists.
struct Decision {
  bool allowed = true;
  std::string reason;
  std::string hint;  // What would be allowed, in the words of the command line.
};
Decision may_search(const Scope& scope, const Policy& policy);
// ... and whether anybody may: recall can be switched off as a whole.
Decision may_recall(const Scope& scope, const Policy& policy);

// May an entry be written in this scope? Direct: the owner everywhere, others
// what is theirs or for all users. Groups: public items outside the curated
// core. Unknown contexts: nothing. Jobs: daily notes and project memory.
Decision may_write(const Scope& scope, const Attributes& item, const Policy& policy);

// The owner as stored: "" for the workspace's owner, also under the configured
// name. No other word means the owner: a stranger could choose it.
std::string canonical_user(std::string_view user, const Policy& policy);

}  // namespace nacre::guard
