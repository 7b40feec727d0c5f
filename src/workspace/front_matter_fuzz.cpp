#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/result.h"
#include "text/utf8.h"
#include "workspace/front_matter.h"
#include "workspace/note_source.h"

// Front matter, marks and the whole note: ranges stay inside, text stays UTF-8.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  const std::string_view bytes =
      size == 0 ? std::string_view() : std::string_view(reinterpret_cast<const char*>(data), size);
  const text::utf8::Repaired repaired = text::utf8::repair(bytes);
  const workspace::FrontMatter front = workspace::read_front_matter(repaired.text);
  NACRE_CHECK(front.bytes <= repaired.text.size());
  static_cast<void>(workspace::read_marks(std::string_view(repaired.text).substr(front.bytes)));

  const text::SourceContent content = workspace::parse_note("memory/a.md", bytes, {});
  for (const text::Unit& unit : content.units) {
    NACRE_CHECK(unit.begin <= unit.end && unit.end <= bytes.size());
    NACRE_CHECK(text::utf8::is_valid(unit.text));
  }
  return 0;
}
