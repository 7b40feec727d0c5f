#include <cstddef>
#include <cstdint>
#include <string>

#include "base/clock.h"
#include "base/result.h"
#include "text/date_phrase.h"
#include "text/fuzz_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Phrases are in order and name ranges that have an end; no range is turned around.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  const std::string query = text::fuzz_text(data, size);
  const CivilDay today = base::to_day({2026, 3, 11});
  std::uint32_t at = 0;
  for (const text::DatePhrase& phrase : text::find_date_phrases(query, today)) {
    NACRE_CHECK(phrase.begin >= at && phrase.end > phrase.begin);
    NACRE_CHECK(text::is_boundary(query, phrase.begin) && text::is_boundary(query, phrase.end));
    const auto& [first, last] = phrase.range;
    NACRE_CHECK(first || last);
    NACRE_CHECK(!first || !last || *first <= *last);
    NACRE_CHECK(!phrase.explicit_day || (first && first == last));
    at = phrase.end;
  }
  const auto range = text::parse_date_filter(query, today);
  NACRE_CHECK(!range || !range->first || !range->last || *range->first <= *range->last);
  return 0;
}
