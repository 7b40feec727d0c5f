#include <benchmark/benchmark.h>
#include <stdlib.h>
#include <sys/resource.h>

#include <ctime>
#include <filesystem>

#include "base/hash.h"
#include "index/sync.h"
#include "lexical/generated_text.h"

// 10,000 notes, 40 MB, half Chinese, in units of about 1,200 bytes: build, sync without change,
// one changed line.
namespace nacre::index {
namespace {

constexpr std::size_t kNotes = 10'000, kNoteBytes = 4'000, kUnitBytes = 1'200;
constexpr std::int64_t kNow = 100'000'000'000;

// Makes each note when it is read, as a file system would.
class GeneratedSource final : public text::Source {
 public:
  std::string_view kind() const override { return "notes"; }
  Result<text::SourceListing> list() override {
    text::SourceListing listing;
    for (std::size_t note = 0; note < kNotes; ++note) {
      const std::string path = path_of(note);
      listing.items.push_back({path, stamp(path).value()});
    }
    return listing;
  }
  Result<text::Stamp> stamp(std::string_view path) override {
    return text::Stamp{.size = kNoteBytes, .modified_ns = path == changed_ ? 2 : 1};
  }
  Result<text::SourceContent> read(std::string_view path) override {
    const std::size_t note = std::stoul(std::string(path.substr(7)));
    lexical::GeneratedText& text = text_;
    text.restart(note);
    std::string all = note % 2 == 0 ? text.english(kNoteBytes) : text.chinese(kNoteBytes);
    if (path == changed_) all.insert(0, "changed ");
    text::SourceContent content;
    content.stamp = stamp(path).value();
    content.content_hash = base::hex(base::sha256(all));
    content.units.push_back({.kind = text::UnitKind::Title, .text = std::string(path)});
    for (std::size_t begin = 0; begin < all.size();) {
      const std::size_t end =
          text::utf8::ceil_boundary(all, std::min(begin + kUnitBytes, all.size()));
      text::Unit unit;
      unit.ordinal = static_cast<std::uint32_t>(content.units.size());
      unit.begin = begin;
      unit.end = end;
      unit.text = all.substr(begin, end - begin);
      content.units.push_back(std::move(unit));
      begin = end;
    }
    return content;
  }
  void change(std::size_t note) { changed_ = path_of(note); }

 private:
  static std::string path_of(std::size_t note) {
    std::string number = std::to_string(note);
    number.insert(0, 6 - number.size(), '0');
    return "memory/" + number + ".md";
  }
  lexical::GeneratedText text_{1};
  std::string changed_;
};

double cpu_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double peak_megabytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

void build_and_sync(benchmark::State& state) {
  for (auto _ : state) {
    std::string directory = std::filesystem::temp_directory_path() / "nacre-bench-XXXXXX";
    NACRE_CHECK(::mkdtemp(directory.data()) != nullptr);
    GeneratedSource source;
    SyncOptions options{.batch_bytes = static_cast<std::size_t>(state.range(0)) << 20,
                        .now_ns = kNow};
    {
      // What making the text costs is no work of the index.
      const double start = cpu_seconds();
      const text::SourceListing listing = source.list().value();
      for (const text::SourceItem& item : listing.items) {
        benchmark::DoNotOptimize(source.read(item.path));
      }
      state.counters["source_s"] = cpu_seconds() - start;
    }
    auto store = open_store({.path = directory + "/index.db", .read_only = false}).value();
    double start = cpu_seconds();
    NACRE_CHECK(sync(source, *store, options).ok());
    state.counters["build_s"] = cpu_seconds() - start - state.counters["source_s"];
    state.counters["peak_mb"] = peak_megabytes();

    start = cpu_seconds();
    NACRE_CHECK(sync(source, *store, options).ok());
    state.counters["unchanged_ms"] = (cpu_seconds() - start) * 1e3;

    source.change(5001);
    options.paths = {"memory/005001.md"};
    start = cpu_seconds();
    NACRE_CHECK(sync(source, *store, options).ok());
    state.counters["one_change_ms"] = (cpu_seconds() - start) * 1e3;

    NACRE_CHECK(store->maintain().ok());
    const StoreInfo info = store->info().value();
    state.counters["times_text"] =
        static_cast<double>(std::filesystem::file_size(directory + "/index.db")) /
        static_cast<double>(info.text_bytes);
    store.reset();
    std::filesystem::remove_all(directory);
  }
}
BENCHMARK(build_and_sync)->ArgName("batch_mb")->Arg(8)->Iterations(1)->Unit(benchmark::kSecond);

}  // namespace
}  // namespace nacre::index
