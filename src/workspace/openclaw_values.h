#pragma once

#include <string_view>
#include <vector>

#include "base/json.h"
#include "workspace/openclaw.h"

namespace nacre::workspace {

// The settings of a whole openclaw.json that concern memory, sorted by key.
std::vector<OpenClawValue> openclaw_values(const base::Json& config);

// `values` with those of one agent's entry, which stands at `path`, over them.
std::vector<OpenClawValue> with_agent_values(std::vector<OpenClawValue> values,
                                             const base::Json& agent, std::string_view path);

}  // namespace nacre::workspace
