#include "text/fold.h"

#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/result.h"
#include "text/unicode_tables.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

constexpr std::size_t kBlock = 16;

// A span that must be normalised grows no longer: further combining marks on one
// character vanish, and a jamo starts a new span. Text that people write has five.
constexpr std::size_t kSpanCodePointsMax = 32;

// Folds by table what stands alone; `text` has no use for normalisation any more.
std::string fold_by_table(std::string_view text) {
  std::string out;
  std::size_t i = 0;
  while (i < text.size()) {
    const std::size_t begin = i;
    const std::uint32_t entry = fold_entry(utf8::next(text, i));
    if ((entry & kFoldChanged) == 0) {
      out.append(text.substr(begin, i - begin));
      continue;
    }
    const std::uint32_t length = fold_length(entry);
    const std::uint32_t payload = entry & kFoldPayload;
    for (std::uint32_t k = 0; k < length; ++k) {
      out.push_back(
          static_cast<char>(length <= 3 ? payload >> (8 * k) & 0xFF : kFoldPool[payload + k]));
    }
  }
  return out;
}

std::string compose(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  NACRE_CHECK(U_SUCCESS(status));
  const icu::StringPiece piece(text.data(), static_cast<std::int32_t>(text.size()));
  const icu::UnicodeString composed = nfc->normalize(icu::UnicodeString::fromUTF8(piece), status);
  NACRE_CHECK(U_SUCCESS(status));
  std::string out;
  composed.toUTF8String(out);
  return out;
}

// A character and what joins it. Composing may give what the table changes, and
// the other way round, so both alternate until they agree (at most three rounds in
// all of Unicode).
std::string fold_span(std::string_view span) {
  std::string now(span);
  for (int round = 0; round < 6; ++round) {
    std::string next = fold_by_table(compose(now));
    if (next == now) break;
    now = std::move(next);
  }
  return now;
}

template <bool kWithOffsets>
class Folder {
 public:
  explicit Folder(std::string_view text) : text_(text) {
    NACRE_CHECK(text.size() < std::numeric_limits<std::uint32_t>::max());
    grow(text.size() + 4 * kBlock);
  }

  Folded run() {
    while (in_ < text_.size()) {
      if (fold_ascii_block()) continue;
      const std::size_t begin = in_;
      const std::uint32_t entry = fold_entry(utf8::next(text_, in_));
      if (entry & kFoldJoins) {
        join(begin, entry);
      } else {
        previous_in_ = begin;
        previous_out_ = size_;
        put(begin, entry);
      }
    }
    out_.text.resize(size_);
    if constexpr (kWithOffsets) {
      out_.offset.resize(size_ + 1);
      out_.offset[size_] = static_cast<std::uint32_t>(text_.size());
    }
    return std::move(out_);
  }

 private:
  void grow(std::size_t bytes) {
    if (out_.text.size() - size_ >= bytes) return;
    const std::size_t room = std::max(size_ + bytes, out_.text.size() + out_.text.size() / 2);
    out_.text.resize(room);
    if constexpr (kWithOffsets) out_.offset.resize(room + 1);
  }

  bool fold_ascii_block() {
    if (text_.size() - in_ < kBlock) return false;
    const char* from = text_.data() + in_;
    std::uint64_t words[2];
    std::memcpy(words, from, sizeof words);
    if (((words[0] | words[1]) & 0x8080808080808080U) != 0) return false;
    grow(kBlock);
    char* to = out_.text.data() + size_;
    for (std::size_t k = 0; k < kBlock; ++k) {
      const auto c = static_cast<unsigned char>(from[k]);
      const bool upper = c >= 'A' && c <= 'Z';
      const bool control = c < 0x20 || c == 0x7F;
      to[k] = static_cast<char>(control ? ' ' : upper ? c | 0x20 : c);
    }
    if constexpr (kWithOffsets) {
      std::uint32_t* offset = out_.offset.data() + size_;
      const auto base = static_cast<std::uint32_t>(in_);
      for (std::uint32_t k = 0; k < kBlock; ++k) offset[k] = base + k;
    }
    previous_in_ = in_ + kBlock - 1;
    previous_out_ = size_ + kBlock - 1;
    in_ += kBlock;
    size_ += kBlock;
    return true;
  }

  void put(std::size_t begin, std::uint32_t entry) {
    if ((entry & kFoldChanged) == 0) {
      put_bytes(begin, text_.data() + begin, in_ - begin);
    } else if (const std::uint32_t length = fold_length(entry); length > 3) {
      put_bytes(begin, &kFoldPool[entry & kFoldPayload], length);
    } else {
      const unsigned char bytes[3] = {static_cast<unsigned char>(entry),
                                      static_cast<unsigned char>(entry >> 8),
                                      static_cast<unsigned char>(entry >> 16)};
      put_bytes(begin, bytes, length);
    }
  }

  void put_bytes(std::size_t begin, const void* bytes, std::size_t count) {
    grow(count);
    std::memcpy(out_.text.data() + size_, bytes, count);
    if constexpr (kWithOffsets) {
      for (std::size_t k = 0; k < count; ++k) {
        out_.offset[size_ + k] = static_cast<std::uint32_t>(begin);
      }
    }
    size_ += count;
  }

  bool joins_at(std::size_t offset) const {
    return offset < text_.size() && (fold_entry(utf8::next(text_, offset)) & kFoldJoins) != 0;
  }

  // The code point in [begin, in_) joins what stands before it.
  void join(std::size_t begin, std::uint32_t entry) {
    const bool invisible =
        (entry & kFoldChanged) != 0 && fold_length(entry) == 0 && (entry & kFoldIgnorable) != 0;
    if (invisible && !joins_at(in_)) return;

    std::size_t start = begin;
    if (previous_out_ < size_) {
      start = previous_in_;
      size_ = previous_out_;
    }
    std::string span(text_.substr(start, in_ - start));
    std::size_t code_points = 2;
    while (joins_at(in_)) {
      const std::size_t from = in_;
      const char32_t c = utf8::next(text_, in_);
      if (++code_points > kSpanCodePointsMax) {
        const std::uint32_t next = fold_entry(c);
        const bool vanishes = (next & kFoldChanged) != 0 && fold_length(next) == 0;
        if (vanishes || u_getCombiningClass(static_cast<UChar32>(c)) != 0) continue;
        put_span(start, span);
        start = from;
        span.clear();
        code_points = 1;
      }
      span.append(text_.substr(from, in_ - from));
    }
    put_span(start, span);
  }

  void put_span(std::size_t start, std::string_view span) {
    const std::string folded = fold_span(span);
    previous_in_ = start;
    previous_out_ = size_;
    put_bytes(start, folded.data(), folded.size());
  }

  std::string_view text_;
  Folded out_;
  std::size_t in_ = 0, size_ = 0;
  // Where the last code point stands that others may join; none while
  // previous_out_ == size_.
  std::size_t previous_in_ = 0, previous_out_ = 0;
};

}  // namespace

Folded fold(std::string_view text) {
  return Folder<true>(text).run();
}

std::string fold_text(std::string_view text) {
  return Folder<false>(text).run().text;
}

}  // namespace nacre::text
