#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "nacre/types.h"

namespace nacre::text {

enum class UnitKind : std::uint8_t {
  Passage,  // A stretch of blocks of about `tokens_target` tokens.
  Entry,    // One list item, heading with body, or turn: stands for itself.
  Title,    // Not text: path, title, aliases and tags of the source. Ordinal 0.
};

// The piece of text that is indexed, scored and shown.
struct Unit {
  UnitKind kind = UnitKind::Passage;
  std::uint32_t ordinal = 0;                   // Position in the source, from 1; Title has 0.
  std::uint32_t start_line = 1, end_line = 1;  // In the file as it is on disk.
  std::uint64_t begin = 0, end = 0;            // Bytes of the file.
  std::string heading;              // Enclosing headings, "Outer > Inner"; not in `text`.
  std::string text;                 // Valid UTF-8, as on disk but for annotations.
  std::uint32_t overlap_bytes = 0;  // How many bytes before `begin` an embedder should also see.

  // From annotations of the entry; otherwise the source's.
  std::string id;                 // Explicit `<!-- id: … -->`, else empty.
  std::optional<int> importance;  // 1..10
  std::vector<std::string> triggers;
  std::vector<std::string> tags;
  std::string project;
  std::optional<Visibility> visibility;
  std::optional<CivilDay> date;  // Of the entry; else the source's.
  DayRange valid;
  std::string supersedes;
  bool operator==(const Unit&) const = default;
};

struct UnitOptions {
  std::uint32_t tokens_target = 400;
  std::uint32_t tokens_max = 512;  // No unit is longer (Entry units are split too).
  std::uint32_t overlap_tokens = 80;
  bool per_entry = false;  // Every list item and heading section is a unit of its own.
};

}  // namespace nacre::text
