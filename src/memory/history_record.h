#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "nacre/types.h"

namespace nacre::memory {

enum class WriteKind : std::uint8_t {
  Insert,   // Bytes were put into the file; nothing was lost.
  Cut,      // Bytes were taken out; they are kept.
  Replace,  // The content is another one; the one before is kept.
};

enum class WriteState : std::uint8_t {
  Announced,  // It may have happened: the file knows.
  Done,
  Void,  // It did not happen.
};

// One write of the engine, as .nacre/history/writes.log has it (docs/formats-files.md).
struct WriteRecord {
  std::uint64_t sequence = 0;  // From 1, in the order of the records.
  std::uint64_t step = 0;      // The first sequence of the command that wrote.
  UnixMillis time;
  std::string verb, path;
  std::string id;  // Of the entry, where there is one.
  WriteKind kind = WriteKind::Insert;
  // The write that this one takes back, or brings back; 0: none.
  std::uint64_t undoes = 0, redoes = 0;

  // Insert and Cut: [offset, offset + length) of the file, whose bytes are these. Replace:
  // the length of the new content.
  std::uint64_t offset = 0, length = 0;
  std::string sha256;
  std::uint64_t rolling = 0;  // byte_search.h
  // Insert: what was written around it for its place, taken out where nothing else needs
  // it, and the hash of all three.
  std::uint64_t before_length = 0, after_length = 0;
  std::string joined_sha256;
  std::string start_shape;  // Insert of a whole file: shape() of it without the entry.
  // Of what stood before it: Cut, all; Insert, neck().
  std::string head_sha256;

  // Of the whole file. Cut: after it; Replace: both.
  std::string before_sha256, after_sha256;

  bool whole_file = false;       // Insert, Replace: it made the file. Cut: it took it away.
  bool closed = false;           // With whole_file: nobody but the owner could read the file.
  std::uint64_t kept_bytes = 0;  // Of `<sequence>.kept`; 0 without one.

  WriteState state = WriteState::Announced;  // Of the lines that follow it.
};

// "w<16 hex> <sequence> <kept bytes> {…}\n". The path is valid UTF-8.
std::string encode(const WriteRecord& record);
// "d<16 hex> <sequence>\n" and "v<16 hex> <sequence>\n".
std::string encode_state(WriteState state, std::uint64_t sequence);

// Sequences [first, last].
struct SequenceRange {
  std::uint64_t first = 0, last = 0;
};

// "b<16 hex> <records>\n", the first line of a log that was written anew; "g<16 hex> <first>
// <last>\n": records that were let go; "x<16 hex> <first> <last>\n": records that were damaged.
std::string encode_rewritten(std::uint64_t records);
std::string encode_let_go(const SequenceRange& range);
std::string encode_lost(const SequenceRange& range);

// "e<16 hex> <sequence>\n", all that `writes.end` holds: the last record there was.
std::string encode_end(std::uint64_t sequence);
std::uint64_t decode_end(std::string_view text);  // 0: it says nothing.

// What the log holds, by sequence. A line that was torn by a crash is passed over: no later
// record is missing behind it. What is missing otherwise was damaged.
struct DecodedLog {
  std::vector<WriteRecord> records;
  std::vector<SequenceRange> lost;
};
DecodedLog decode_log(std::string_view log, std::uint64_t end);
bool contains(const std::vector<SequenceRange>& ranges, std::uint64_t sequence);

// What undoing a write will keep: this much room stays free for it. 0 of an undo or a redo.
std::uint64_t room_to_undo(const WriteRecord& record);

// What a writer needs to know of the log, without reading its records.
struct LogSummary {
  std::uint64_t last_sequence = 0;
  std::uint64_t records = 0;
  std::uint64_t rewritten = 0;   // Records that it held when it was written anew.
  std::uint64_t room_bytes = 0;  // At most: of what is kept, and of what undoing will keep.
};
LogSummary summarize(std::string_view log);

// The end of what stands before an insertion, by which it is known again.
std::string_view neck(std::string_view head);

// A hash of the text without its blanks and line ends: what is left of a file when
// all entries are gone may have other ones.
std::string shape(std::string_view text);

}  // namespace nacre::memory
