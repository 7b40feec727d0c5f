#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"
#include "guard/redact.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// On every text: findings in order and on code points; masked text is valid,
// bounded, keeps its lines where asked to, and is masked no further.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  using namespace nacre::guard;
  if (size == 0) return 0;
  const auto level = static_cast<RedactionLevel>(data[0] % 4);
  const auto language = static_cast<PlaceholderLanguage>(data[0] / 4 % 2);
  const std::string text =
      text::utf8::repair({reinterpret_cast<const char*>(data) + 1, size - 1}).text;
  const Redactor redactor({.level = level, .language = language});

  const Redacted once = redactor.redact(text);
  std::size_t at = 0;
  for (const Finding& finding : once.findings) {
    NACRE_CHECK(at <= finding.begin && finding.begin < finding.end && finding.end <= text.size());
    NACRE_CHECK(text::utf8::floor_boundary(text, finding.begin) == finding.begin);
    NACRE_CHECK(text::utf8::floor_boundary(text, finding.end) == finding.end);
    at = finding.end;
  }
  NACRE_CHECK(text::utf8::is_valid(once.text));
  NACRE_CHECK(once.text.size() <= text.size() * Redactor::kGrowthMax + 32);
  NACRE_CHECK(redactor.redact(once.text).text == once.text);

  const auto kept = redactor.mask(text, LineEnds::Keep);
  const std::string lines = kept ? kept->text : text;
  std::size_t before = 0, after = 0;
  for (const char c : text) before += c == '\n' ? 1U : 0U;
  for (const char c : lines) after += c == '\n' ? 1U : 0U;
  NACRE_CHECK(before == after);
  return 0;
}
