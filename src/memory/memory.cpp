#include "nacre/memory.h"

#include <time.h>

#include <optional>

#include "index/store.h"
#include "memory/adopt.h"
#include "memory/compare.h"
#include "memory/context.h"
#include "memory/get.h"
#include "memory/keeping.h"
#include "memory/masking.h"
#include "memory/scan.h"
#include "memory/setting.h"
#include "memory/status.h"
#include "memory/undo.h"
#include "memory/uninstall.h"
#include "memory/watch.h"
#include "memory/writing.h"
#include "recall/engine.h"
#include "text/utf8.h"
#include "workspace/layout.h"

namespace nacre {
namespace {

constexpr std::uint64_t kWordListBytesMax = std::uint64_t{4} << 20;

double elapsed_ms(const timespec& since) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec - since.tv_sec) * 1e3 +
         static_cast<double>(now.tv_nsec - since.tv_nsec) / 1e6;
}

timespec started() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now;
}

// The door: below it every text is UTF-8.
Status check_utf8(std::string_view what, std::string_view text) {
  if (text::utf8::is_valid(text)) return Ok{};
  const std::size_t at = text::utf8::valid_prefix(text);
  return Error{ErrorCode::InvalidArgument,
               std::string(what) + ": byte " + std::to_string(at + 1) + " is not UTF-8"};
}

Status check_scope(const Scope& scope) {
  NACRE_TRY(check_utf8("agent", scope.agent));
  NACRE_TRY(check_utf8("user", scope.user));
  return check_utf8("project", scope.project);
}

Status check(const RecallRequest& request) {
  NACRE_TRY(check_scope(request.scope));
  NACRE_TRY(check_utf8("query", request.query));
  NACRE_TRY(check_utf8("project", request.project));
  NACRE_TRY(check_utf8("path", request.path));
  for (const std::string* date : {&request.after, &request.before, &request.date, &request.as_of}) {
    NACRE_TRY(check_utf8("date", *date));
  }
  return Ok{};
}

Status check(const RememberRequest& request) {
  NACRE_TRY(check_scope(request.scope));
  NACRE_TRY(check_utf8("text", request.text));
  NACRE_TRY(check_utf8("target", request.to));
  NACRE_TRY(check_utf8("category", request.category));
  NACRE_TRY(check_utf8("title", request.title));
  NACRE_TRY(check_utf8("validity", request.valid));
  for (const std::string& trigger : request.triggers) NACRE_TRY(check_utf8("trigger", trigger));
  return Ok{};
}

class WorkspaceMemory final : public Memory {
 public:
  explicit WorkspaceMemory(memory::Setting setting) : setting_(std::move(setting)) {}

  Result<RecallAnswer> recall(const RecallRequest& request) override {
    const timespec start = started();
    NACRE_TRY(check(request));
    auto answer = answer_of(request);
    if (answer.ok()) answer.value().took_ms = elapsed_ms(start);
    return answer;
  }

  Result<GetAnswer> get(const GetRequest& request) override {
    NACRE_TRY(check_scope(request.scope));
    NACRE_TRY(check_utf8("path", request.path));
    return memory::get(request, setting_);
  }

  Result<ContextAnswer> context(const ContextRequest& request) override {
    NACRE_TRY(check_scope(request.scope));
    return memory::context(request, setting_);
  }

  Result<Receipt> remember(const RememberRequest& request) override {
    NACRE_TRY(check(request));
    const memory::Masked<RememberRequest> masked = memory::masked(request, setting_.redactor);
    auto receipt = memory::remember(masked.request, setting_, source());
    if (receipt.ok()) receipt.value().redacted = masked.counts;
    return receipt;
  }

  Result<Receipt> log(const LogRequest& request) override {
    NACRE_TRY(check_scope(request.scope));
    NACRE_TRY(check_utf8("title", request.title));
    NACRE_TRY(check_utf8("body", request.body));
    const memory::Masked<LogRequest> masked = memory::masked(request, setting_.redactor);
    auto receipt = memory::log(masked.request, setting_, source());
    if (receipt.ok()) receipt.value().redacted = masked.counts;
    return receipt;
  }

  Result<UndoAnswer> undo(const UndoRequest& request) override {
    NACRE_TRY(check_scope(request.scope));
    NACRE_TRY(check_utf8("receipt", request.receipt));
    return memory::undo(request, setting_, source());
  }

  Result<UndoList> undo_list(const UndoListRequest& request) override {
    NACRE_TRY(check_scope(request.scope));
    return memory::undo_list(request, setting_);
  }

  Result<IndexReport> index(const IndexRequest& request,
                            const std::function<void(const IndexProgress&)>& progress) override {
    const timespec start = started();
    for (const std::string& path : request.paths) NACRE_TRY(check_utf8("path", path));
    auto report = memory::build_index(request, setting_, source(), progress);
    if (report.ok()) report.value().took_ms = elapsed_ms(start);
    return report;
  }

  Result<StatusReport> status(bool files) override {
    return memory::status(files, setting_, source());
  }

  Result<CompareAnswer> compare(const CompareRequest& request) override {
    NACRE_TRY(check_utf8("query", request.query));
    NACRE_TRY(check_utf8("agent", request.agent));
    return memory::compare(request, setting_);
  }

  Status watch(const WatchRequest& request,
               const std::function<void(const WatchReport&)>& report) override {
    auto ended = memory::watch(request, setting_, report);
    // What is ignored may have changed.
    source_.reset();
    return ended;
  }

  Result<ScanReport> scan(const ScanRequest& request) override {
    for (const std::string& path : request.paths) NACRE_TRY(check_utf8("path", path));
    return memory::scan(request, setting_);
  }

  Result<UninstallReport> uninstall(const UninstallRequest& request) override {
    reader_.reset();
    return memory::uninstall(request, setting_, source());
  }

  Result<std::string> install_scan_hook() override { return memory::install_scan_hook(setting_); }

  const std::string& workspace() const override { return setting_.root.directory(); }

 private:
  text::Source& source() {
    if (!source_) source_ = workspace::make_note_source(setting_.root, setting_.notes);
    return *source_;
  }

  Result<RecallAnswer> answer_of(const RecallRequest& request) {
    recall::Engine engine(engine_options());
    const auto store = reader();
    if (!store.ok()) return scan(engine, request, store.error());
    auto answer = engine.answer(request, *store.value());
    // Damage may show only when a page is read.
    if (!answer.ok() && answer.error().code == ErrorCode::Corruption) {
      reader_.reset();
      return scan(engine, request, answer.error());
    }
    return answer;
  }

  // The index stays open between questions while it is the same file in the same
  // state: what it holds in memory is read once. After any change it is opened
  // again, since it may no longer be complete or of this configuration.
  Result<index::Store*> reader() {
    const auto file = setting_.files->stat(setting_.index_path(), true);
    const bool same = reader_ && file.ok() && file.value().inode == reader_inode_ &&
                      generation_of(*reader_) == reader_generation_;
    if (!same) {
      reader_.reset();
      reader_ = NACRE_TRY(index::open_store(setting_.store()));
      reader_inode_ = file.ok() ? file.value().inode : 0;
      reader_generation_ = generation_of(*reader_);
    }
    return reader_.get();
  }

  static std::optional<std::uint64_t> generation_of(index::Store& store) {
    const auto snapshot = store.snapshot();
    if (!snapshot.ok()) return std::nullopt;
    return snapshot.value()->generation();
  }

  Result<RecallAnswer> scan(recall::Engine& engine, const RecallRequest& request,
                            const Error& why) const {
    if (why.code == ErrorCode::NotFound) {
      // Where the files lie is for the owner alone.
      const bool direct = request.scope.context == ContextKind::Direct;
      const std::string refused = direct ? memory::why_index_not_writable(setting_) : std::string();
      return engine.answer_by_scan(
          request, "no_index",
          refused.empty()
              ? "there is no index; run `nacre index`"
              : "there is no index, and the answer comes from one in memory: " + refused);
    }
    return engine.answer_by_scan(
        request, "index_unreadable",
        why.message + "; " + (why.hint.empty() ? "run `nacre index` to build it anew" : why.hint));
  }

  recall::EngineOptions engine_options() {
    const base::Config& config = setting_.config;
    return {.clock = setting_.clock.get(),
            .source = &source(),
            .policy = setting_.policy,
            .ranking = recall::make_ranking(config),
            .limits = limits(),
            .synonyms = config.boolean("recall.synonyms")
                            ? recall::Synonyms(word_list(workspace::kSynonymsFile))
                            : recall::Synonyms(),
            .dictionary = word_list(workspace::kDictionaryFile),
            .runs = setting_.runs};
  }

  recall::Limits limits() const {
    const base::Config& config = setting_.config;
    return {
        .limit = static_cast<std::uint32_t>(config.integer("recall.limit")),
        .min_score = config.number("recall.min_score"),
        .strict = config.boolean("recall.strict"),
        .all_max = static_cast<std::uint32_t>(config.integer("recall.all_max")),
        .snippet_chars = static_cast<std::uint32_t>(config.integer("recall.snippet_chars")),
        .tree_check_files = static_cast<std::uint32_t>(config.integer("recall.tree_check_files")),
        .scan_bytes_max = static_cast<std::uint64_t>(config.integer("recall.scan_bytes_max"))};
  }

  // Absent or unreadable lists are empty: they only add to what is found.
  std::string word_list(std::string_view path) const {
    auto text = setting_.root.read(path, kWordListBytesMax);
    if (!text.ok()) return {};
    return text::utf8::repair(text.value()).text;
  }

  memory::Setting setting_;
  std::unique_ptr<text::Source> source_;
  std::unique_ptr<index::Store> reader_;
  std::uint64_t reader_inode_ = 0;
  std::optional<std::uint64_t> reader_generation_;
};

}  // namespace

Result<std::unique_ptr<Memory>> Memory::open(const OpenOptions& options) {
  NACRE_TRY(check_utf8("workspace", options.workspace));
  memory::Setting setting = NACRE_TRY(memory::open_setting(options));
  return std::unique_ptr<Memory>(std::make_unique<WorkspaceMemory>(std::move(setting)));
}

Result<InitReport> Memory::init(std::string_view directory, std::string_view language) {
  NACRE_TRY(check_utf8("directory", directory));
  if (!language.empty() && language != "en" && language != "zh") {
    return Error{ErrorCode::InvalidArgument,
                 "there are no templates in language '" + std::string(language) + "'", "en or zh"};
  }
  const auto files = fs::make_real_file_system();
  const std::string where(directory.empty() ? std::string_view(".") : directory);
  if (!files->stat(where, true).ok()) NACRE_TRY(files->make_directory(where));
  const fs::Root root = NACRE_TRY(fs::Root::open(*files, where));
  return workspace::init_workspace(
      root,
      workspace::language_of(language.empty() ? memory::host_locale() : std::string(language)),
      !language.empty());
}

Result<AdoptReport> Memory::adopt(const AdoptRequest& request,
                                  const std::function<void(const IndexProgress&)>& progress) {
  const auto files = fs::make_real_file_system();
  return memory::adopt(request, *files, workspace::openclaw_environment(), progress);
}

Result<RestoreBackupReport> Memory::restore_backup(const RestoreBackupRequest& request) {
  const auto files = fs::make_real_file_system();
  return memory::restore_backup(request, *files, workspace::openclaw_environment());
}

std::string_view version() {
  return NACRE_VERSION;
}

}  // namespace nacre
