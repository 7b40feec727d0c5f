#include "lexical/term_buffer.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <utility>

#include "base/hash.h"
#include "base/result.h"

namespace nacre::lexical {
namespace {

// The last four bytes of a slice name the next one.
constexpr std::uint32_t kLinkBytes = 4;
constexpr std::array<std::uint32_t, 8> kSliceBytes = {8, 12, 20, 36, 68, 132, 260, 516};

// The first eight bytes of a term as a number that orders as they do.
std::uint64_t order_key(std::string_view term) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    key = (key << 8) | (i < term.size() ? static_cast<unsigned char>(term[i]) : 0U);
  }
  return key;
}

}  // namespace

TermBuffer::TermBuffer() {
  clear();
}

void TermBuffer::clear() {
  // `= {}` would assign an empty list and keep the memory.
  entries_ = std::vector<Entry>();
  terms_ = std::vector<char>();
  table_ = std::vector<Slot>(1U << 12);
  blocks_.clear();
  free_ = 1;  // Position 0 means none.
}

std::size_t TermBuffer::memory_bytes() const {
  return entries_.capacity() * sizeof(Entry) + table_.capacity() * sizeof(Slot) +
         terms_.capacity() + (blocks_.size() << kBlockBits);
}

void TermBuffer::add(std::string_view term, UnitId unit) {
  Entry& entry = entries_[find_or_insert(term, unit)];
  if (entry.last == unit) {
    ++entry.count;
    return;
  }
  NACRE_CHECK(entry.last < unit);
  encode_pending(entry);
  entry.last = unit;
  entry.count = 1;
}

std::uint32_t TermBuffer::find_or_insert(std::string_view term, UnitId unit) {
  NACRE_CHECK(term.size() <= 0xFF);
  const auto hash = static_cast<std::uint32_t>(base::fast_hash(term));
  std::size_t slot = hash & (table_.size() - 1);
  for (; table_[slot].number != 0; slot = (slot + 1) & (table_.size() - 1)) {
    const std::uint32_t number = table_[slot].number - 1;
    if (table_[slot].hash == hash && this->term(number) == term) return number;
  }
  const std::uint32_t number = insert(term, unit);
  table_[slot] = {hash, number + 1};
  if (entries_.size() * 3 > table_.size() * 2) grow_table();
  return number;
}

std::uint32_t TermBuffer::insert(std::string_view term, UnitId unit) {
  Entry entry{};
  std::memcpy(entry.start, term.data(), std::min(term.size(), kInlineBytes));
  if (term.size() > kInlineBytes) {
    entry.term_at = static_cast<std::uint32_t>(terms_.size());
    terms_.insert(terms_.end(), term.begin(), term.end());
  }
  entry.term_bytes = static_cast<std::uint8_t>(term.size());
  entry.first = entry.last = entry.encoded = unit;
  entries_.push_back(entry);
  return static_cast<std::uint32_t>(entries_.size() - 1);
}

void TermBuffer::grow_table() {
  const std::vector<Slot> old = std::exchange(table_, std::vector<Slot>(table_.size() * 2, Slot{}));
  for (const Slot& one : old) {
    if (one.number == 0) continue;
    std::size_t slot = one.hash & (table_.size() - 1);
    while (table_[slot].number != 0) slot = (slot + 1) & (table_.size() - 1);
    table_[slot] = one;
  }
}

void TermBuffer::encode_pending(Entry& entry) {
  scratch_.clear();
  append_posting(scratch_, entry.encoded, {entry.last, entry.count});
  for (const std::uint8_t byte : scratch_) write_byte(entry, byte);
  entry.encoded = entry.last;
}

void TermBuffer::write_byte(Entry& entry, std::uint8_t byte) {
  if (entry.head == 0) {
    entry.head = entry.at = new_slice(kSliceBytes[0]);
    entry.slice_end = entry.head + kSliceBytes[0] - kLinkBytes;
  } else if (entry.at == entry.slice_end) {
    entry.level =
        static_cast<std::uint8_t>(std::min<std::size_t>(entry.level + 1U, kSliceBytes.size() - 1));
    const std::uint32_t bytes = kSliceBytes[entry.level];
    const std::uint32_t next = new_slice(bytes);
    std::memcpy(&slice_byte(entry.at), &next, kLinkBytes);
    entry.at = next;
    entry.slice_end = next + bytes - kLinkBytes;
  }
  slice_byte(entry.at++) = byte;
}

std::uint32_t TermBuffer::new_slice(std::uint32_t bytes) {
  // A slice lies within one block.
  if ((free_ & kBlockMask) + bytes > kBlockMask + 1) {
    free_ = ((free_ >> kBlockBits) + 1) << kBlockBits;
  }
  while ((free_ >> kBlockBits) >= blocks_.size()) {
    blocks_.push_back(std::make_unique<std::uint8_t[]>(std::size_t{1} << kBlockBits));
  }
  const std::uint32_t slice = free_;
  free_ += bytes;
  return slice;
}

void TermBuffer::copy_slices(const Entry& entry, Bytes& out) const {
  if (entry.head == 0) return;
  std::uint32_t at = entry.head;
  for (std::size_t level = 0;; level = std::min(level + 1, kSliceBytes.size() - 1)) {
    const std::uint32_t end = at + kSliceBytes[level] - kLinkBytes;
    if (end == entry.slice_end) {
      out.insert(out.end(), &slice_byte(at), &slice_byte(at) + (entry.at - at));
      return;
    }
    out.insert(out.end(), &slice_byte(at), &slice_byte(at) + (end - at));
    std::memcpy(&at, &slice_byte(end), kLinkBytes);
  }
}

std::string_view TermBuffer::term(std::uint32_t number) const {
  const Entry& entry = entries_[number];
  const char* const start =
      entry.term_bytes <= kInlineBytes ? entry.start : terms_.data() + entry.term_at;
  return {start, entry.term_bytes};
}

std::vector<std::uint32_t> TermBuffer::sorted() const {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keyed;
  keyed.reserve(entries_.size());
  for (std::uint32_t number = 0; number < entries_.size(); ++number) {
    keyed.emplace_back(order_key(term(number)), number);
  }
  std::sort(keyed.begin(), keyed.end(), [this](const auto& a, const auto& b) {
    return a.first != b.first ? a.first < b.first : term(a.second) < term(b.second);
  });
  std::vector<std::uint32_t> order;
  order.reserve(keyed.size());
  for (const auto& [key, number] : keyed) order.push_back(number);
  return order;
}

void TermBuffer::read(std::uint32_t number, std::vector<Posting>& out) const {
  const Entry& entry = entries_[number];
  scratch_.clear();
  copy_slices(entry, scratch_);
  append_posting(scratch_, entry.encoded, {entry.last, entry.count});
  const Status decoded = decode_postings(entry.first, scratch_, out);
  NACRE_CHECK(decoded.ok());
}

}  // namespace nacre::lexical
