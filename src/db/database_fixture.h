#pragma once

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>

#include "db/database.h"

// What the tests of this room share.

namespace nacre::db {

// A folder of its own for one test, gone afterwards.
class ScratchFolder {
 public:
  ScratchFolder() : path_(testing::TempDir() + "nacre_db_XXXXXX") {
    EXPECT_NE(::mkdtemp(path_.data()), nullptr);
    EXPECT_EQ(::chmod(path_.c_str(), 0777), 0);
  }
  ~ScratchFolder() { std::filesystem::remove_all(path_); }
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

// Nothing can be made in `path` while this lives.
class ReadOnlyFolder {
 public:
  explicit ReadOnlyFolder(std::string path) : path_(std::move(path)) {
    EXPECT_EQ(::chmod(path_.c_str(), 0555), 0);
  }
  ~ReadOnlyFolder() { EXPECT_EQ(::chmod(path_.c_str(), 0777), 0); }
  ReadOnlyFolder(const ReadOnlyFolder&) = delete;
  ReadOnlyFolder& operator=(const ReadOnlyFolder&) = delete;

 private:
  std::string path_;
};

// Root may write anywhere; so tests of rights run as somebody else.
class UnprivilegedUser {
 public:
  UnprivilegedUser() : before_(::geteuid()) {
    if (before_ == 0) become(65534);
  }
  ~UnprivilegedUser() {
    if (before_ == 0) become(0);
  }
  UnprivilegedUser(const UnprivilegedUser&) = delete;
  UnprivilegedUser& operator=(const UnprivilegedUser&) = delete;

 private:
  static void become(uid_t user) { EXPECT_EQ(::seteuid(user), 0); }

  uid_t before_;
};

inline std::unique_ptr<Database> opened(const std::string& path, const OpenOptions& options) {
  auto database = Database::open(path, options);
  if (database.ok()) return std::move(database).value();
  ADD_FAILURE() << database.error().message;
  std::abort();
}

inline std::unique_ptr<Database> writable(const std::string& path) {
  return opened(path, {.mode = OpenMode::ReadWrite});
}

inline std::unique_ptr<Database> readable(const std::string& path) {
  return opened(path, {.mode = OpenMode::ReadOnly});
}

// The integer that `sql` yields.
inline std::int64_t scalar(Database& database, std::string_view sql) {
  auto statement = database.prepare(sql);
  const Result<bool> row = statement.value().step();
  EXPECT_TRUE(row.ok() && row.value()) << (row.ok() ? "no row" : row.error().message);
  return statement.value().integer(0);
}

}  // namespace nacre::db
