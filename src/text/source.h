#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "nacre/types.h"
#include "text/unit.h"

namespace nacre::text {

// What a file system says of a file without reading it. Equal stamps mean the
// same content unless `modified_ns` is too close to the time of looking.
struct Stamp {
  std::uint64_t size = 0;
  std::int64_t modified_ns = 0;
  std::int64_t changed_ns = 0;  // ctime
  std::uint64_t inode = 0;
  auto operator<=>(const Stamp&) const = default;
};

struct SourceItem {
  std::string path;  // Relative, '/' separated, the bytes of the file system if UTF-8.
  Stamp stamp;
};

// What could not be looked at: a directory without rights, a loop, a bad name.
struct SourceProblem {
  std::string path;
  std::string message;
  bool directory = false;  // Everything below is unknown: nothing may be dropped there.
};

struct SourceListing {
  std::vector<SourceItem> items;  // Sorted by path bytes.
  std::vector<SourceProblem> problems;
};

// Attributes of a whole source item; units may narrow them.
struct SourceAttributes {
  Layer layer = Layer::Daily;
  std::string owner;  // Empty: the workspace's owner.
  Visibility visibility = Visibility::Private;
  Origin origin = Origin::Owner;
  std::optional<CivilDay> date;  // From name, journal path or front matter.
  std::string project;
  std::string title;  // First heading or front matter.
  std::vector<std::string> aliases, tags, links;
};

struct SourceContent {
  Stamp stamp;               // Of the very bytes that were read.
  std::string content_hash;  // sha256 hex of the bytes on disk.
  SourceAttributes attributes;
  std::vector<Unit> units;     // Title unit first.
  std::uint32_t replaced = 0;  // Bytes sequences that were not UTF-8.
  bool undecodable = false;    // Mostly not UTF-8: units hold what could be read.
};

// Anything that yields units: notes now, facts and conversations later.
class Source {
 public:
  virtual ~Source() = default;
  virtual std::string_view kind() const = 0;  // "notes"
  virtual Result<SourceListing> list() = 0;
  // NotFound when it vanished; Unavailable when it kept changing while read.
  virtual Result<SourceContent> read(std::string_view path) = 0;
  virtual Result<Stamp> stamp(std::string_view path) = 0;
  // Whether `list` would give a path if it were there: false for what the configuration
  // leaves out by now. Such a path is not lost.
  virtual bool could_list(std::string_view /*path*/) const { return true; }
};

}  // namespace nacre::text
