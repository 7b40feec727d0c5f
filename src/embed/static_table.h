#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "embed/static_format.h"
#include "fs/mapped_file.h"

namespace nacre::embed {

// Words and their vectors, read where they lie in a file (docs/formats-static.md).
//
// The header is checked when the table is opened, which reads nothing else: a fresh process pays
// for the words it asks for. Every access after that is bounded, so a damaged file gives wrong or
// no words, never a bad access; `verify` tells.
//
// Threads: any, at the same time.
class StaticTable {
 public:
  static Result<StaticTable> open(const std::string& path);
  // `file` outlives the table.
  static Result<StaticTable> over(std::string_view file);

  // Whether every byte is as it was written; reads the whole file.
  Status verify() const;

  const StaticHeader& header() const { return header_; }
  std::size_t size() const { return header_.words; }
  std::size_t dimensions() const { return header_.dimensions; }

  // The row of a folded word. About 30 ns.
  std::optional<std::uint32_t> find(std::string_view word) const {
    return find(word, word_hash(word));
  }
  // With word_hash(word) known.
  std::optional<std::uint32_t> find(std::string_view word, std::uint64_t hash) const;

  // Of rows below size(). A word of a damaged file may be empty or no UTF-8.
  std::string_view word(std::uint32_t row) const;
  std::span<const std::int8_t> vector(std::uint32_t row) const;
  // What one step of the row counts in the sum over a text; 0: the word is known, but says
  // nothing.
  float scale(std::uint32_t row) const;
  // Of tables with costs; others cost nothing.
  float cost(std::uint32_t row) const;

 private:
  explicit StaticTable(const StaticHeader& header) : header_(header), at_(layout_of(header)) {}

  std::optional<fs::MappedFile> mapped_;
  std::string_view file_;
  StaticHeader header_;
  StaticLayout at_;
};

}  // namespace nacre::embed
