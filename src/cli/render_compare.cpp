#include <array>
#include <cstdio>

#include "cli/columns.h"
#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

constexpr std::size_t kNameColumns = 10;
constexpr std::size_t kSideColumns = 16;

std::string seconds(double milliseconds) {
  std::array<char, 32> text{};
  const int length = milliseconds < 1000
                         ? std::snprintf(text.data(), text.size(), "%.0f ms", milliseconds)
                         : std::snprintf(text.data(), text.size(), "%.2f s", milliseconds / 1000);
  return {text.data(), static_cast<std::size_t>(length)};
}

// "#2 0.71"
std::string side(const std::optional<ComparedHit>& hit) {
  if (!hit) return padded("-", kSideColumns);
  std::array<char, 48> text{};
  const int length = std::snprintf(text.data(), text.size(), "#%u  %.3f", hit->rank, hit->score);
  return padded(std::string(text.data(), static_cast<std::size_t>(length)), kSideColumns);
}

std::string place_of(const ComparedPlace& place) {
  const ComparedHit& hit = place.ours ? *place.ours : *place.theirs;
  return harmless(place.path) + ":" + std::to_string(hit.start_line) + "-" +
         std::to_string(hit.end_line);
}

std::string run_row(std::string_view name, const ComparedRun& run, const Words& words) {
  std::string out = padded(std::string(name), kNameColumns) +
                    words.say("{}, {} results", seconds(run.wall_ms), run.results);
  if (!run.note.empty()) out += words.say(" ({})", harmless(words.of(run.note)));
  return out + "\n";
}

}  // namespace

Rendered render(const CompareAnswer& answer, const Words& words) {
  Rendered rendered;
  rendered.out = run_row("nacre", answer.ours, words) + run_row(answer.with, answer.theirs, words) +
                 words.say("found by both: {}, by nacre alone: {}, by {} alone: {}", answer.both,
                           answer.only_ours, answer.with, answer.only_theirs) +
                 "\n";
  if (!answer.places.empty()) {
    rendered.out += "\n" + padded("nacre", kSideColumns) +
                    padded(std::string(answer.with), kSideColumns) + "\n";
  }
  for (const ComparedPlace& place : answer.places) {
    rendered.out += side(place.ours) + side(place.theirs) + place_of(place) + "\n";
  }
  rendered.notes =
      words.say(
          "Times are of whole processes, one run each; scores of the two mean different things.") +
      "\n";
  return rendered;
}

}  // namespace nacre::cli
