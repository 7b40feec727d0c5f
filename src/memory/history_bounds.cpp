#include "memory/history_bounds.h"

#include <algorithm>
#include <map>
#include <set>

namespace nacre::memory {
namespace {

std::uint64_t turned_by(const WriteRecord& record) {
  return record.undoes != 0 ? record.undoes : record.redoes;
}

// Without writes that did not happen, and without undos and redos before the last one that is
// done.
std::vector<WriteRecord> that_matter(const DecodedLog& log) {
  std::set<std::uint64_t> writes;
  std::map<std::uint64_t, std::uint64_t> settled;
  for (const WriteRecord& record : log.records) {
    const std::uint64_t of = turned_by(record);
    if (of == 0) writes.insert(record.sequence);
    if (of != 0 && record.state == WriteState::Done) settled[of] = record.sequence;
  }
  std::vector<WriteRecord> records;
  for (const WriteRecord& record : log.records) {
    if (record.state == WriteState::Void) continue;
    if (const std::uint64_t of = turned_by(record); of != 0) {
      if (!writes.contains(of) && !contains(log.lost, of)) continue;
      const auto last = settled.find(of);
      if (last != settled.end() && record.sequence < last->second) continue;
    }
    records.push_back(record);
  }
  return records;
}

struct Command {
  std::uint64_t writes = 0, room = 0;
  bool undone = false, stays = true;
};
using Commands = std::map<std::uint64_t, Command>;  // By step: the oldest first.

// The step of each write, and what belongs to it.
class Grouped {
 public:
  explicit Grouped(const std::vector<WriteRecord>& records) {
    std::set<std::uint64_t> undone;
    for (const WriteRecord& record : records) {
      if (turned_by(record) == 0) steps_[record.sequence] = record.step;
      if (record.undoes != 0) undone.insert(record.undoes);
    }
    for (const WriteRecord& record : records) {
      Command& command = commands_[step_of(record)];
      command.room += record.kept_bytes;
      if (record.undoes != 0) command.undone = true;
      if (turned_by(record) != 0) continue;
      ++command.writes;
      if (!undone.contains(record.sequence)) command.room += room_to_undo(record);
    }
    // Of an undo whose write was damaged only the text is left: it stays.
    commands_[0].undone = true;
  }

  std::uint64_t step_of(const WriteRecord& record) const {
    const auto found = steps_.find(turned_by(record) == 0 ? record.sequence : turned_by(record));
    return found == steps_.end() ? 0 : found->second;
  }
  Commands& commands() { return commands_; }

 private:
  std::map<std::uint64_t, std::uint64_t> steps_;
  Commands commands_;
};

void bound_writes(Commands& commands, const HistoryLimits& limits, const Incoming* incoming) {
  std::uint64_t seen = incoming != nullptr ? 1 : 0;
  for (auto at = commands.rbegin(); at != commands.rend(); ++at) {
    Command& command = at->second;
    const bool own = incoming != nullptr && at->first == incoming->step;
    const bool newest = seen == 0 && limits.entries_max > 0;
    seen += command.writes;
    if (!command.undone && !own && !newest && seen > limits.entries_max) command.stays = false;
  }
}

std::uint64_t bound_room(Commands& commands, const HistoryLimits& limits,
                         const Incoming* incoming) {
  std::uint64_t room = 0;
  for (const auto& [step, command] : commands) room += command.stays ? command.room : 0;
  const std::uint64_t wanted = incoming != nullptr ? incoming->room : 0;
  for (auto& [step, command] : commands) {
    if (room + wanted <= limits.bytes_max) break;
    const bool own = incoming != nullptr && step == incoming->step;
    if (!command.stays || command.undone || own) continue;
    command.stays = false;
    room -= command.room;
  }
  return room;
}

}  // namespace

Remembered within(const DecodedLog& log, const HistoryLimits& limits, const Incoming* incoming) {
  std::vector<WriteRecord> records = that_matter(log);
  Grouped grouped(records);
  Commands& commands = grouped.commands();
  bound_writes(commands, limits, incoming);
  Remembered remembered{.records = {}, .room = bound_room(commands, limits, incoming)};
  for (WriteRecord& record : records) {
    if (commands[grouped.step_of(record)].stays) remembered.records.push_back(std::move(record));
  }
  return remembered;
}

std::string encode_log(const std::vector<WriteRecord>& records,
                       const std::vector<SequenceRange>& lost, std::uint64_t last_sequence) {
  std::string text = encode_rewritten(records.size());
  std::uint64_t next = 1;
  const auto reach = [&](std::uint64_t first, std::uint64_t last) {
    if (first > next) text += encode_let_go({next, first - 1});
    next = last + 1;
  };
  auto gap = lost.begin();
  const auto lost_before = [&](std::uint64_t sequence) {
    for (; gap != lost.end() && gap->first < sequence; ++gap) {
      reach(gap->first, gap->last);
      text += encode_lost(*gap);
    }
  };
  for (const WriteRecord& record : records) {
    lost_before(record.sequence);
    reach(record.sequence, record.sequence);
    text += encode(record);
    if (record.state != WriteState::Announced) text += encode_state(record.state, record.sequence);
  }
  lost_before(~std::uint64_t{0});
  reach(last_sequence + 1, last_sequence);
  return text;
}

}  // namespace nacre::memory
