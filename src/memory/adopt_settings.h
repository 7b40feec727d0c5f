#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "nacre/adopt.h"
#include "workspace/openclaw.h"

namespace nacre::memory {

struct TakenSettings {
  std::string toml;  // The configuration with what is taken over; comments kept.
  std::vector<AdoptSetting> settings;
};

// What of OpenClaw's settings goes into a configuration. A key that stands there
// already stays as it is; one with a wrong type or out of range, and one whose value
// looks like a secret, is not used. Corruption when `toml` is no TOML.
Result<TakenSettings> take_settings(std::string_view toml,
                                    const std::vector<workspace::OpenClawValue>& values);

}  // namespace nacre::memory
