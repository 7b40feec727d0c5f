#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "guard/policy.h"
#include "lexical/search.h"
#include "text/source.h"
#include "text/tokenizer.h"

namespace nacre::index {

using lexical::UnitId;

// What the index knows of a source item.
struct FileRow {
  std::uint32_t id = 0;
  std::string source;  // Source::kind()
  std::string path;
  text::Stamp stamp;
  std::string content_hash;
  std::int64_t indexed_at_ns = 0;  // When `stamp` was taken, for "too close to tell".
  text::SourceAttributes attributes;
  FileState state = FileState::Indexed;
  std::string reason;
  std::uint32_t units = 0;
};

// A unit as it is shown.
struct UnitRow {
  UnitId id = 0;
  std::uint32_t file = 0;
  text::Unit unit;  // With its attributes resolved against the source's.
  std::string path;
  std::string content_hash;  // sha256 hex of the unit's text.
  Origin origin = Origin::Owner;
  std::string owner;
  Visibility visibility = Visibility::Private;
  Layer layer = Layer::Daily;
};

// One item's new state. Applied together or not at all.
struct FileDelta {
  enum class Kind { Put, Remove, Touch, Fail } kind = Kind::Put;
  std::string source, path;
  text::SourceContent content;     // Put.
  text::Stamp stamp;               // Touch: same content, new stamp. Fail: what was seen.
  std::string moved_from;          // Put: units of that path are taken over.
  std::string reason;              // Fail: earlier units stay, the state says why.
  std::int64_t indexed_at_ns = 0;  // When the stamp was taken.
};

struct ApplyReport {
  std::uint32_t units_written = 0;  // Tokenised and posted.
  std::uint32_t units_kept = 0;     // Recognised by content; only their place changed.
};

// A consistent view for one question. Nothing in it changes; reading it changes
// nothing. Borrowed from the Store; release it soon (it pins the WAL).
//
// Threads: one.
class Snapshot {
 public:
  virtual ~Snapshot() = default;
  virtual std::uint64_t generation() const = 0;
  virtual const lexical::UnitTable& table() const = 0;
  virtual const lexical::PostingsReader& postings() const = 0;
  // Attributes per partition id; guard decides, then `search` takes the bits.
  virtual const std::vector<guard::Attributes>& partitions() const = 0;
  virtual Result<UnitRow> unit(UnitId id) = 0;
  virtual Result<std::vector<UnitRow>> units(const std::vector<UnitId>& ids) = 0;  // In that order.
  virtual Result<FileRow> file(std::uint32_t id) = 0;
  virtual Result<std::optional<FileRow>> file_by_path(std::string_view path) = 0;
  virtual Result<std::vector<FileRow>> files() = 0;  // All, sorted by path.
};

struct StoreInfo {
  std::uint64_t generation = 0;
  std::uint32_t files = 0, units = 0;
  std::uint64_t text_bytes = 0, database_bytes = 0;
  std::string tokenizer;
  std::int64_t schema = 0;
};

// The seam behind which SQLite (now) or PostgreSQL (later) keeps the index.
//
// Threads: a Store is used by one thread at a time; open one per thread.
class Store {
 public:
  virtual ~Store() = default;
  // In one transaction. Readers see all of it or nothing.
  virtual Result<ApplyReport> apply(std::vector<FileDelta> deltas) = 0;
  virtual Result<std::unique_ptr<Snapshot>> snapshot() = 0;
  virtual Result<StoreInfo> info() = 0;
  // Empties the index in one transaction (readers see the old one until then).
  virtual Status clear() = 0;
  // Says that a whole scan came to its end; readers refuse an index before that.
  virtual Status set_complete() = 0;
  // Whether the rows agree with one another; Corruption where they do not. O(units), of an
  // index alone. SQLite's own structure is checked while it is read.
  virtual Status check() = 0;
  // Housekeeping after much change: drops dead postings, refreshes statistics.
  virtual Status maintain() = 0;
};

struct StoreOptions {
  std::string path;  // .../index.db; ":memory:" for the scan without index.
  bool read_only = true;
  // Names how notes become units: the redactor that masks them, and all else of the
  // configuration that they depend on. An index made another way is built anew.
  std::string reading = {};
  text::Runs runs = text::Runs::Characters;          // An index of another kind is built anew.
  std::size_t memory_bytes = std::size_t{64} << 20;  // Postings held before a flush inside `apply`.
  bool discard = false;  // ReadWrite: moves aside what is there, without reading it.
};

// ReadOnly: NotFound when there is none or its first scan never ended;
// Corruption when damaged; Unsupported when newer, or older or built by another
// tokenizer or redactor (`hint` says `nacre index`).
// ReadWrite: creates; a corrupt file or one of an older program is moved aside to
// index.db.bad-<n> (kept: one, and those that do not look like an index) and built anew, but
// one of another tokenizer or redactor is removed: it may hold what is to be masked now. `notice`
// receives one sentence. Unsupported for an index of a newer program, which is left as it is unless
// discarded, and for somebody else's database, which always is; PermissionDenied for a link.
Result<std::unique_ptr<Store>> open_store(const StoreOptions& options,
                                          std::string* notice = nullptr);

}  // namespace nacre::index
