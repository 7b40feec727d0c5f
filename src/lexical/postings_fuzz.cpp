#include <cstddef>
#include <cstdint>

#include "lexical/postings_codec.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Bytes that decode are those that encoding gives.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre::lexical;
  if (size == 0) return 0;
  const UnitId first = data[0];
  const std::span<const std::uint8_t> row(data + 1, size - 1);
  std::vector<Posting> postings;
  if (!decode_postings(first, row, postings).ok()) return 0;
  Bytes again;
  UnitId previous = first;
  for (const Posting& posting : postings) {
    NACRE_CHECK(posting.unit >= previous && posting.count > 0);
    append_posting(again, previous, posting);
    previous = posting.unit;
  }
  std::vector<Posting> twice;
  NACRE_CHECK(decode_postings(first, again, twice).ok());
  NACRE_CHECK(twice.size() == postings.size() && again.size() <= row.size());
  for (std::size_t i = 0; i < twice.size(); ++i) {
    NACRE_CHECK(twice[i].unit == postings[i].unit && twice[i].count == postings[i].count);
  }
  return 0;
}
