#include "workspace/note_source.h"

#include <algorithm>

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

// One walk over all places. `found` is told of each; a place that cannot be walked is a
// problem, except the workspace itself.
class PlaceWalk {
 public:
  PlaceWalk(const fs::Root& root, const NoteOptions& options) : root_(root), options_(options) {
    places_.push_back({.prefix = "", .directory = root.directory()});
  }

  Status run(bool files) {
    NACRE_TRY(walk(places_.front(), files));
    for (const fs::Mount& mount : root_.mounts()) {
      places_.push_back({.prefix = mount.name + "/", .directory = mount.directory});
    }
    for (std::size_t i = 1; i < places_.size(); ++i) {
      const Status walked = walk(places_[i], files);
      if (walked.ok()) continue;
      // Unknown, not empty: the disk may be away.
      found_.problems.push_back({.path = places_[i].prefix.substr(0, places_[i].prefix.size() - 1),
                                 .message = walked.error().message,
                                 .directory = true});
    }
    return Ok{};
  }

  std::vector<NotePlace> places() && { return std::move(places_); }
  fs::WalkResult found() && { return std::move(found_); }

 private:
  // A copy: following a link adds to the places.
  Status walk(NotePlace place, bool files) {
    const std::string& prefix = place.prefix;
    const bool own = prefix.empty();
    const auto named = [&](std::string_view path) { return prefix + std::string(path); };
    fs::WalkOptions walk;
    walk.enter = [&](std::string_view path) { return is_entered(named(path), options_); };
    walk.want = [&](std::string_view path) { return files && is_listed(named(path), options_); };
    walk.link = [&](std::string_view path) { return own && follows(std::string(path)); };
    fs::WalkResult here = NACRE_TRY(fs::walk(root_.files(), place.directory, walk));
    for (fs::WalkEntry& entry : here.files) {
      found_.files.push_back({named(entry.path), entry.stat});
    }
    for (fs::WalkProblem& problem : here.problems) {
      problem.path = named(problem.path);
      found_.problems.push_back(std::move(problem));
    }
    return Ok{};
  }

  bool follows(const std::string& path) {
    const auto real = root_.files().real_path(root_.directory() + "/" + path);
    if (!real.ok() || !root_.trusts(real.value()) || root_.relative_of(real.value())) return false;
    const auto overlaps = [&](const NotePlace& place) {
      return (place.directory + "/").starts_with(real.value() + "/") ||
             (real.value() + "/").starts_with(place.directory + "/");
    };
    if (std::any_of(places_.begin() + 1, places_.end(), overlaps)) return false;
    places_.push_back({.prefix = path + "/", .directory = real.value()});
    return true;
  }

  const fs::Root& root_;
  const NoteOptions& options_;
  std::vector<NotePlace> places_;
  fs::WalkResult found_;
};

class NoteSource final : public text::Source {
 public:
  NoteSource(const fs::Root& root, NoteOptions options)
      : root_(root), options_(std::move(options)) {}

  std::string_view kind() const override { return "notes"; }

  Result<text::SourceListing> list() override {
    PlaceWalk walk(root_, options_);
    NACRE_TRY(walk.run(true));
    fs::WalkResult found = std::move(walk).found();
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
    std::sort(listing.items.begin(), listing.items.end(),
              [](const auto& a, const auto& b) { return a.path < b.path; });
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
    const bool linked = root_.relative_of(real).value_or(std::string(path)) != path;
    if (linked || stat.kind != fs::FileKind::Regular || !is_listed(path, options_)) {
      return Error{ErrorCode::NotFound, "'" + std::string(path) + "': not one of the notes"};
    }
    return stamp_of(stat);
  }

  bool could_list(std::string_view path) const override {
    if (!is_listed(path, options_)) return false;
    if (!path.starts_with('@')) return true;
    const std::string_view first = path.substr(0, path.find('/'));
    const auto& mounts = root_.mounts();
    return std::any_of(mounts.begin(), mounts.end(),
                       [&](const fs::Mount& mount) { return mount.name == first; }) ||
           root_.exists(first);
  }

 private:
  Result<std::string> read_bytes(const std::string& real) const {
    Result<std::string> bytes = root_.files().read(real, options_.file_bytes_max);
    if (!bytes.ok() && bytes.error().code == ErrorCode::ResourceExhausted) {
      return std::move(bytes).error().with_hint("the limit is index.file_bytes_max");
    }
    return bytes;
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

Result<std::vector<NotePlace>> note_places(const fs::Root& root, const NoteOptions& options) {
  PlaceWalk walk(root, options);
  NACRE_TRY(walk.run(false));
  return std::move(walk).places();
}

std::unique_ptr<text::Source> make_note_source(const fs::Root& root, const NoteOptions& options) {
  return std::make_unique<NoteSource>(root, options);
}

}  // namespace nacre::workspace
