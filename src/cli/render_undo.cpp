#include <algorithm>

#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

constexpr std::size_t kLinesShown = 20;

std::string place_of(const UndoChange& change) {
  return harmless(change.path) + ":" + std::to_string(change.line);
}

std::string said(const UndoChange& change, bool redo, bool dry_run, const Words& words) {
  const std::string place = place_of(change), summary = harmless(change.summary);
  if (change.action == UndoAction::Remove) {
    return dry_run ? words.say("would be taken back, with its file: {}  {}", place, summary)
                   : words.say("taken back, with its file: {}  {}", place, summary);
  }
  if (change.action == UndoAction::Make) {
    return dry_run ? words.say("would be brought back, with its file: {}  {}", place, summary)
                   : words.say("brought back, with its file: {}  {}", place, summary);
  }
  if (redo) {
    return dry_run ? words.say("would be brought back: {}  {}", place, summary)
                   : words.say("brought back: {}  {}", place, summary);
  }
  return dry_run ? words.say("would be taken back: {}  {}", place, summary)
                 : words.say("taken back: {}  {}", place, summary);
}

// Each line with a mark before it, as in a diff.
std::string marked(std::string_view text, char mark, const Words& words) {
  std::string out;
  std::size_t lines = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    if (++lines <= kLinesShown) {
      out += std::string("  ") + mark + " " + harmless(text.substr(0, end)) + "\n";
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  if (lines > kLinesShown) {
    out += "  " + words.count(lines - kLinesShown, "and {} more line", "and {} more lines") + "\n";
  }
  return out;
}

// "2026-02-12T09:00:00+08:00" as people write it; the zone is theirs.
std::string day_and_time(std::string time) {
  time.resize(std::min<std::size_t>(time.size(), 16));
  std::replace(time.begin(), time.end(), 'T', ' ');
  return time;
}

std::string row(const UndoStep& step) {
  std::string number = std::to_string(step.number);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, ' ');
  std::string out = number + "  " + day_and_time(step.time) + "  " + harmless(step.verb);
  for (std::size_t i = 0; i < step.changes.size(); ++i) {
    const UndoChange& change = step.changes[i];
    const bool known = step.conflict.empty();
    out += (i == 0 ? "  " : ", ") + (known ? place_of(change) : harmless(change.path));
  }
  if (step.conflict.empty() && !step.changes.empty()) {
    out += "  " + harmless(step.changes.front().summary);
  }
  return out + "\n";
}

}  // namespace

Rendered render(const UndoAnswer& answer, const Words& words) {
  Rendered rendered;
  if (!answer.reason.empty()) rendered.notes += harmless(words.of(answer.reason)) + "\n";
  for (const UndoStep& step : answer.steps) {
    for (const UndoChange& change : step.changes) {
      rendered.out += said(change, answer.redo, answer.dry_run, words) + "\n";
      if (answer.dry_run) {
        rendered.out += marked(change.removed, '-', words) + marked(change.added, '+', words);
      }
      if (!change.warning.empty()) {
        rendered.notes += harmless(words.of(change.warning)) + "\n";
      } else if (!answer.dry_run && !change.indexed) {
        rendered.notes += words.say("not searchable by index yet; run `nacre index`") + "\n";
      }
    }
    if (!answer.dry_run && !answer.redo) {
      rendered.notes += words.say("`nacre undo --redo` brings it back") + "\n";
    }
  }
  return rendered;
}

Rendered render(const UndoList& list, const Words& words) {
  Rendered rendered;
  for (const UndoStep& step : list.steps) {
    rendered.out += row(step);
    if (!step.conflict.empty()) {
      rendered.out +=
          "       " + words.say("cannot be undone: {}", harmless(words.of(step.conflict))) + "\n";
    }
  }
  for (const std::string& warning : list.warnings) {
    rendered.notes += harmless(words.of(warning)) + "\n";
  }
  if (list.steps.empty()) rendered.notes += words.say("nothing to undo") + "\n";
  if (list.more > 0) {
    rendered.notes += words.count(list.more, "{} older write; --limit shows more",
                                  "{} older writes; --limit shows more") +
                      "\n";
  }
  if (list.undone > 0) {
    rendered.notes +=
        words.count(list.undone, "{} write is taken back; `nacre undo --redo` brings it back",
                    "{} writes are taken back; `nacre undo --redo` brings back the last") +
        "\n";
  }
  return rendered;
}

}  // namespace nacre::cli
