#include "base/toml_layout.h"

#include <algorithm>

namespace nacre::base {
namespace {

// Deeper nesting is refused, as by the parser.
constexpr int kDepthMax = 64;

bool ends_bare_value(char c) {
  return c == ',' || c == ']' || c == '}' || c == '#' || c == '\n' || c == '\r';
}

bool is_bare_key(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '-';
}

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    layout_.sections.push_back({.begin = at_, .end = at_});
  }

  std::optional<TomlLayout> read() && {
    for (skip_blank(); !done(); skip_blank()) {
      if (!(peek() == '[' ? header() : assignment({}, 0))) return std::nullopt;
    }
    return std::move(layout_);
  }

 private:
  using Path = std::vector<std::string>;

  bool done() const { return at_ >= text_.size(); }
  char peek() const { return done() ? '\0' : text_[at_]; }
  bool take(char c) {
    if (done() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  void skip_spaces() {
    while (peek() == ' ' || peek() == '\t') ++at_;
  }

  // Blanks, line ends and comments.
  void skip_blank() {
    for (; !done(); ++at_) {
      const char c = peek();
      if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
        if (done()) return;
      } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
        return;
      }
    }
  }

  std::uint32_t line_of(std::size_t offset) {
    // Offsets only grow, so the text is counted once.
    line_ += static_cast<std::uint32_t>(
        std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                   text_.begin() + static_cast<std::ptrdiff_t>(offset), '\n'));
    counted_ = offset;
    return line_;
  }

  bool key_part(std::string& part) {
    const char quote = peek();
    if (quote == '"' || quote == '\'') {
      const std::size_t begin = at_ + 1;
      if (!skip_string()) return false;
      // Escapes stay as they are: no key of ours needs one.
      part = text_.substr(begin, at_ - 1 - begin);
      return true;
    }
    const std::size_t begin = at_;
    while (is_bare_key(peek())) ++at_;
    part = text_.substr(begin, at_ - begin);
    return at_ > begin;
  }

  bool key(Path& path) {
    do {
      skip_spaces();
      if (!key_part(path.emplace_back())) return false;
      skip_spaces();
    } while (take('.'));
    return true;
  }

  bool header() {
    TomlSection section{.begin = at_, .line = line_of(at_)};
    take('[');
    section.array = take('[');
    if (!key(section.path) || !take(']')) return false;
    if (section.array && !take(']')) return false;
    section.end = at_;
    layout_.sections.push_back(std::move(section));
    return true;
  }

  bool assignment(std::optional<std::size_t> inside, int depth) {
    TomlEntry entry{.section = layout_.sections.size() - 1,
                    .inside = inside,
                    .begin = at_,
                    .line = line_of(at_)};
    entry.path = inside ? layout_.entries[*inside].path : layout_.sections.back().path;
    if (!key(entry.path) || !take('=')) return false;
    skip_spaces();
    entry.value_begin = at_;
    entry.inline_table = peek() == '{';
    const std::size_t index = layout_.entries.size();
    layout_.entries.push_back(std::move(entry));
    const bool read = peek() == '{' ? table(index, depth + 1) : value(depth + 1);
    layout_.entries[index].value_end = at_;
    return read;
  }

  // Inside an array nothing can be named, so its tables give no entries.
  bool table(std::optional<std::size_t> owner, int depth) {
    if (depth > kDepthMax || !take('{')) return false;
    skip_blank();
    while (!take('}')) {
      Path unnamed;
      const bool read = owner ? assignment(owner, depth) : pair(unnamed, depth);
      if (!read) return false;
      skip_blank();
      if (peek() != '}' && !take(',')) return false;
      skip_blank();
    }
    return true;
  }

  bool pair(Path& path, int depth) {
    if (!key(path) || !take('=')) return false;
    skip_spaces();
    return value(depth + 1);
  }

  bool array(int depth) {
    if (depth > kDepthMax || !take('[')) return false;
    skip_blank();
    while (!take(']')) {
      if (!value(depth + 1)) return false;
      skip_blank();
      if (peek() != ']' && !take(',')) return false;
      skip_blank();
    }
    return true;
  }

  bool value(int depth) {
    const char c = peek();
    if (c == '"' || c == '\'') return skip_string();
    if (c == '[') return array(depth);
    if (c == '{') return table(std::nullopt, depth);
    const std::size_t begin = at_;
    while (!done() && !ends_bare_value(peek())) ++at_;
    while (at_ > begin && (text_[at_ - 1] == ' ' || text_[at_ - 1] == '\t')) --at_;
    return at_ > begin;
  }

  bool skip_string() {
    const char quote = peek();
    const std::string three(3, quote);
    const bool is_long = text_.substr(at_).starts_with(three);
    at_ += is_long ? 3 : 1;
    for (; !done(); ++at_) {
      if (quote == '"' && peek() == '\\') {
        ++at_;
      } else if (!is_long && peek() == quote) {
        ++at_;
        return true;
      } else if (is_long && text_.substr(at_).starts_with(three)) {
        at_ += 3;
        // Up to two quotes may stand right before the closing three.
        for (int more = 0; more < 2 && peek() == quote; ++more) ++at_;
        return true;
      } else if (!is_long && peek() == '\n') {
        return false;
      }
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  std::uint32_t line_ = 1;
  TomlLayout layout_;
};

}  // namespace

std::optional<TomlLayout> toml_layout(std::string_view text) {
  return Reader(text).read();
}

}  // namespace nacre::base
