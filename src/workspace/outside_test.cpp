#include "workspace/outside.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "fs/temporary_directory.h"
#include "workspace/note_source.h"

namespace nacre::workspace {
namespace {

using Strings = std::vector<std::string>;

class OutsideTest : public testing::Test {
 protected:
  OutsideTest() {
    std::filesystem::create_directories(home_ / "workspace");
    std::filesystem::create_directories(home_ / "logseq/journals");
    std::filesystem::create_directories(home_ / "other/logseq");
    std::filesystem::create_directories(home_ / "shared-memory");
  }

  fs::Root root() { return fs::Root::open(*files_, home_ / "workspace").value(); }
  fs::Root root_with(const Strings& extra_paths, const Strings& trusted = {}) {
    fs::Root root = this->root();
    Outside outside = find_outside(root, extra_paths, trusted, home_.path());
    root.admit(std::move(outside.mounts), std::move(outside.trusted));
    return root;
  }
  void write(const std::string& path, const std::string& text) const {
    std::ofstream(home_ / path, std::ios::binary) << text;
  }
  static Strings listed(const fs::Root& root) {
    const auto source = make_note_source(root, {});
    const text::SourceListing listing = source->list().value();
    Strings paths;
    for (const text::SourceItem& item : listing.items) paths.push_back(item.path);
    return paths;
  }

  fs::TemporaryDirectory home_;
  std::unique_ptr<fs::FileSystem> files_ = fs::make_real_file_system();
};

TEST_F(OutsideTest, NamesExtraPathsByTheirLastNameOnceEach) {
  const Outside outside = find_outside(
      root(), {"~/logseq/", "../other/logseq", home_ / "shared-memory"}, {}, home_.path());
  EXPECT_EQ(outside.mounts, (std::vector<fs::Mount>{{"@logseq", home_ / "logseq"},
                                                    {"@logseq-2", home_ / "other/logseq"},
                                                    {"@shared-memory", home_ / "shared-memory"}}));
  EXPECT_EQ(outside.warnings, Strings());
}

TEST_F(OutsideTest, LeavesOutWhatBelongsAlready) {
  std::filesystem::create_directories(home_ / "workspace/memory");
  const Outside outside =
      find_outside(root(), {"memory", "..", home_ / "logseq", home_ / "logseq/journals"}, {}, "");
  EXPECT_EQ(outside.mounts, (std::vector<fs::Mount>{{"@logseq", home_ / "logseq"}}));
  ASSERT_EQ(outside.warnings.size(), 3U);
  EXPECT_EQ(outside.warnings[0], "index.extra_paths: 'memory' lies in the workspace already");
  EXPECT_EQ(outside.warnings[1], "index.extra_paths: '..' contains the workspace");
}

TEST_F(OutsideTest, RefusesTheWholeMachineAndTheSystem) {
  const Outside outside = find_outside(root(), {"/", "/proc", "/sys/kernel"}, {}, "");
  EXPECT_EQ(outside.mounts, std::vector<fs::Mount>());
  ASSERT_EQ(outside.warnings.size(), 3U);
  EXPECT_EQ(outside.warnings[0], "index.extra_paths: '/' contains the workspace");
  EXPECT_EQ(outside.warnings[1], "index.extra_paths: '/proc' is of the system and holds no notes");
}

TEST_F(OutsideTest, AMissingDirectoryBesideTheWorkspaceIsNotInIt) {
  const Outside outside = find_outside(root(), {"../stick/./notes/"}, {}, "");
  EXPECT_EQ(outside.mounts, (std::vector<fs::Mount>{{"@notes", home_ / "stick/notes"}}));
  ASSERT_EQ(outside.warnings.size(), 1U);
  EXPECT_NE(outside.warnings[0].find("cannot be read"), std::string::npos);
}

TEST_F(OutsideTest, NotesOfAMissingDirectoryAreUnknownNotGone) {
  const fs::Root root = root_with({"~/stick"});
  const text::SourceListing listing = make_note_source(root, {})->list().value();
  ASSERT_EQ(listing.problems.size(), 1U);
  EXPECT_EQ(listing.problems[0].path, "@stick");
  EXPECT_TRUE(listing.problems[0].directory);
}

TEST_F(OutsideTest, ListsAndReadsNotesOfAnExtraPathInOrder) {
  write("workspace/MEMORY.md", "- home\n");
  write("logseq/journals/2026_03_05.md", "- lamp oil\n");
  const fs::Root root = root_with({"~/logseq"});
  EXPECT_EQ(listed(root), (Strings{"@logseq/journals/2026_03_05.md", "MEMORY.md"}));
  const auto source = make_note_source(root, {});
  const auto content = source->read("@logseq/journals/2026_03_05.md");
  ASSERT_TRUE(content.ok());
  EXPECT_EQ(content.value().attributes.visibility, Visibility::Private);
  EXPECT_TRUE(source->stamp("@logseq/journals/2026_03_05.md").ok());
}

TEST_F(OutsideTest, NeverWritesIntoAnExtraPath) {
  write("logseq/a.md", "- lamp oil\n");
  const fs::Root root = root_with({"~/logseq"});
  const auto appended = root.append(
      "@logseq/a.md", [](std::string_view) { return std::optional<std::string>("- more\n"); });
  ASSERT_FALSE(appended.ok());
  EXPECT_EQ(appended.error().code, ErrorCode::PermissionDenied);
  EXPECT_NE(appended.error().message.find("is an extra path"), std::string::npos);
  EXPECT_EQ(std::filesystem::file_size(home_ / "logseq/a.md"), 11U);
}

TEST_F(OutsideTest, RefusesALinkOutOfTheWorkspaceByName) {
  std::filesystem::create_directory_symlink(home_ / "shared-memory", home_ / "workspace/memory");
  const auto resolved = root().resolve("memory/2026-06-06.md");
  ASSERT_FALSE(resolved.ok());
  EXPECT_EQ(resolved.error().message,
            "path 'memory/2026-06-06.md': the symbolic link 'memory' leads out of the workspace, "
            "to '" +
                (home_ / "shared-memory") + "'");
  EXPECT_NE(resolved.error().hint.find("workspace.trusted_directories"), std::string::npos);
}

TEST_F(OutsideTest, FollowsALinkIntoATrustedDirectoryUnderOneName) {
  std::filesystem::create_directory_symlink(home_ / "shared-memory", home_ / "workspace/memory");
  std::filesystem::create_directory_symlink(home_ / "shared-memory", home_ / "workspace/notes");
  write("shared-memory/2026-06-06.md", "# shared\n");
  const fs::Root root = root_with({}, {"~/shared-memory"});
  EXPECT_EQ(listed(root), Strings{"memory/2026-06-06.md"});
  const auto appended = root.append("memory/2026-06-06.md", [](std::string_view) {
    return std::optional<std::string>("- more\n");
  });
  ASSERT_TRUE(appended.ok()) << appended.error().message;
  EXPECT_EQ(std::filesystem::file_size(home_ / "shared-memory/2026-06-06.md"), 16U);
}

TEST_F(OutsideTest, MakesNewFilesInATrustedDirectory) {
  std::filesystem::create_directory_symlink(home_ / "shared-memory", home_ / "workspace/memory");
  const fs::Root root = root_with({}, {"~/shared-memory"});
  const auto made = root.create("memory/deep/er/note.md", "# new\n");
  ASSERT_TRUE(made.ok()) << made.error().message;
  EXPECT_TRUE(std::filesystem::exists(home_ / "shared-memory/deep/er/note.md"));
}

TEST_F(OutsideTest, AnExtraPathAndALinkToItAreOnePlace) {
  std::filesystem::create_directory_symlink(home_ / "logseq", home_ / "workspace/log");
  write("logseq/a.md", "- lamp oil\n");
  const fs::Root root = root_with({"~/logseq"}, {"~/logseq"});
  EXPECT_EQ(listed(root), Strings{"@logseq/a.md"});
}

}  // namespace
}  // namespace nacre::workspace
