// Appends, replaces and new files under failures, deaths and power cuts, against a model.

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cerrno>
#include <map>
#include <random>
#include <set>

#include "fs/fault_file_system.h"
#include "fs/power_cut_file_system.h"
#include "fs/root.h"
#include "fs/system_error.h"

namespace nacre::fs {
namespace {

constexpr std::uint64_t kAll = 1 << 20;
constexpr std::array<int, 8> kErrors = {ENOSPC, EIO, EMFILE, EROFS, EDQUOT, EINTR, EACCES, EEXIST};
constexpr std::string_view kGone = "<no file>";

struct Step {
  enum class Kind { Append, Prepend, DropLast, Create, Remove, Recover } kind = Kind::Append;
  int file = 0;
  std::size_t bytes = 1;
};

[[maybe_unused]] std::ostream& operator<<(std::ostream& out, const Step& step) {
  return out << "{" << static_cast<int>(step.kind) << ", " << step.file << ", " << step.bytes
             << "}";
}

std::string path_of(int file) {
  return std::array{"MEMORY.md", "memory/day.md",
                    "projects/a/b.md"}[static_cast<std::size_t>(file)];
}

std::string line_of(std::size_t step, std::size_t bytes) {
  return "- " + std::to_string(step) + std::string(bytes, static_cast<char>('a' + step % 26)) +
         "\n";
}

// What each file may hold: one content unless a write to it has failed or died.
class Model {
 public:
  bool allows(const std::string& path, const std::string& content) const {
    const auto found = states_.find(path);
    return found == states_.end() ? content == kGone : found->second.contains(content);
  }
  // A write that saw `before` and was to make `after` of it.
  void done(const std::string& path, const std::string& after) { states_[path] = {after}; }
  void undecided(const std::string& path, const std::string& before, const std::string& after) {
    states_[path].insert({before, after});
  }
  const std::map<std::string, std::set<std::string>>& states() const { return states_; }

 private:
  std::map<std::string, std::set<std::string>> states_;
};

std::string content(FileSystem& files, const std::string& path) {
  const auto read = files.read("/" + path, kAll);
  return read.ok() ? read.value() : std::string(kGone);
}

class Run {
 public:
  explicit Run(FileSystem& files) : root_(Root::open(files, "/").value()) {}

  // Whether it was told to have been done; the model learns what may be there now.
  bool play(const Step& step, std::size_t number, Model& model) {
    const std::string path = path_of(step.file);
    const std::string line = line_of(number, step.bytes);
    std::optional<std::pair<std::string, std::string>> change;
    const auto note = [&](std::string_view present, std::string after) {
      // No story makes an empty file.
      change.emplace(present.empty() ? kGone : present, after);
      return Result<std::optional<std::string>>(std::optional(std::move(after)));
    };
    const Status done = [&]() -> Status {
      switch (step.kind) {
        case Step::Kind::Append:
          NACRE_TRY(root_.append(path, [&](std::string_view present) {
            static_cast<void>(note(present, std::string(present) + line));
            return Result<std::optional<std::string>>(std::optional(line));
          }));
          return Ok{};
        case Step::Kind::Prepend:
          NACRE_TRY(root_.replace(path, [&](std::string_view present) {
            return note(present, line + std::string(present));
          }));
          return Ok{};
        case Step::Kind::DropLast:
          NACRE_TRY(root_.replace(path, [&](std::string_view present) {
            const std::size_t end = present.rfind('\n', present.size() - 2);
            if (present.size() < 2 || end == std::string_view::npos) {
              change.reset();
              return Result<std::optional<std::string>>(std::optional<std::string>());
            }
            return note(present, std::string(present.substr(0, end + 1)));
          }));
          return Ok{};
        case Step::Kind::Create:
          change.emplace(kGone, line);
          if (!NACRE_TRY(root_.create(path, line))) change.reset();
          return Ok{};
        case Step::Kind::Remove:
          NACRE_TRY(root_.remove(path, [&](std::string_view present) {
            static_cast<void>(note(present, std::string(kGone)));
            return Result<bool>(true);
          }));
          return Ok{};
        case Step::Kind::Recover:
          NACRE_TRY(root_.recover());
          return Ok{};
      }
      return Ok{};
    }();
    if (!done.ok()) error_ = done.error();
    if (!change) return done.ok();
    const bool refused = step.kind == Step::Kind::Create && !done.ok();
    if (refused && !model.allows(path, std::string(kGone))) return false;
    if (done.ok()) {
      model.done(path, change->second);
    } else {
      model.undecided(path, change->first, change->second);
    }
    return done.ok();
  }

  const Root& root() const { return root_; }
  const Error& error() const { return error_; }

 private:
  Root root_;
  Error error_;
};

// What stands in `files` that may not stand there; empty when all is well.
std::string wrong_in(const Model& model, const std::string& path, const std::string& found) {
  if (model.allows(path, found)) return {};
  std::string said = path + " holds:\n" + found + "\nallowed:\n";
  const auto states = model.states().find(path);
  if (states == model.states().end()) return said + std::string(kGone);
  for (const std::string& state : states->second) said += state + "or\n";
  return said;
}

struct Trouble {
  std::uint64_t call = 0;  // 0: none.
  std::size_t error = 0;   // Of kErrors; behind its end: death.
  std::size_t torn = 0;
  bool by_writer = false;  // The next writer repairs, not recover().
  std::uint64_t seed = 0;  // Of the power cut.
};

struct Played {
  std::uint64_t calls = 0;
  std::string wrong;  // Empty when every promise was kept.
};

// The steps with one fault, up to a death.
Played play_on(FileSystem& disk, const std::vector<Step>& steps, const Trouble& trouble,
               Model& model) {
  FaultFileSystem faulty(disk);
  Run run(faulty);
  if (trouble.error < kErrors.size()) {
    Error error = system_error(kErrors[trouble.error], "touch", "/some/file");
    faulty.fail_at(trouble.call, error, trouble.torn);
  } else {
    faulty.die_at(trouble.call, trouble.torn);
  }
  for (std::size_t i = 0; i < steps.size() && !faulty.dead(); ++i) {
    if (run.play(steps[i], i, model) || faulty.dead()) continue;
    const std::string& message = run.error().message;
    if (message.find("/some/file") == std::string::npos) return {0, "told as: " + message};
  }
  return {faulty.calls(), {}};
}

// The next writer of each file finds it as it may be.
std::string append_to_all(const Root& root, const Model& model) {
  std::string wrong;
  for (int file = 0; file < 3; ++file) {
    const std::string path = path_of(file);
    const auto done = root.append(path, [&](std::string_view present) {
      wrong += wrong_in(model, path, root.exists(path) ? std::string(present) : std::string(kGone));
      return Result<std::optional<std::string>>(std::optional(line_of(99, 3)));
    });
    if (!done.ok()) wrong += done.error().message;
  }
  return wrong;
}

std::string recover_all(const Root& root, const Model& model) {
  std::string wrong;
  const auto done = root.recover();
  if (!done.ok()) return done.error().message;
  for (int file = 0; file < 3; ++file) {
    wrong += wrong_in(model, path_of(file), content(root.files(), path_of(file)));
  }
  return wrong;
}

// Plays `steps` with one fault, cuts the power, and looks what is left.
Played play(const std::vector<Step>& steps, const Trouble& trouble) {
  PowerCutFileSystem disk;
  Model model;
  Played played = play_on(disk, steps, trouble, model);
  std::mt19937_64 random(trouble.seed);
  const auto after = disk.cut([&](std::uint64_t bound) { return random() % bound; });
  const Root root = Root::open(*after, "/").value();
  played.wrong += trouble.by_writer ? append_to_all(root, model) : recover_all(root, model);
  if (!root.recover().ok()) played.wrong += "recover fails";
  const auto left = after->list("/.nacre/intents");
  if (left.ok() && !left.value().empty()) played.wrong += "intents are left";
  return played;
}

const std::vector<Step>& short_story() {
  using Kind = Step::Kind;
  static const std::vector<Step> kSteps = {
      {Kind::Create, 0, 5},  {Kind::Append, 0, 40}, {Kind::Append, 0, 7},  {Kind::DropLast, 0, 1},
      {Kind::Append, 1, 30}, {Kind::Append, 1, 20}, {Kind::Prepend, 1, 9}, {Kind::DropLast, 1, 1},
      {Kind::Append, 0, 3},  {Kind::Recover, 0, 1}, {Kind::Append, 0, 8},  {Kind::Remove, 1, 1},
      {Kind::Append, 1, 4},  {Kind::Remove, 0, 1},  {Kind::Create, 0, 5},  {Kind::Append, 0, 2},
  };
  return kSteps;
}

TEST(PowerCut, EveryFaultAtEveryCallOfAStoryLosesAndTearsNothing) {
  const std::uint64_t calls = play(short_story(), {}).calls;
  ASSERT_GT(calls, 100U);
  for (std::uint64_t call = 1; call <= calls; ++call) {
    for (std::size_t error = 0; error <= kErrors.size(); ++error) {
      for (std::uint64_t seed = 0; seed < 3; ++seed) {
        SCOPED_TRACE(testing::Message()
                     << "call " << call << " error " << error << " seed " << seed);
        const Played played = play(short_story(), {.call = call,
                                                   .error = error,
                                                   .torn = seed * 17 % 60,
                                                   .by_writer = seed % 2 == 1,
                                                   .seed = seed});
        ASSERT_EQ(played.wrong, "");
      }
    }
  }
}

TEST(PowerCut, WithoutAFaultOnlyWhatIsDoneCounts) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    SCOPED_TRACE(seed);
    ASSERT_EQ(play(short_story(), {.by_writer = seed % 2 == 1, .seed = seed}).wrong, "");
  }
}

}  // namespace
}  // namespace nacre::fs

namespace rc {

template <>
struct Arbitrary<nacre::fs::Step> {
  static Gen<nacre::fs::Step> arbitrary() {
    using nacre::fs::Step;
    using Kind = Step::Kind;
    return gen::build<Step>(
        gen::set(&Step::kind,
                 gen::element(Kind::Append, Kind::Append, Kind::Append, Kind::Prepend,
                              Kind::DropLast, Kind::Create, Kind::Remove, Kind::Recover)),
        gen::set(&Step::file, gen::inRange(0, 3)),
        gen::set(&Step::bytes, gen::inRange<std::size_t>(1, 300)));
  }
};

}  // namespace rc

namespace nacre::fs {
namespace {

RC_GTEST_PROP(PowerCutProperty, AnyStoryWithAnyFaultLosesAndTearsNothing,
              (const std::vector<Step>& steps, std::uint64_t seed)) {
  const std::uint64_t calls = play(steps, {}).calls;
  const auto call = *rc::gen::inRange<std::uint64_t>(1, calls + 2);
  const auto error = *rc::gen::inRange<std::size_t>(0, kErrors.size() + 1);
  const auto torn = *rc::gen::inRange<std::size_t>(0, 400);
  const Played played =
      play(steps,
           {.call = call, .error = error, .torn = torn, .by_writer = seed % 2 == 1, .seed = seed});
  RC_LOG() << played.wrong;
  RC_ASSERT(played.wrong.empty());
}

}  // namespace
}  // namespace nacre::fs
