#include "workspace/note_source.h"

#include "fs/walk.h"
#include "text/utf8.h"
#include "workspace/ignore.h"
#include "workspace/layout.h"

namespace nacre::workspace {
namespace {

constexpr int kReadAttemptsMax = 3;

text::Stamp stamp_of(const fs::Stat& stat) {
  return text::Stamp{.size = stat.size,
                     .modified_ns = stat.modified_ns,
                     .changed_ns = stat.changed_ns,
                     .inode = stat.inode};
}

class NoteSource final : public text::Source {
 public:
  NoteSource(const fs::Root& root, NoteOptions options)
      : root_(root), options_(std::move(options)) {}

  std::string_view kind() const override { return "notes"; }

  Result<text::SourceListing> list() override {
    fs::WalkOptions walk;
    walk.enter = [this](std::string_view path) { return is_entered(path, options_); };
    walk.want = [this](std::string_view path) { return is_listed(path, options_); };
    fs::WalkResult found = NACRE_TRY(fs::walk(root_.files(), root_.directory(), walk));
    text::SourceListing listing;
    listing.items.reserve(found.files.size());
    for (fs::WalkEntry& entry : found.files) {
      if (!text::utf8::is_valid(entry.path)) {
        listing.problems.push_back(
            {text::utf8::repair(entry.path).text, "its name is not UTF-8: rename it", false});
        continue;
      }
      listing.items.push_back({std::move(entry.path), stamp_of(entry.stat)});
    }
    for (fs::WalkProblem& problem : found.problems) {
      listing.problems.push_back({text::utf8::repair(problem.path).text,
                                  text::utf8::repair(problem.message).text, problem.directory});
    }
    return listing;
  }

  Result<text::SourceContent> read(std::string_view path) override {
    // Resolved once: that is most of the system calls of reading a small note.
    const std::string real = NACRE_TRY(root_.resolve(path));
    fs::Stat before = NACRE_TRY(root_.files().stat(real, false));
    for (int attempt = 0; attempt < kReadAttemptsMax; ++attempt) {
      const std::string bytes = NACRE_TRY(read_bytes(real));
      const fs::Stat after = NACRE_TRY(root_.files().stat(real, false));
      if (stamp_of(before) == stamp_of(after) && bytes.size() == after.size) {
        text::SourceContent content = parse_note(path, bytes, options_);
        content.stamp = stamp_of(after);
        return content;
      }
      before = after;
    }
    return Error{ErrorCode::Unavailable,
                 "read '" + std::string(path) + "': it keeps changing while it is read"};
  }

  Result<text::Stamp> stamp(std::string_view path) override {
    // What `list` would not give is not there, whoever asks for it.
    const std::string real = NACRE_TRY(root_.resolve(path));
    const fs::Stat stat = NACRE_TRY(root_.files().stat(real, false));
    const bool linked = !real.ends_with(path) || real.size() != own_path_bytes(path);
    if (linked || stat.kind != fs::FileKind::Regular || !is_listed(path, options_)) {
      return Error{ErrorCode::NotFound, "'" + std::string(path) + "': not one of the notes"};
    }
    return stamp_of(stat);
  }

 private:
  Result<std::string> read_bytes(const std::string& real) const {
    Result<std::string> bytes = root_.files().read(real, options_.file_bytes_max);
    if (!bytes.ok() && bytes.error().code == ErrorCode::ResourceExhausted) {
      return std::move(bytes).error().with_hint("the limit is index.file_bytes_max");
    }
    return bytes;
  }

  // Of a path that leads through no symlink.
  std::size_t own_path_bytes(std::string_view path) const {
    const std::string& directory = root_.directory();
    return directory.size() + (directory.ends_with('/') ? 0U : 1U) + path.size();
  }

  const fs::Root& root_;
  NoteOptions options_;
};

}  // namespace

bool is_entered(std::string_view directory, const NoteOptions& options) {
  return enter_directory(directory) && !is_ignored(options.ignore, directory, true);
}

bool is_listed(std::string_view path, const NoteOptions& options) {
  return is_note_name(path) && classify(path, options.project_visibility).indexed &&
         !is_ignored(options.ignore, path, false);
}

std::unique_ptr<text::Source> make_note_source(const fs::Root& root, const NoteOptions& options) {
  return std::make_unique<NoteSource>(root, options);
}

}  // namespace nacre::workspace
