#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "index/store.h"
#include "recall/engine.h"
#include "workspace/note_source.h"

// A workspace in memory for the tests of this room: real notes, a real index, a
// source whose files can change behind the index's back.
namespace nacre::recall {

class TestSource final : public text::Source {
 public:
  std::string_view kind() const override { return "notes"; }

  void write(const std::string& path, std::string text) {
    text::Stamp stamp;
    stamp.size = text.size();
    stamp.modified_ns = ++now_;
    stamp.inode = now_;
    files_[path] = {std::move(text), stamp};
  }
  void remove(const std::string& path) { files_.erase(path); }

  Result<text::SourceListing> list() override {
    text::SourceListing listing;
    for (const auto& [path, file] : files_) listing.items.push_back({path, file.second});
    return listing;
  }
  Result<text::SourceContent> read(std::string_view path) override {
    const auto found = files_.find(path);
    if (found == files_.end()) return Error{ErrorCode::NotFound, "no such file"};
    text::SourceContent content = workspace::parse_note(path, found->second.first, {});
    content.stamp = found->second.second;
    return content;
  }
  Result<text::Stamp> stamp(std::string_view path) override {
    const auto found = files_.find(path);
    if (found == files_.end()) return Error{ErrorCode::NotFound, "no such file"};
    return found->second.second;
  }

 private:
  std::map<std::string, std::pair<std::string, text::Stamp>, std::less<>> files_;
  std::uint32_t now_ = 0;
};

class TestWorkspace {
 public:
  using Files = std::vector<std::pair<std::string, std::string>>;

  explicit TestWorkspace(std::string_view now = "2026-02-09T00:00:00Z") {
    clock_ = base::ManualClock::make(*base::parse_instant(now), "UTC").value();
    store_ = index::open_store({.path = ":memory:", .read_only = false}).value();
    options.clock = clock_.get();
    options.source = &source;
    options.ranking = make_ranking(base::Config());
  }

  // Writes and indexes, in this order.
  void add(const Files& files) {
    std::vector<index::FileDelta> deltas;
    for (const auto& [path, text] : files) {
      source.write(path, text);
      index::FileDelta delta;
      delta.source = source.kind();
      delta.path = path;
      delta.content = source.read(path).value();
      deltas.push_back(std::move(delta));
    }
    const auto report = store_->apply(std::move(deltas));
    ASSERT_TRUE(report.ok()) << report.error().message;
  }

  Result<RecallAnswer> try_ask(const RecallRequest& request) {
    Engine engine(options);
    return engine.answer(request, *store_);
  }
  RecallAnswer ask(const RecallRequest& request) {
    Result<RecallAnswer> answer = try_ask(request);
    if (!answer.ok()) {
      ADD_FAILURE() << request.query << ": " << answer.error().message;
      return {};
    }
    return std::move(answer).value();
  }
  RecallAnswer ask(std::string_view query) {
    RecallRequest request;
    request.query = query;
    return ask(request);
  }
  // Paths of the hits in order.
  std::vector<std::string> paths(std::string_view query) { return paths_of(ask(query)); }

  static std::vector<std::string> paths_of(const RecallAnswer& answer) {
    std::vector<std::string> paths;
    for (const RecallHit& hit : answer.results) paths.push_back(hit.path);
    return paths;
  }

  TestSource source;
  EngineOptions options;

 private:
  std::unique_ptr<base::ManualClock> clock_;
  std::unique_ptr<index::Store> store_;
};

// Everything that an answer shows, for comparing answers.
std::string dump(const RecallAnswer& answer);

}  // namespace nacre::recall
