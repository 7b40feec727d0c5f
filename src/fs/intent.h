#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/hash.h"
#include "base/result.h"
#include "fs/file_system.h"

namespace nacre::fs {

// What an append is about to do, on disk before it does it (docs/formats.md
// "Append"). One file per appended file, `<sha256 of its path>.intent`; a file
// that starts with eight zero bytes, or is empty, intends nothing.
struct Intent {
  std::string path;          // Relative to the root.
  std::uint64_t offset = 0;  // Size of the file before the append.
  std::string bytes;         // What is appended.
  base::Sha256 tail{};       // Of the last kTailBytes before `offset`.
};

inline constexpr std::uint64_t kTailBytes = 4096;
inline constexpr std::size_t kIntentMarkBytes = 8;

std::string intent_name(std::string_view relative);  // File name, without directory.
Intent make_intent(std::string_view relative, std::string_view present, std::string bytes);

std::string encode_intent(const Intent& intent);
// nullopt when nothing is intended or the record is torn: its append did not begin.
std::optional<Intent> decode_intent(std::string_view record);

// Stands where an intent would: the sync of the directory failed after a rename, so the
// name of the file at `relative` may not be durable. Who writes there next must sync the
// directory first. Of no meaning after a power cut, hence without a hash.
std::string encode_unsynced_name(std::string_view relative);
std::optional<std::string> decode_unsynced_name(std::string_view record);

enum class Settled { NotNeeded, Completed, Foreign };

// Brings a file that may hold a torn append to its full length. `present` is its
// content and is brought up to date. Bytes that are neither ours nor zero (a
// power cut leaves zeros) mean that somebody else has written there since: then
// nothing is touched.
Result<Settled> settle(LockedFile& file, const Intent& intent, std::string& present);

}  // namespace nacre::fs
