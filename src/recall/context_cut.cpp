#include "recall/context_cut.h"

#include <algorithm>
#include <vector>

#include "guard/render.h"
#include "text/tokens_estimate.h"

namespace nacre::recall {
namespace {

constexpr std::string_view kGap = "[…]\n";
constexpr int kHeadingLevelMax = 6;

ContextRoom size_of(std::string_view text) {
  return {characters(text), text::estimate_tokens(text)};
}

bool fits(const ContextRoom& size, const ContextRoom& room) {
  return size.chars <= room.chars && size.tokens <= room.tokens;
}

bool take(const ContextRoom& size, ContextRoom& room) {
  if (!fits(size, room)) return false;
  room.chars -= size.chars;
  room.tokens -= size.tokens;
  return true;
}

ContextRoom share_of(const ContextRoom& room, double share) {
  const auto part = [&](std::uint64_t whole) {
    return std::min(whole, static_cast<std::uint64_t>(static_cast<double>(whole) * share));
  };
  return {part(room.chars), part(room.tokens)};
}

// A path as a shell reads it as one word.
std::string quoted(std::string_view path) {
  const bool plain = std::all_of(path.begin(), path.end(), [](char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') || byte < 0 || byte == '/' || byte == '.' || byte == '_' ||
           byte == '-' || byte == '#';
  });
  if (plain) return std::string(path);
  std::string out = "'";
  for (const char byte : path) out += byte == '\'' ? std::string("'\\''") : std::string(1, byte);
  return out + "'";
}

std::string anchored(std::string_view path, std::uint32_t first, std::uint32_t last) {
  return std::string(path) + "#L" + std::to_string(first) + "-L" + std::to_string(last);
}

std::string marker(const NoteCut& cut, std::uint32_t lines) {
  return "[nacre: left out " + std::to_string(cut.lines_left_out) + " of " + std::to_string(lines) +
         " lines (" + std::to_string(cut.chars_left_out) +
         " characters); read them with: " + guard::as_data(cut.fetch, Origin::Untrusted) + "]\n";
}

class Cutter {
 public:
  Cutter(const VisibleNote& note, std::string_view path, double head_share)
      : note_(note), path_(path), head_share_(head_share), kept_(note.pieces.size(), true) {}

  NoteCut cut(ContextRoom room) {
    ContextRoom all;
    for (const NotePiece& piece : note_.pieces) {
      all.chars += piece.chars;
      all.tokens += piece.tokens;
    }
    if (fits(all, room)) return rendered();
    std::fill(kept_.begin(), kept_.end(), false);
    if (take(size_of(longest_marker()), room) && take(size_of(kGap), room)) {
      keep_headings(room);
      keep_ends(room);
    }
    NoteCut cut = rendered();
    if (std::find(kept_.begin(), kept_.end(), true) == kept_.end()) {
      cut.text.clear();
    } else {
      cut.text += marker(cut, note_.lines);
    }
    return cut;
  }

 private:
  static ContextRoom size_of(const NotePiece& piece) { return {piece.chars, piece.tokens}; }
  static ContextRoom size_of(std::string_view text) { return recall::size_of(text); }

  // Of a note of which nothing is kept, and whose every line has the last one's
  // number.
  std::string longest_marker() const {
    NoteCut nothing = rendered();
    const std::uint32_t last = note_.pieces.back().last_line;
    nothing.fetch = fetch(last, last);
    return marker(nothing, note_.lines);
  }

  std::string fetch(std::uint32_t first, std::uint32_t last) const {
    return "nacre get " + quoted(anchored(path_, first, last));
  }

  // Upper levels first, in at most half of the room. Each may stand between two
  // gaps, so it brings one.
  void keep_headings(ContextRoom& room) {
    const ContextRoom gap = size_of(kGap);
    ContextRoom half = share_of(room, 0.5);
    for (int level = 1; level <= kHeadingLevelMax; ++level) {
      for (std::size_t i = 0; i < kept_.size(); ++i) {
        const NotePiece& piece = note_.pieces[i];
        if (piece.heading != level) continue;
        const ContextRoom size{piece.chars + gap.chars, piece.tokens + gap.tokens};
        if (!take(size, half)) return;
        take(size, room);
        kept_[i] = true;
      }
    }
  }

  void keep_ends(ContextRoom& room) {
    ContextRoom head = share_of(room, head_share_);
    ContextRoom tail{room.chars - head.chars, room.tokens - head.tokens};
    std::size_t begin = 0;
    for (; begin < kept_.size(); ++begin) {
      if (kept_[begin]) continue;
      if (!take(size_of(note_.pieces[begin]), head)) break;
      kept_[begin] = true;
    }
    tail = {tail.chars + head.chars, tail.tokens + head.tokens};
    for (std::size_t end = kept_.size(); end > begin; --end) {
      if (kept_[end - 1]) continue;
      if (!take(size_of(note_.pieces[end - 1]), tail)) break;
      kept_[end - 1] = true;
    }
  }

  NoteCut rendered() const {
    NoteCut cut;
    std::uint32_t first = 0, last = 0;
    bool in_gap = false;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const NotePiece& piece = note_.pieces[i];
      if (kept_[i]) {
        cut.text += piece.text;
        cut.chars_included += piece.file_chars;
        in_gap = false;
        continue;
      }
      if (!in_gap) cut.text += kGap;
      in_gap = true;
      if (first == 0) first = piece.first_line;
      last = piece.last_line;
      cut.chars_left_out += piece.file_chars;
      cut.lines_left_out += piece.lines;
    }
    if (first > 0) cut.fetch = fetch(first, last);
    return cut;
  }

  const VisibleNote& note_;
  std::string_view path_;
  double head_share_;
  std::vector<bool> kept_;
};

}  // namespace

NoteCut cut_note(const VisibleNote& note, std::string_view path, const ContextRoom& room,
                 double head_share) {
  return Cutter(note, path, head_share).cut(room);
}

}  // namespace nacre::recall
