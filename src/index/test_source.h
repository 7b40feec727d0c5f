#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "index/sync.h"
#include "text/source.h"

// For the tests of this room: files in memory, one unit per line.
namespace nacre::index {

class TestSource final : public text::Source {
 public:
  struct File {
    std::string text;
    text::Stamp stamp;
    text::SourceAttributes attributes;
  };

  std::string_view kind() const override { return "notes"; }

  Result<text::SourceListing> list() override {
    ++lists;
    text::SourceListing listing;
    listing.problems = problems;
    for (const auto& [path, file] : files) {
      const bool hidden =
          std::any_of(problems.begin(), problems.end(), [&, &name = path](const auto& problem) {
            return problem.directory && name.starts_with(problem.path + "/");
          });
      if (!hidden) listing.items.push_back({path, file.stamp});
    }
    return listing;
  }

  Result<text::SourceContent> read(std::string_view path) override {
    ++reads;
    const auto found = files.find(path);
    if (found == files.end() || vanishing.contains(std::string(path))) {
      return Error{ErrorCode::NotFound, "gone"};
    }
    if (failing.contains(std::string(path)))
      return Error{ErrorCode::PermissionDenied, "no right to read"};
    text::SourceContent content = content_of(found->first, found->second);
    if (after_read) std::exchange(after_read, {})();
    return content;
  }

  Result<text::Stamp> stamp(std::string_view path) override {
    const auto found = files.find(path);
    if (found == files.end()) return Error{ErrorCode::NotFound, "gone"};
    return found->second.stamp;
  }

  static text::SourceContent content_of(const std::string& path, const File& file) {
    text::SourceContent content;
    content.stamp = file.stamp;
    const base::Sha256 hash = base::sha256(file.text);
    content.content_hash = base::hex(hash);
    content.attributes = file.attributes;
    text::Unit title;
    title.kind = text::UnitKind::Title;
    title.text = path;
    content.units.push_back(std::move(title));
    std::istringstream lines(file.text);
    std::uint64_t begin = 0;
    std::uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
      ++number;
      if (!line.empty()) {
        text::Unit unit;
        unit.kind = text::UnitKind::Entry;
        unit.ordinal = number;
        unit.start_line = unit.end_line = number;
        unit.begin = begin;
        unit.end = begin + line.size();
        // "!private ..." is marked so, "# a ..." stands under heading a.
        if (line.starts_with("!private ")) unit.visibility = Visibility::Private;
        if (line.starts_with("# ")) unit.heading = line.substr(2, line.find(' ', 2) - 2);
        unit.text = line;
        content.units.push_back(std::move(unit));
      }
      begin += line.size() + 1;
    }
    return content;
  }

  bool could_list(std::string_view path) const override {
    return left_out.empty() || !path.starts_with(left_out);
  }

  // Gives the file a stamp of its own and an old enough age.
  void put(const std::string& path, std::string text, text::SourceAttributes attributes = {}) {
    File& file = files[path];
    file.text = std::move(text);
    file.attributes = std::move(attributes);
    file.stamp = {
        .size = file.text.size(), .modified_ns = ++clock_, .changed_ns = clock_, .inode = 1};
  }

  std::map<std::string, File, std::less<>> files;
  std::vector<text::SourceProblem> problems;
  std::string left_out;  // A prefix that the configuration no longer gives.
  std::set<std::string> failing, vanishing;
  std::function<void()> after_read;  // Once: what happens while a read item is on its way.
  int reads = 0, lists = 0;

 private:
  std::int64_t clock_ = 0;
};

inline constexpr std::int64_t kTestNow = 100'000'000'000;  // 100 s after the files' times.

inline std::unique_ptr<Store> memory_store() {
  auto store = open_store({.path = ":memory:", .read_only = false});
  NACRE_CHECK(store.ok());
  return std::move(store).value();
}

inline IndexReport sync_all(text::Source& source, Store& store, SyncOptions options = {}) {
  options.now_ns = kTestNow;
  auto report = sync(source, store, options);
  NACRE_CHECK(report.ok());
  return std::move(report).value();
}

}  // namespace nacre::index
