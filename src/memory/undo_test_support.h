#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "fs/file_system.h"
#include "memory/history.h"
#include "memory/undo.h"
#include "workspace/entries.h"

namespace nacre::memory {

inline constexpr std::uint64_t kAll = std::uint64_t{1} << 24;

inline Setting setting_on(std::unique_ptr<fs::FileSystem> files,
                          const std::string& directory = "/") {
  auto root = fs::Root::open(*files, directory);
  EXPECT_TRUE(root.ok());
  return {.files = std::move(files),
          .root = root.value(),
          .clock = base::ManualClock::make(UnixMillis{1'770'887'000'000}, "UTC").value()};
}

inline std::string content(const Setting& setting, const std::string& path) {
  const auto read = setting.root.read(path, kAll);
  return read.ok() ? read.value() : "";
}

// What a person does with an editor.
inline void put(const Setting& setting, const std::string& path, const std::string& text) {
  const auto done = setting.root.replace(path, [&](std::string_view) {
    return Result<std::optional<std::string>>(std::optional(text));
  });
  ASSERT_TRUE(done.ok()) << done.error().message;
}

inline void bound(Setting& setting, std::uint64_t entries, std::uint64_t bytes) {
  setting.config = base::Config::parse("[history]\nentries_max = " + std::to_string(entries) +
                                       "\nbytes_max = " + std::to_string(bytes) + "\n")
                       .value();
}

// The number of the step.
inline std::uint64_t append(const Setting& setting, const std::string& path,
                            const std::string& text) {
  History history(setting);
  const auto done = history.append("log", path, [&](std::string_view) {
    return Result<std::optional<std::string>>(std::optional(text));
  });
  EXPECT_TRUE(done.ok());
  EXPECT_EQ(history.warning(), "");
  return history.step();
}

inline std::uint64_t replace(const Setting& setting, const std::string& path,
                             const std::string& text) {
  History history(setting);
  const auto done = history.replace("config set", path, [&](std::string_view) {
    return Result<std::optional<std::string>>(std::optional(text));
  });
  EXPECT_TRUE(done.ok());
  return history.step();
}

inline Result<UndoAnswer> undo(const Setting& setting, const std::string& receipt = {}) {
  return undo_files({.receipt = receipt}, setting);
}
inline Result<UndoAnswer> redo(const Setting& setting, const std::string& receipt = {}) {
  return undo_files({.receipt = receipt, .redo = true}, setting);
}
inline bool done(const Result<UndoAnswer>& answer) {
  return answer.ok() && !answer.value().steps.empty();
}

class UndoTest : public ::testing::Test {
 protected:
  workspace::Written remember(const RememberRequest& request) {
    History history(setting_);
    const HistorySink sink(history, "remember");
    const workspace::EntryWriter writer(setting_.root, *setting_.clock, setting_.language, &sink);
    auto written = writer.remember(request);
    EXPECT_TRUE(written.ok());
    return written.ok() ? written.value() : workspace::Written{};
  }

  Setting setting_ = setting_on(fs::make_memory_file_system());
};

}  // namespace nacre::memory
