#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "text/fuzz_input.h"
#include "text/lines.h"
#include "text/markdown.h"
#include "text/tokens_estimate.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void check_blocks(const std::string& input) {
  std::uint64_t at = 0;
  std::uint32_t line = 1;
  for (const nacre::text::Block& block : nacre::text::scan_blocks(input)) {
    NACRE_CHECK(block.begin == at && block.end > at);
    NACRE_CHECK(block.start_line == line && block.end_line >= line);
    at = block.end;
    line = block.end_line + 1;
  }
  NACRE_CHECK(at == input.size());
}

void check_units(const std::string& input, const nacre::text::UnitOptions& options) {
  using namespace nacre::text;
  const LineIndex lines(input);
  std::uint64_t covered = 0;
  for (const Unit& unit : cut_units(input, 0, 1, options)) {
    NACRE_CHECK(unit.begin >= covered && unit.end > unit.begin && unit.end <= input.size());
    NACRE_CHECK(is_boundary(input, unit.begin) && is_boundary(input, unit.end));
    NACRE_CHECK(unit.start_line == lines.line_of(unit.begin));
    NACRE_CHECK(unit.end_line == lines.line_of(unit.end - 1));
    NACRE_CHECK(estimate_tokens(unit.text) <= options.tokens_max);
    NACRE_CHECK(!unit.text.empty() && utf8::is_valid(unit.text) && utf8::is_valid(unit.heading));
    covered = unit.end;
  }
}

}  // namespace

// The first byte chooses the options, the rest is Markdown.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::uint8_t choice = size == 0 ? std::uint8_t{0} : data[0];
  const std::size_t skip = size == 0 ? 0 : 1;
  const std::string input = nacre::text::fuzz_text(data + skip, size - skip);
  check_blocks(input);
  nacre::text::UnitOptions options;
  options.per_entry = (choice & 1) != 0;
  if ((choice & 2) != 0) {
    options.tokens_target = 16;
    options.tokens_max = 24;
  }
  check_units(input, options);
  return 0;
}
