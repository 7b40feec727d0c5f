#include <cstddef>
#include <cstdint>
#include <string_view>

#include "cli/words.h"
#include "nacre/result.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Messages carry names of files and other text of users. Whatever it is, it is said
// in bounded time, and what no row knows stays as it is.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const nacre::cli::Words chinese(nacre::cli::Language::Chinese);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string said = chinese.of(text);
  NACRE_CHECK(said.size() <= 4 * text.size() + 4096);
  if (size > nacre::cli::Translation::kBytesMax) NACRE_CHECK(said == text);
  const std::string_view values[] = {text, text};
  NACRE_CHECK(nacre::cli::filled("{1}{0}", values).size() == 2 * size);
  NACRE_CHECK(nacre::cli::filled(text, {}) == text);
  return 0;
}
