#include <cstddef>
#include <cstdint>
#include <string_view>

#include "recall/query.h"
#include "text/tokenizer.h"
#include "text/utf8.h"
#include "text/words.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Any text is a query or a refused one; places lie in the text, and bounds hold.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  static text::Tokenizer tokenizer;
  static text::WordSplitter words("灰度发布\n");
  static const recall::Synonyms synonyms("k8s, kubernetes\n熔断器, 断路器\na => b c\n");

  RecallRequest request;
  request.query = text::utf8::repair({reinterpret_cast<const char*>(data), size})
                      .text;  // NOLINT: bytes as text
  const auto query = recall::parse_query(request, {.today = CivilDay{20'493},
                                                   .tokenizer = &tokenizer,
                                                   .words = &words,
                                                   .synonyms = &synonyms,
                                                   .general_synonyms = true});
  if (!query.ok()) {
    NACRE_CHECK(query.error().code == ErrorCode::InvalidArgument);
    return 0;
  }
  const recall::ParsedQuery& parsed = query.value();
  NACRE_CHECK(parsed.terms.size() <= 128);
  NACRE_CHECK(parsed.terms.size() == parsed.places.size());
  for (const recall::TermPlace& place : parsed.places) {
    NACRE_CHECK(place.begin < place.end && place.end <= parsed.text.size());
  }
  for (const lexical::QueryTerm& term : parsed.terms) {
    NACRE_CHECK(term.weight > 0 && term.weight <= 1);
    NACRE_CHECK(!term.term.empty() && term.term.size() <= text::kTermBytesMax);
  }
  return 0;
}
