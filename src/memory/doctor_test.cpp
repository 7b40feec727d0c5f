#include "memory/doctor.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "db/database.h"
#include "fs/intent.h"
#include "fs/temporary_directory.h"
#include "nacre/memory.h"
#include "support/scoped_variable.h"
#include "workspace/note_source.h"

namespace nacre::memory {
namespace {

constexpr std::int64_t kNow = 1'795'000'000'000;  // 2026-11-18

// A workspace on disk, healthy at first: laid out, indexed, closed to others.
class Doctor : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(::chmod(directory_.path().c_str(), 0700), 0);
    ASSERT_TRUE(Memory::init(directory_.path(), "en").ok());
    write("memory/a.md", "# A\n\nthe kettle is violet\n");
    index();
    around_ = look_around();
    around_.now_ms = std::max(around_.now_ms, kNow);
    around_.clock_frozen = false;
    around_.host_zone_problem.clear();
    around_.open_files = 1024;
    around_.inotify_watches = 8192;
    around_.volume = [](const std::string&) { return Result<fs::Volume>(roomy()); };
  }

  static fs::Volume roomy() {
    return {.name = "ext4",
            .bytes_free = std::uint64_t{1} << 40,
            .bytes_total = std::uint64_t{1} << 41,
            .inodes_free = 1'000'000,
            .inodes_total = 2'000'000};
  }

  OpenOptions options() const {
    return {.workspace = directory_.path(), .timezone = "UTC", .ignore_environment = true};
  }
  std::string at(const std::string& path) const { return directory_.path() + "/" + path; }
  void write(const std::string& path, const std::string& text) const {
    std::filesystem::create_directories(std::filesystem::path(at(path)).parent_path());
    std::ofstream(at(path), std::ios::binary) << text;
  }
  std::string read(const std::string& path) const {
    std::ifstream file(at(path), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void index() const { ASSERT_TRUE(Memory::open(options()).value()->index({}).ok()); }

  std::vector<Finding> look(bool deep = false) const {
    const Setting setting = open_setting(options(), Warnings::Quiet).value();
    const OpenOptions given = options();
    const auto source = workspace::make_note_source(setting.root, setting.notes);
    return examine({.setting = setting,
                    .options = given,
                    .around = around_,
                    .source = *source,
                    .deep = deep,
                    .config_problem = {}});
  }
  // "severity id" of all that is not plainly well.
  std::vector<std::string> complaints(bool deep = false) const {
    std::vector<std::string> ids;
    for (const Finding& finding : look(deep)) {
      if (finding.shown.severity == Severity::Ok) continue;
      ids.push_back(std::string(name(finding.shown.severity)) + " " + finding.shown.id);
    }
    return ids;
  }
  // Repairs, and what is left to complain of.
  DoctorReport fixed() const {
    auto report = doctor(options(), {.fix = true});
    EXPECT_TRUE(report.ok());
    return std::move(report).value();
  }
  static bool has(const DoctorReport& report, std::string_view id) {
    return std::any_of(report.findings.begin(), report.findings.end(),
                       [id](const DoctorFinding& finding) { return finding.id == id; });
  }

  using Ids = std::vector<std::string>;
  fs::TemporaryDirectory directory_;
  Surroundings around_;
};

TEST_F(Doctor, FindsNothingInAHealthyWorkspace) {
  EXPECT_EQ(complaints(), Ids());
  EXPECT_EQ(complaints(true), Ids());
  // Each check says at least that all is well.
  const auto findings = look();
  for (const DoctorCheck& check : doctor_checks()) {
    EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
      return finding.shown.id == check.id && !finding.shown.what.empty();
    })) << check.id;
  }
}

TEST_F(Doctor, SeesRightsThatOthersHave) {
  ::chmod(directory_.path().c_str(), 0755);
  EXPECT_EQ(complaints(), Ids{"note rights.others_read"});
  ::chmod(directory_.path().c_str(), 0777);
  EXPECT_EQ(complaints(), Ids{"warning rights.others_write"});
  ::chmod(directory_.path().c_str(), 0700);
  ::chmod(at(".nacre/cache").c_str(), 0755);
  EXPECT_EQ(complaints(), Ids{"warning rights.open_state"});
  const DoctorReport report = fixed();
  EXPECT_EQ(report.done.size(), 1U);
  EXPECT_FALSE(has(report, "rights.open_state"));
  struct stat status {};
  ASSERT_EQ(::stat(at(".nacre/cache").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
  EXPECT_EQ(fixed().done, Ids());
}

TEST_F(Doctor, SeesAnotherOwner) {
  around_.user += 1;
  const Ids found = complaints();
  EXPECT_NE(std::find(found.begin(), found.end(), "warning rights.foreign_owner"), found.end());
}

TEST_F(Doctor, KnowsWhatFileSystemsMean) {
  fs::Volume volume = roomy();
  around_.volume = [&](const std::string&) { return Result<fs::Volume>(volume); };
  volume.kind = fs::VolumeKind::Network;
  EXPECT_EQ(complaints(), (Ids{"note volume.watch_polls", "warning volume.network_cache"}));
  volume.kind = fs::VolumeKind::Fuse;
  EXPECT_EQ(complaints(), (Ids{"note volume.watch_polls", "note volume.fuse_cache"}));
  volume.kind = fs::VolumeKind::Memory;
  EXPECT_EQ(complaints(), Ids{"note volume.notes_in_memory"});
  volume = roomy();
  volume.read_only = true;
  EXPECT_EQ(complaints(), Ids{"warning volume.read_only"});
}

TEST_F(Doctor, SeesThatRoomRunsOut) {
  fs::Volume volume = roomy();
  around_.volume = [&](const std::string&) { return Result<fs::Volume>(volume); };
  volume.bytes_free = 50U << 20;
  EXPECT_EQ(complaints(), Ids{"warning space.bytes"});
  volume.bytes_free = 4096;
  EXPECT_EQ(complaints(), Ids{"error space.bytes"});
  volume = roomy();
  volume.inodes_free = 3;
  EXPECT_EQ(complaints(), Ids{"warning space.inodes"});
  volume.inodes_free = volume.inodes_total = 0;  // btrfs counts none.
  EXPECT_EQ(complaints(), Ids());
}

TEST_F(Doctor, SeesAClockThatIsWrong) {
  around_.now_ms = 0;
  EXPECT_EQ(complaints(), Ids{"error clock.absurd"});
  around_.now_ms = kNow;
  const auto future = std::filesystem::file_time_type::clock::now() + std::chrono::hours(24 * 4000);
  std::filesystem::last_write_time(at("memory/a.md"), future);
  index();
  EXPECT_EQ(complaints(), Ids{"warning clock.behind"});
}

TEST_F(Doctor, SaysThatTheClockStandsStillOrTheZoneIsUnknown) {
  around_.clock_frozen = true;
  around_.host_zone_problem = "the host's time zone 'Mars' is unknown, using UTC";
  EXPECT_EQ(complaints(), (Ids{"note clock.frozen", "warning clock.host_zone"}));
}

TEST_F(Doctor, SeesLimitsOfTheSystem) {
  around_.open_files = 20;
  around_.inotify_watches = 2;
  EXPECT_EQ(complaints(), (Ids{"warning limits.open_files", "warning limits.inotify"}));
}

TEST_F(Doctor, SeesProblemsOfTheConfiguration) {
  write(".nacre/config.toml", "recall.limt = 1\n");
  EXPECT_EQ(complaints(), Ids{"warning config.problem"});
}

TEST_F(Doctor, LooksAtTheRestWhereTheConfigurationIsBroken) {
  write(".nacre/config.toml", "[recall\n");
  const auto report = doctor(options(), {});
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_TRUE(has(report.value(), "config.broken"));
  EXPECT_TRUE(has(report.value(), "index.unchecked"));
  EXPECT_EQ(report.value().worst(), Severity::Error);
}

TEST_F(Doctor, SeesWhatTheIndexLacksAndHasTooMuch) {
  write("memory/b.md", "a new note\n");
  write("memory/c.md", "soon gone\n");
  EXPECT_EQ(complaints(), Ids{"note index.not_indexed"});
  index();
  EXPECT_EQ(complaints(), Ids());
  std::filesystem::remove(at("memory/c.md"));
  write("memory/b.md", "a changed and longer note\n");
  EXPECT_EQ(complaints(), (Ids{"note index.stale", "note index.gone"}));
  EXPECT_EQ(fixed().done.size(), 1U);
  EXPECT_EQ(complaints(true), Ids());
}

TEST_F(Doctor, SeesAnIndexThatIsMissingOrDamaged) {
  std::filesystem::remove_all(at(".nacre/cache"));
  EXPECT_EQ(complaints(), Ids{"note index.missing"});
  fixed();
  EXPECT_EQ(complaints(), Ids());
  std::filesystem::remove(at(".nacre/cache/index.db-wal"));
  write(".nacre/cache/index.db", std::string(20'000, 'x'));
  EXPECT_EQ(complaints(), Ids{"error index.unusable"});
  const DoctorReport report = fixed();
  EXPECT_FALSE(has(report, "index.unusable"));
  EXPECT_LE(report.worst(), Severity::Note);
}

// Equal counts, equal stamps, another text: only reading both shows it.
TEST_F(Doctor, ComparesWhatTheIndexHoldsWithWhatTheFilesSay) {
  {
    auto database =
        db::Database::open(at(".nacre/cache/index.db"), {.mode = db::OpenMode::ReadWrite}).value();
    auto rows = database->prepare("SELECT count(*) FROM units WHERE text LIKE '%violet%'");
    ASSERT_TRUE(rows.ok()) << rows.error().message;
    ASSERT_TRUE(rows.value().step().value());
    ASSERT_GT(rows.value().integer(0), 0);
  }
  {
    auto database =
        db::Database::open(at(".nacre/cache/index.db"), {.mode = db::OpenMode::ReadWrite}).value();
    ASSERT_TRUE(
        database->execute("UPDATE units SET text = replace(text, 'violet', 'yellow')").ok());
  }
  EXPECT_EQ(complaints(), Ids{"warning content.differs"});
  EXPECT_EQ(fixed().done.size(), 1U);
  EXPECT_EQ(complaints(true), Ids());
}

TEST_F(Doctor, ReportsAndRemovesWhatDeadProcessesLeft) {
  write(".nacre/cache/reindex.lock", "{\"pid\":999999999,\"started\":\"2026-01-01T00:00:00Z\"}\n");
  write(".nacre/index.reindex-deadbeef.tmp", "partial\n");
  write(".nacre/cache/index.db.bad-3", std::string(5000, 'x'));
  write(".nacre/cache/index.db.new", std::string(100, 'x'));
  EXPECT_EQ(complaints(), (Ids{"note leftovers.temporary", "note leftovers.quarantined",
                               "note leftovers.rebuild", "note leftovers.lock"}));
  EXPECT_EQ(fixed().done.size(), 4U);
  EXPECT_EQ(complaints(), Ids());
}

TEST_F(Doctor, RemovesNothingOfSomebodyElseFromAFolderThatWasChosen) {
  write(".nacre/config.toml", "[index]\ncache_dir = \"data\"\n");
  for (const char* name : {"data/thesis.tmp", "data/mail.lock", "data/index.db.bad-1"}) {
    write(name, "precious\n");
  }
  fixed();
  for (const char* name : {"data/thesis.tmp", "data/mail.lock", "data/index.db.bad-1"}) {
    EXPECT_EQ(read(name), "precious\n") << name;
  }
  EXPECT_EQ(complaints(), Ids{"note leftovers.quarantined"});
}

TEST_F(Doctor, LeavesWhatALivingProcessHolds) {
  write(".nacre/cache/reindex.lock", "{\"pid\":" + std::to_string(::getpid()) + "}\n");
  EXPECT_EQ(complaints(), Ids{"note leftovers.in_use"});
  EXPECT_EQ(fixed().done, Ids());
  EXPECT_TRUE(std::filesystem::exists(at(".nacre/cache/reindex.lock")));
}

TEST_F(Doctor, NeverTouchesWhatIsNotOurs) {
  write(".nacre/cache/letter.txt", "mine");
  EXPECT_EQ(complaints(), Ids{"note leftovers.foreign"});
  fixed();
  EXPECT_EQ(read(".nacre/cache/letter.txt"), "mine");
}

TEST_F(Doctor, SettlesTheWritesOfAKilledWriter) {
  const std::string before = read("memory/a.md");
  std::filesystem::create_directories(at(".nacre/intents"));
  ::chmod(at(".nacre/intents").c_str(), 0700);
  const fs::Intent intent = fs::make_intent("memory/a.md", before, "- the cup is blue\n");
  write(".nacre/intents/" + fs::intent_name("memory/a.md"), fs::encode_intent(intent));
  write(".nacre/intents/x.tmp", "half a file");
  EXPECT_EQ(complaints(), (Ids{"warning writes.unfinished", "warning writes.temporary"}));
  const DoctorReport report = fixed();
  ASSERT_FALSE(report.done.empty());
  EXPECT_NE(report.done[0].find("memory/a.md"), std::string::npos) << report.done[0];
  EXPECT_EQ(read("memory/a.md"), before + "- the cup is blue\n");
}

TEST_F(Doctor, CountsSecretsByFileAndChangesNone) {
  const std::string note = "password: hunter2-Zq8-long\n";
  write("memory/secret.md", note);
  index();
  EXPECT_EQ(complaints(), Ids{"warning secrets.found"});
  fixed();
  EXPECT_EQ(read("memory/secret.md"), note);
}

TEST_F(Doctor, WarnsOfFilesNearALimitInTheWordsOfTheContext) {
  write(".nacre/config.toml", "context.file_chars_max = 1000\n");
  write("MEMORY.md", "- " + std::string(950, 'x') + "\n");
  index();
  EXPECT_EQ(complaints(), Ids{"warning context.near_limit"});
  const auto status = Memory::open(options()).value()->status().value();
  ASSERT_EQ(status.warnings.size(), 1U);
  const auto findings = look();
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [&](const Finding& finding) {
    return finding.shown.what == status.warnings[0];
  }));
}

TEST_F(Doctor, NamesFilesThatCannotBeSearched) {
  write(".nacre/config.toml", "index.file_bytes_max = 1024\n");
  write("memory/large.md", std::string(3000, 'x'));
  write("memory/bytes.md", std::string(500, '\xff') + "\n");
  std::filesystem::remove_all(at(".nacre/cache"));
  EXPECT_EQ(complaints(), (Ids{"note index.missing", "warning files.too_large"}));
  index();
  const Ids found = complaints();
  EXPECT_NE(std::find(found.begin(), found.end(), "warning files.undecodable"), found.end());
  EXPECT_EQ(std::count(found.begin(), found.end(), "warning files.failed") +
                std::count(found.begin(), found.end(), "warning files.too_large"),
            1);
}

TEST_F(Doctor, HidesWhatIsDerivedFromGit) {
  std::filesystem::remove(at(".nacre/.gitignore"));
  EXPECT_EQ(complaints(), Ids{"note git.no_ignore_file"});
  EXPECT_EQ(fixed().done.size(), 1U);
  EXPECT_NE(read(".nacre/.gitignore").find("!config.toml"), std::string::npos);
  EXPECT_EQ(complaints(), Ids());
}

TEST_F(Doctor, RepairsOnceAndIsCleanTheSecondTime) {
  write("memory/b.md", "a new note\n");
  write(".nacre/cache/index.db.bad-1", "x");
  std::filesystem::remove(at(".nacre/.gitignore"));
  ::chmod(at(".nacre/cache").c_str(), 0755);
  EXPECT_EQ(fixed().done.size(), 4U);
  EXPECT_EQ(fixed().done, Ids());
  EXPECT_EQ(read("memory/b.md"), "a new note\n");
}

}  // namespace
}  // namespace nacre::memory
