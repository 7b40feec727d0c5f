#include <cstddef>
#include <cstdint>
#include <string>

#include "base/result.h"
#include "text/fold.h"
#include "text/fuzz_input.h"
#include "text/tokenizer.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Folding is idempotent and its map exact; tokens are in order, on boundaries, bounded.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  static text::Tokenizer tokenizer;
  const std::string input = text::fuzz_text(data, size);

  const text::Folded folded = text::fold(input);
  NACRE_CHECK(folded.offset.size() == folded.text.size() + 1);
  NACRE_CHECK(folded.offset.back() == input.size());
  NACRE_CHECK(text::fold_text(folded.text) == folded.text);
  for (std::size_t i = 0; i < folded.text.size(); ++i) {
    NACRE_CHECK(folded.offset[i] <= folded.offset[i + 1]);
    NACRE_CHECK(text::is_boundary(input, folded.offset[i]));
  }

  std::uint32_t begin = 0;
  for (const text::Token& token : tokenizer.tokens(input)) {
    NACRE_CHECK(!token.term.empty() && token.term.size() <= text::kTermBytesMax);
    NACRE_CHECK(text::utf8::is_valid(token.term));
    NACRE_CHECK(token.begin >= begin && token.end > token.begin);
    NACRE_CHECK(text::is_boundary(input, token.begin) && text::is_boundary(input, token.end));
    begin = token.begin;
  }
  return 0;
}
