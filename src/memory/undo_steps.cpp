#include "memory/undo_steps.h"

#include <algorithm>
#include <set>

#include "memory/undo_plan.h"

namespace nacre::memory {
namespace {

constexpr std::size_t kIdPrefixMin = 4;

bool is_number(const std::string& text) {
  return !text.empty() && text.size() < 19 &&
         text.find_first_not_of("0123456789") == std::string::npos;
}

// The ids of the step that start so.
std::set<std::string> matching_ids(const Step& step, const std::string& receipt) {
  std::set<std::string> ids;
  for (const StepWrite& of : step.writes) {
    if (receipt.size() >= kIdPrefixMin && of.write->id.starts_with(receipt)) {
      ids.insert(of.write->id);
    }
  }
  return ids;
}

bool has_number(const Step& step, const std::string& receipt) {
  return std::any_of(step.writes.begin(), step.writes.end(), [&](const StepWrite& of) {
    return std::to_string(of.write->sequence) == receipt;
  });
}

}  // namespace

bool Step::stands() const {
  return std::any_of(writes.begin(), writes.end(),
                     [](const StepWrite& of) { return of.undone == nullptr; });
}

bool Step::is_undone() const {
  return written_again_by == 0 &&
         std::any_of(writes.begin(), writes.end(),
                     [](const StepWrite& of) { return of.undone != nullptr; });
}

std::uint64_t Step::undone_at() const {
  std::uint64_t at = 0;
  for (const StepWrite& of : writes) {
    if (of.undone != nullptr) at = std::max(at, of.undone->step);
  }
  return at;
}

Result<Steps> Steps::read(const HistoryLog& log, const ReadFile& read_file) {
  Steps steps;
  auto contents = NACRE_TRY(log.read());
  steps.records_ = std::move(contents.records);
  steps.lost_ = std::move(contents.lost);
  std::map<std::string, std::string> files;
  const auto content = [&](const std::string& path) -> const std::string& {
    auto file = files.find(path);
    if (file == files.end()) file = files.emplace(path, read_file(path)).first;
    return file->second;
  };
  const auto happened = [&](const WriteRecord& record) {
    if (record.state == WriteState::Done) return true;
    return has_happened({.write = record, .records = steps.records_}, content(record.path));
  };
  // The last of them that happened says how it stands.
  std::map<std::uint64_t, const WriteRecord*> turned;
  for (const WriteRecord& record : steps.records_) {
    const std::uint64_t of = record.undoes != 0 ? record.undoes : record.redoes;
    if (of != 0 && happened(record)) turned[of] = &record;
  }
  std::map<std::uint64_t, Step> by_number;
  for (const WriteRecord& record : steps.records_) {
    if (record.undoes != 0 || record.redoes != 0) continue;
    const auto turn = turned.find(record.sequence);
    if (turn == turned.end() && !happened(record)) continue;
    StepWrite write{.write = &record};
    if (turn != turned.end()) {
      write.undone = turn->second->undoes != 0 ? turn->second : nullptr;
      write.redone = turn->second->redoes != 0;
    }
    Step& step = by_number[record.step];
    step.number = record.step;
    step.writes.push_back(write);
  }
  for (auto& [number, step] : by_number) steps.steps_.push_back(std::move(step));
  steps.find_written_again(content);
  return steps;
}

void Steps::find_written_again(const ReadFile& content) {
  std::map<std::pair<std::string, std::string>, std::uint64_t> standing;
  for (const Step& step : steps_) {
    for (const StepWrite& of : step.writes) {
      if (of.undone == nullptr && !of.write->id.empty()) {
        standing[{of.write->path, of.write->id}] = step.number;
      }
    }
  }
  for (Step& step : steps_) {
    for (const StepWrite& of : step.writes) {
      if (of.undone == nullptr) continue;
      const auto again = standing.find({of.write->path, of.write->id});
      if (again == standing.end() || again->second == step.number) continue;
      if (content(of.write->path).find(of.write->id) == std::string::npos) continue;
      step.written_again_by = again->second;
    }
  }
}

const SequenceRange* Steps::lost_after(const Step* step) const {
  if (lost_.empty()) return nullptr;
  std::uint64_t known = 0;
  if (step != nullptr) {
    for (const StepWrite& of : step->writes) {
      known = std::max(known, of.undone != nullptr ? of.undone->sequence : of.write->sequence);
    }
  }
  return lost_.back().last > known ? &lost_.back() : nullptr;
}

const Step* Steps::last_standing() const {
  const auto found =
      std::find_if(steps_.rbegin(), steps_.rend(), [](const Step& step) { return step.stands(); });
  return found == steps_.rend() ? nullptr : &*found;
}

const Step* Steps::last_undone() const {
  const Step* last = nullptr;
  for (const Step& step : steps_) {
    if (step.is_undone() && (last == nullptr || step.undone_at() > last->undone_at())) last = &step;
  }
  return last;
}

const Step* Steps::halfway() const {
  const auto found =
      std::find_if(steps_.rbegin(), steps_.rend(), [](const Step& step) { return step.halfway(); });
  return found == steps_.rend() ? nullptr : &*found;
}

Result<const Step*> Steps::named(const std::string& receipt, bool undone) const {
  const Step* found = nullptr;
  std::set<std::string> ids;
  for (const Step& step : steps_) {
    if (is_number(receipt) && has_number(step, receipt)) return &step;
    const std::set<std::string> matching = matching_ids(step, receipt);
    if (matching.empty()) continue;
    ids.insert(matching.begin(), matching.end());
    if (found == nullptr || (undone ? step.is_undone() : step.stands())) found = &step;
  }
  if (ids.size() > 1) {
    return Error{ErrorCode::InvalidArgument,
                 "'" + receipt + "' is the start of " + std::to_string(ids.size()) + " receipts",
                 "give more of it; `nacre undo --list` shows them"};
  }
  if (found != nullptr) return found;
  return Error{ErrorCode::NotFound, "no write in the history has the receipt '" + receipt + "'"};
}

}  // namespace nacre::memory
