#include <cstddef>
#include <cstdint>
#include <string>

#include "vector/file_layout.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// A first page of anybody's: refused with a reason, or a shape that is ours and a count
// within bounds.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  using namespace nacre::vector;
  const FileShape shape{.dimensions = 100, .signs = true};
  std::string page = layout::encode_header(shape);
  // Over a good page, so that what follows the first bytes is reached.
  for (std::size_t i = 0; i + 2 < size; i += 3) {
    const std::size_t at = (std::size_t{data[i]} << 8 | data[i + 1]) % page.size();
    page[at] = static_cast<char>(data[i + 2]);
  }
  const Status checked = layout::check_header(page, shape);
  NACRE_CHECK(checked.ok() || checked.error().code == ErrorCode::Corruption ||
              checked.error().code == ErrorCode::Unsupported);
  const auto published = layout::read_published(page);
  NACRE_CHECK(!published || published->count <= layout::kSlotsMax);
  const std::string_view raw(reinterpret_cast<const char*>(data), size);
  NACRE_CHECK(!layout::check_header(raw, shape).ok() || raw.size() >= layout::kHeaderBytes);
  return 0;
}
