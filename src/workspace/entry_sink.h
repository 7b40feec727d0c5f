#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/root.h"

namespace nacre::workspace {

// A piece of text on its way into a file: `before`, `text` and `after` go to byte `at`
// of what the file holds. `before` and `after` are what the place needs: blank lines, a
// heading, the rest of a file that is new. All of them may be empty but `text`.
struct EntryPiece {
  std::size_t at = 0;
  std::string before, text, after;
  std::string id;
  std::string joined() const { return before + text + after; }
};

// Finds the place in a file's present content, under the file's lock; nullopt: nothing is
// to be written.
using PlaceEntry = std::function<Result<std::optional<EntryPiece>>(std::string_view present)>;

// Told of each attempt just before it, under the file's lock.
using AnnounceEntry = std::function<void(std::string_view present, const EntryPiece& piece)>;

// Puts the piece into the file: by appending where the place is the end, which is safe
// beside other programs and costs no copy of the file; else by replacing.
Status put_entry(const fs::Root& root, std::string_view path, const PlaceEntry& place,
                 const AnnounceEntry& announce = {});

// Through what entries get into files: somebody may want to keep account of them.
class EntrySink {
 public:
  virtual ~EntrySink() = default;
  virtual Status put(std::string_view path, const PlaceEntry& place) const = 0;
};

// Straight into the files.
class DirectSink final : public EntrySink {
 public:
  explicit DirectSink(const fs::Root& root) : root_(&root) {}
  Status put(std::string_view path, const PlaceEntry& place) const override {
    return put_entry(*root_, path, place);
  }

 private:
  const fs::Root* root_;
};

}  // namespace nacre::workspace
