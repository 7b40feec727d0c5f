#include "text/stems.h"

#include <libstemmer.h>

#include <algorithm>
#include <cstring>

#include "base/result.h"
#include "text/irregular_forms.h"
#include "text/term.h"

namespace nacre::text {

Stems::Stems() : stemmer_(sb_stemmer_new("english", nullptr)), slots_(new Slot[kSlots]) {
  NACRE_CHECK(stemmer_ != nullptr);
}

Stems::~Stems() {
  sb_stemmer_delete(stemmer_);
}

std::string_view Stems::compute(std::string_view word) {
  word = base_form(word);
  // Snowball takes and gives bytes as unsigned char.
  const auto* bytes = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stem = sb_stemmer_stem(stemmer_, bytes, static_cast<int>(word.size()));
  NACRE_CHECK(stem != nullptr);
  return {reinterpret_cast<const char*>(stem),
          static_cast<std::size_t>(sb_stemmer_length(stemmer_))};
}

std::string_view Stems::stem(std::string_view word) {
  if (word.size() < 2) return word;
  if (word.size() > kWordBytesMax) return word.size() > kTermBytesMax ? word : compute(word);
  Slot& slot = slots_[term_hash(word) % kSlots];
  if (std::string_view(slot.word.data(), slot.word_bytes) == word) {
    return {slot.stem.data(), slot.stem_bytes};
  }
  const std::string_view stem = compute(word);
  NACRE_CHECK(stem.size() <= kWordBytesMax);
  slot.word_bytes = static_cast<std::uint8_t>(word.size());
  slot.stem_bytes = static_cast<std::uint8_t>(stem.size());
  std::copy(word.begin(), word.end(), slot.word.begin());
  std::copy(stem.begin(), stem.end(), slot.stem.begin());
  return {slot.stem.data(), slot.stem_bytes};
}

}  // namespace nacre::text
