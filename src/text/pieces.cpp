#include "text/pieces.h"

#include <algorithm>
#include <array>

#include "base/result.h"
#include "text/block_lines.h"
#include "text/tokens_estimate.h"
#include "text/unicode_tables.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

constexpr std::size_t kContextBytesMax = 80;
constexpr std::size_t kJoinedMax = 16;  // Code points a cut may step back to spare a grapheme.
constexpr char32_t kZeroWidthJoiner = 0x200D;

bool ends_sentence(char32_t c) {
  return c == U'。' || c == U'！' || c == U'？' || c == U'…' || c == '!' || c == '?' || c == '.' ||
         c == U'；' || c == U'।';
}

bool closes_quote(char32_t c) {
  return c == U'”' || c == U'’' || c == U'」' || c == U'』' || c == U'）' || c == '"' || c == ')';
}

bool joins_previous(char32_t c) {
  return c == kZeroWidthJoiner || char_class(c) == CharClass::Mark ||
         (c >= 0xFE00 && c <= 0xFE0F) || (c >= 0x1F3FB && c <= 0x1F3FF);
}

// Does not read all of a long range: no code point takes more than four bytes.
bool exceeds(std::string_view range, std::uint32_t tokens) {
  return range.size() > std::size_t{4} * tokens || estimate_tokens(range) > tokens;
}

// The last sentence end and the last space in (from, limit].
struct Seams {
  std::size_t sentence = 0, space = 0;
};

Seams find_seams(std::string_view body, std::size_t from, std::size_t limit) {
  Seams seams;
  char32_t before = 0;
  bool ended = false;  // A sentence mark, perhaps with closing quotes behind it.
  for (std::size_t at = from; at < limit;) {
    const std::size_t begin = at;
    const char32_t c = utf8::next(body, at);
    const bool space = c == ' ' || c == '\t' || c == 0x3000;
    // A full stop ends a sentence before white space only: "3.5", "a.b".
    if (ended && !closes_quote(c) && !ends_sentence(c)) {
      const bool ascii = before < 0x80;
      if (!ascii || space) seams.sentence = space ? at : begin;
      ended = false;
    }
    if (ends_sentence(c)) {
      ended = true;
      before = c;
    }
    if (space) seams.space = at;
  }
  if (ended && before >= 0x80) seams.sentence = limit;
  return seams;
}

std::size_t spare_grapheme(std::string_view body, std::size_t from, std::size_t limit) {
  std::size_t cut = limit;
  for (std::size_t steps = 0; steps < kJoinedMax && cut < body.size(); ++steps) {
    std::size_t after = cut;
    const bool joins = joins_previous(utf8::next(body, after));
    const std::size_t previous = utf8::floor_boundary(body, cut - 1);
    std::size_t at = previous;
    if (!joins && utf8::next(body, at) != kZeroWidthJoiner) return cut;
    if (previous <= from) break;
    cut = previous;
  }
  return limit;
}

std::size_t last_line_end(std::string_view body, std::size_t from, std::size_t limit) {
  const std::size_t found = body.substr(from, limit - from).find_last_of("\r\n");
  if (found == std::string_view::npos) return from;
  const std::size_t end = from + found + 1;
  // Never between CR and LF.
  return body[end - 1] == '\r' && end < body.size() && body[end] == '\n' ? end - 1 : end;
}

// Where a piece that starts at `begin` and cannot hold all up to `end` is cut. What
// lies before `floor` (headings) is not worth a piece of its own.
std::size_t cut_inside(std::string_view body, std::size_t begin, std::size_t end, std::size_t floor,
                       std::uint32_t tokens_target) {
  const std::size_t bytes = std::size_t{3} * tokens_target;
  const std::size_t limit = std::min(end, utf8::floor_boundary(body, begin + bytes));
  const std::size_t middle = std::max(floor, utf8::ceil_boundary(body, begin + bytes / 2));
  if (middle < limit) {
    const std::size_t line_end = last_line_end(body, middle, limit);
    if (line_end > middle) return line_end;
    const Seams seams = find_seams(body, middle, limit);
    if (seams.sentence > middle) return seams.sentence;
    if (seams.space > middle) return seams.space;
  }
  return spare_grapheme(body, begin, limit);
}

class PieceCutter {
 public:
  PieceCutter(std::string_view body, const std::vector<Block>& blocks, const PieceLimits& limits)
      : body_(body), blocks_(blocks), limits_(limits) {
    begin_ = end_ = floor_ = counted_ = blocks.front().begin;
    line_ = blocks.front().start_line;
  }

  std::vector<Piece> run() {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      const Block& block = blocks_[i];
      if (block.kind == BlockKind::Blank) continue;
      open_item(block);
      if (block.kind == BlockKind::Heading && floor_ == end_) {
        end_ = floor_ = block.end;
        if (exceeds(range(end_), limits_.tokens_max)) split(block);
      } else {
        add(block, i + 1 == blocks_.size());
      }
    }
    push(end_);
    return std::move(pieces_);
  }

 private:
  std::string_view range(std::size_t end) const { return body_.substr(begin_, end - begin_); }

  void add(const Block& block, bool last) {
    const std::uint32_t room = last ? limits_.tokens_max : limits_.tokens_target;
    if (!exceeds(range(block.end), room)) {
      end_ = block.end;
      return;
    }
    if (end_ > floor_) {
      push(end_);
      start(block);
    }
    if (exceeds(range(block.end), limits_.tokens_max)) split(block);
    end_ = block.end;
  }

  void split(const Block& block) {
    std::string context;
    if (block.kind == BlockKind::ListItem) {
      for (const Block* parent : parents_) add_title(*parent, context);
    }
    while (exceeds(range(block.end), limits_.tokens_max)) {
      const std::size_t cut =
          cut_inside(body_, begin_, block.end, std::max(floor_, begin_), limits_.tokens_target);
      NACRE_CHECK(cut > begin_ && cut < block.end);
      push(cut);
      begin_ = floor_ = cut;
      context_ = context;
    }
    end_ = block.end;
  }

  void start(const Block& block) {
    begin_ = end_ = floor_ = block.begin;
    context_.clear();
    for (const Block* parent : parents_) {
      if (parent != &block) add_title(*parent, context_);
    }
  }

  void open_item(const Block& block) {
    if (block.kind != BlockKind::ListItem) {
      parents_.clear();
      return;
    }
    parents_.resize(std::min(parents_.size(), static_cast<std::size_t>(block.level)));
    parents_.push_back(&block);
  }

  void add_title(const Block& item, std::string& context) const {
    const std::size_t bytes = std::min(item.end - item.begin, 4 * kContextBytesMax);
    const std::string_view head = body_.substr(item.begin, bytes);
    const Line line = LineReader(head.substr(0, utf8::floor_boundary(head, bytes))).at(0);
    ListMarker marker;
    if (!read_list_marker(line, marker)) return;
    std::string title;
    read_annotations(marker.content, &title);
    if (title.size() > kContextBytesMax) {
      title.resize(utf8::floor_boundary(title, kContextBytesMax));
    }
    if (title.empty()) return;
    if (!context.empty()) context += " > ";
    context += title;
  }

  // Adds [begin_, end) without blank lines at its edges, unless nothing is left.
  void push(std::size_t end) {
    std::size_t from = begin_;
    std::size_t to = end;
    const std::size_t text = body_.substr(0, to).find_first_not_of(" \t\r\n", from);
    if (text == std::string_view::npos) return;
    const std::size_t before = body_.substr(from, text - from).find_last_of("\r\n");
    if (before != std::string_view::npos) from += before + 1;
    const std::size_t last = body_.substr(0, to).find_last_not_of(" \t\r\n");
    const std::size_t line_end = body_.substr(0, to).find_first_of("\r\n", last);
    if (line_end != std::string_view::npos) {
      to = line_end + (body_.substr(line_end, 2) == "\r\n" ? 2 : 1);
      to = std::min(to, end);
    }
    Piece piece{.begin = from, .end = to, .context = context_};
    piece.start_line = line_at(from);
    piece.end_line = line_at(to - 1);
    pieces_.push_back(std::move(piece));
  }

  // `offset` never goes back.
  std::uint32_t line_at(std::size_t offset) {
    for (; counted_ < offset; ++counted_) {
      const char c = body_[counted_];
      const bool pair = c == '\r' && counted_ + 1 < body_.size() && body_[counted_ + 1] == '\n';
      if (c == '\n' || (c == '\r' && !pair)) ++line_;
    }
    return line_;
  }

  std::string_view body_;
  const std::vector<Block>& blocks_;
  PieceLimits limits_;
  std::vector<Piece> pieces_;
  // The piece at work: [begin_, end_), of which the text before floor_ is headings.
  std::size_t begin_ = 0, end_ = 0, floor_ = 0;
  std::string context_;
  std::vector<const Block*> parents_;  // The open list items, outermost first.
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

std::vector<Piece> cut_pieces(std::string_view body, const std::vector<Block>& blocks,
                              const PieceLimits& limits) {
  if (blocks.empty()) return {};
  return PieceCutter(body, blocks, limits).run();
}

}  // namespace nacre::text
