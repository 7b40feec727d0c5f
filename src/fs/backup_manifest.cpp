#include <nlohmann/json.hpp>

#include "base/json.h"
#include "fs/backup.h"
#include "fs/root.h"

namespace nacre::fs {
namespace {

using base::Json;

constexpr std::string_view kFormat = "nacre-backup";
constexpr std::uint64_t kVersion = 1;
constexpr std::size_t kSha256HexChars = 64;

std::string hex(std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kDigits[byte >> 4U];
    out += kDigits[byte & 15U];
  }
  return out;
}

std::string from_hex(std::string_view text) {
  std::string bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(text.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

bool is_hex(std::string_view text) {
  return text.size() % 2 == 0 && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// JSON holds UTF-8 alone: the exact bytes of another name stand beside it.
void put_bytes(Json& json, const std::string& member, const std::string& bytes) {
  json[member] = bytes;
  const std::string dumped = base::dump_json(json[member]);
  const Json back = Json::parse(dumped, nullptr, false);
  if (back.is_discarded() || back.get<std::string>() != bytes) json[member + "_hex"] = hex(bytes);
}

std::string_view name_of(ArchiveKind kind) {
  if (kind == ArchiveKind::Directory) return "directory";
  return kind == ArchiveKind::Symlink ? "symlink" : "file";
}

Json of(const BackupEntry& entry) {
  Json json;
  put_bytes(json, "path", entry.path);
  json["kind"] = name_of(entry.kind);
  json["at"] = entry.at;
  if (entry.kind == ArchiveKind::Symlink) put_bytes(json, "target", entry.target);
  if (entry.kind == ArchiveKind::File) {
    json["size"] = entry.size;
    json["sha256"] = entry.sha256;
  }
  json["mode"] = entry.mode;
  json["modified_ns"] = entry.modified_ns;
  return json;
}

Json of(const std::vector<BackupNote>& notes) {
  Json list = Json::array();
  for (const BackupNote& note : notes) {
    Json json;
    put_bytes(json, "path", note.path);
    json["why"] = note.why;
    list.push_back(std::move(json));
  }
  return list;
}

// Reads one member after the other and remembers whether one was not as it should be.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) { ok_ = json.is_object(); }

  std::string text(const char* name) {
    const Json* value = member(name);
    if (value == nullptr || !value->is_string()) return fail<std::string>();
    return value->get<std::string>();
  }
  std::string bytes(const std::string& name) {
    if (!ok_ || !json_.contains(name + "_hex")) return text(name.c_str());
    const std::string digits = text((name + "_hex").c_str());
    return is_hex(digits) ? from_hex(digits) : fail<std::string>();
  }
  template <typename Number>
  Number number(const char* name) {
    const Json* value = member(name);
    if (value == nullptr || !value->is_number_integer()) return fail<Number>();
    return value->get<Number>();
  }
  const Json* list(const char* name) {
    const Json* value = member(name);
    if (value != nullptr && value->is_array()) return value;
    ok_ = false;
    return nullptr;
  }
  void require(bool condition) { ok_ = ok_ && condition; }
  bool ok() const { return ok_; }

 private:
  const Json* member(const char* name) const {
    if (!ok_ || !json_.contains(name)) return nullptr;
    return &json_[name];
  }
  template <typename Value>
  Value fail() {
    ok_ = false;
    return Value();
  }

  const Json& json_;
  bool ok_ = true;
};

Error damaged(std::string_view what) {
  return Error{ErrorCode::Corruption, "read a backup: " + std::string(what)};
}

Result<BackupEntry> entry_of(const Json& json) {
  Members members(json);
  BackupEntry entry{.path = members.bytes("path")};
  const std::string kind = members.text("kind");
  members.require(kind == "file" || kind == "directory" || kind == "symlink");
  entry.at = members.number<std::uint64_t>("at");
  if (kind == "symlink") {
    entry.kind = ArchiveKind::Symlink;
    entry.target = members.bytes("target");
  } else if (kind == "file") {
    entry.size = members.number<std::uint64_t>("size");
    entry.sha256 = members.text("sha256");
    members.require(entry.sha256.size() == kSha256HexChars && is_hex(entry.sha256));
  } else {
    entry.kind = ArchiveKind::Directory;
  }
  entry.mode = members.number<std::uint32_t>("mode");
  entry.modified_ns = members.number<std::int64_t>("modified_ns");
  if (!members.ok()) return damaged("an entry of its manifest is not as it should be");
  // Nothing of a backup may lead out of where it is unpacked.
  NACRE_TRY(Root::check(entry.path));
  return entry;
}

}  // namespace

std::uint64_t Manifest::files() const {
  std::uint64_t count = 0;
  for (const BackupEntry& entry : entries) count += entry.kind == ArchiveKind::File ? 1 : 0;
  return count;
}

std::uint64_t Manifest::bytes() const {
  std::uint64_t sum = 0;
  for (const BackupEntry& entry : entries) sum += entry.size;
  return sum;
}

// An entry a line, so that people can read it and a million entries need no tree of
// objects in memory while it is written.
std::string manifest_text(const Manifest& manifest) {
  Json head;
  head["format"] = kFormat;
  head["version"] = kVersion;
  head["tool"] = manifest.tool;
  head["time"] = manifest.time;
  head["roots"] = Json::array();
  for (const BackupRoot& root : manifest.roots) {
    Json json;
    put_bytes(json, "name", root.name);
    put_bytes(json, "path", root.path);
    head["roots"].push_back(std::move(json));
  }
  head["left_out"] = of(manifest.left_out);
  head["missing"] = of(manifest.missing);
  std::string text = base::dump_json(head);
  text.back() = ',';  // Its closing brace.
  text += "\n\"entries\":[";
  for (std::size_t i = 0; i < manifest.entries.size(); ++i) {
    text += i == 0 ? "\n" : ",\n";
    text += base::dump_json(of(manifest.entries[i]));
  }
  return text + "\n]}\n";
}

Result<Manifest> parse_manifest(std::string_view text) {
  const Json json = NACRE_TRY(base::parse_json(text));
  Members members(json);
  if (members.text("format") != kFormat) return damaged("its manifest is none of ours");
  if (members.number<std::uint64_t>("version") > kVersion) {
    return Error{ErrorCode::Unsupported, "read a backup: a newer Nacre made it",
                 "use that version to restore it"};
  }
  Manifest manifest{.tool = members.text("tool"), .time = members.text("time")};
  const Json* roots = members.list("roots");
  const Json* left_out = members.list("left_out");
  const Json* missing = members.list("missing");
  const Json* entries = members.list("entries");
  if (!members.ok()) return damaged("its manifest is incomplete");
  for (const Json& root : *roots) {
    Members of_root(root);
    manifest.roots.push_back({.name = of_root.bytes("name"), .path = of_root.bytes("path")});
    members.require(of_root.ok());
  }
  for (const auto& [from, to] :
       {std::pair(left_out, &manifest.left_out), std::pair(missing, &manifest.missing)}) {
    for (const Json& note : *from) {
      Members of_note(note);
      to->push_back({.path = of_note.bytes("path"), .why = of_note.text("why")});
      members.require(of_note.ok());
    }
  }
  if (!members.ok()) return damaged("its manifest is not as it should be");
  for (const Json& entry : *entries) manifest.entries.push_back(NACRE_TRY(entry_of(entry)));
  return manifest;
}

}  // namespace nacre::fs
