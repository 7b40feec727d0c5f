#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "nacre/adopt.h"
#include "nacre/compare.h"
#include "nacre/config.h"
#include "nacre/doctor.h"
#include "nacre/options.h"
#include "nacre/result.h"
#include "nacre/types.h"
#include "nacre/undo.h"
#include "nacre/uninstall.h"
#include "nacre/watch.h"

namespace nacre {

struct IndexProgress {
  std::uint32_t done = 0, total = 0;
  std::string_view path;
};

// One workspace, opened. Every verb of the command line is one call here.
//
//   auto memory = nacre::Memory::open({.workspace = "notes"});
//   if (!memory.ok()) ...
//   auto answer = memory.value()->recall({.query = "昨天的测试优化做到哪了"});
//
// Threads: one at a time per object; any number of objects and processes share
// a workspace.
class Memory {
 public:
  // NotFound when there is no workspace (the hint names `nacre init`).
  static Result<std::unique_ptr<Memory>> open(const OpenOptions& options);
  // Lays out a workspace in `directory` (made when missing); touches nothing
  // that exists. `language`: "en", "zh", "" for the locale's.
  static Result<InitReport> init(std::string_view directory, std::string_view language);
  // Takes an OpenClaw installation or workspace over: a verified backup, what is missing
  // below .nacre/, its settings, an index. Without `apply` it only says what it would do.
  // No note and no file of OpenClaw changes.
  static Result<AdoptReport> adopt(const AdoptRequest& request,
                                   const std::function<void(const IndexProgress&)>& progress = {});
  // Unpacks such a backup and checks every file. AlreadyExists rather than overwriting.
  static Result<RestoreBackupReport> restore_backup(const RestoreBackupRequest& request);
  virtual ~Memory() = default;

  virtual Result<RecallAnswer> recall(const RecallRequest& request) = 0;
  virtual Result<GetAnswer> get(const GetRequest& request) = 0;
  // What a session of that scope should start with, within limits and budget.
  // Works without an index. A scope that gets nothing is an answer (`denied`).
  virtual Result<ContextAnswer> context(const ContextRequest& request) = 0;
  virtual Result<Receipt> remember(const RememberRequest& request) = 0;
  virtual Result<Receipt> log(const LogRequest& request) = 0;
  // Takes back, or brings back, what one command wrote. Conflict, with nothing changed,
  // when the text was edited since; an answer without steps when there is nothing.
  virtual Result<UndoAnswer> undo(const UndoRequest& request) = 0;
  virtual Result<UndoList> undo_list(const UndoListRequest& request) = 0;
  virtual Result<IndexReport> index(
      const IndexRequest& request,
      const std::function<void(const IndexProgress&)>& progress = {}) = 0;
  virtual Result<StatusReport> status(bool files = false) = 0;
  // Secrets that lie in the files, also in those that are no notes. Reads only.
  virtual Result<ScanReport> scan(const ScanRequest& request) = 0;
  // Makes git ask `nacre scan --staged` before each commit; an existing hook runs
  // first. The path of the hook. NotFound where the workspace is in no repository.
  virtual Result<std::string> install_scan_hook() = 0;

  // Takes away what is derived or was installed; every note stays.
  virtual Result<UninstallReport> uninstall(const UninstallRequest& request) = 0;

  // Asks this memory and another program the same, each as a process of its own, and
  // lays both answers side by side. NotFound when there is no such program.
  virtual Result<CompareAnswer> compare(const CompareRequest& request) = 0;

  // Brings the index to the files and keeps it there, until the request's stop
  // descriptor becomes readable. `report` is called in between, on this thread.
  // NotFound when the workspace is removed meanwhile.
  virtual Status watch(const WatchRequest& request,
                       const std::function<void(const WatchReport&)>& report) = 0;

  virtual const std::string& workspace() const = 0;
};

// "0.1.0"
std::string_view version();

}  // namespace nacre
