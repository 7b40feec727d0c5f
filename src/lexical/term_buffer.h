#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "lexical/postings.h"
#include "lexical/postings_codec.h"

namespace nacre::lexical {

// Postings in memory, encoded as they come: per term a chain of slices that grow
// with it (Lucene's byte slices), so that the many terms which occur once cost
// no more than their entry.
//
// Units come in rising order per term. Threads: one.
class TermBuffer {
 public:
  TermBuffer();

  // One more occurrence of `term`, whose first byte is the field.
  void add(std::string_view term, UnitId unit);

  std::size_t terms() const { return entries_.size(); }
  std::size_t memory_bytes() const;
  void clear();

  // Term numbers in order of their bytes.
  std::vector<std::uint32_t> sorted() const;
  std::string_view term(std::uint32_t number) const;
  // Appends the postings of a term.
  void read(std::uint32_t number, std::vector<Posting>& out) const;

 private:
  // Nearly all terms are short: they stand in their entry, and finding one costs
  // two cache misses.
  static constexpr std::size_t kInlineBytes = 12;
  struct Slot {
    std::uint32_t hash;
    std::uint32_t number;  // Of the entry, plus 1; 0: free.
  };
  struct Entry {
    char start[kInlineBytes];  // The term's first bytes, then zeros.
    std::uint32_t term_at;     // In terms_, when it is longer.
    UnitId first, last;        // `last` and `count` are not encoded yet.
    UnitId encoded;            // The last unit in the slices; `first` before there is one.
    std::uint32_t count;
    std::uint32_t head, at, slice_end;  // Slice positions; 0: none yet.
    std::uint8_t term_bytes;
    std::uint8_t level;
  };

  std::uint32_t find_or_insert(std::string_view term, UnitId unit);
  std::uint32_t insert(std::string_view term, UnitId unit);
  void grow_table();
  void encode_pending(Entry& entry);
  void write_byte(Entry& entry, std::uint8_t byte);
  std::uint32_t new_slice(std::uint32_t bytes);
  std::uint8_t& slice_byte(std::uint32_t at) { return blocks_[at >> kBlockBits][at & kBlockMask]; }
  const std::uint8_t& slice_byte(std::uint32_t at) const {
    return blocks_[at >> kBlockBits][at & kBlockMask];
  }
  void copy_slices(const Entry& entry, Bytes& out) const;

  static constexpr std::uint32_t kBlockBits = 16;
  static constexpr std::uint32_t kBlockMask = (1U << kBlockBits) - 1;

  std::vector<Entry> entries_;
  std::vector<Slot> table_;  // Linear probing.
  std::vector<char> terms_;  // The long ones.
  std::vector<std::unique_ptr<std::uint8_t[]>> blocks_;
  std::uint32_t free_ = 0;  // Next unused slice position.
  mutable Bytes scratch_;
};

}  // namespace nacre::lexical
