#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/config.h"
#include "base/result.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Any bytes are either no TOML, or a configuration in which every key has a value
// that its row allows.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  const auto config = base::Config::parse({reinterpret_cast<const char*>(data), size});
  if (!config.ok()) {
    NACRE_CHECK(!config.error().message.empty());
    return 0;
  }
  for (const base::ConfigKey& key : base::config_keys()) {
    if (key.type == base::ConfigType::Integer) {
      const auto value = static_cast<double>(config.value().integer(key.name));
      NACRE_CHECK(value >= key.minimum && value <= key.maximum);
    } else if (key.type == base::ConfigType::Number) {
      const double value = config.value().number(key.name);
      NACRE_CHECK(value >= key.minimum && value <= key.maximum);
    }
  }
  for (const base::ConfigProblem& problem : config.value().problems()) {
    NACRE_CHECK(problem.line > 0 && !problem.message.empty());
  }
  return 0;
}
