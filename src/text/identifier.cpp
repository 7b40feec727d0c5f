#include "text/identifier.h"

#include "text/utf8.h"

namespace nacre::text {
namespace {

bool is_word(CharClass value) {
  return value == CharClass::Letter || value == CharClass::Digit || value == CharClass::Mark;
}

bool starts_word(CharClass value) {
  return is_word(value) && value != CharClass::Mark;
}

bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool word_starts_at(std::string_view text, std::uint32_t offset) {
  if (offset >= text.size()) return false;
  return starts_word(class_at(text, offset));
}

bool letter_at(std::string_view text, std::uint32_t offset) {
  return offset < text.size() && class_at(text, offset) == CharClass::Letter;
}

bool is_joiner(char c) {
  switch (c) {
    case '.':
    case '_':
    case '-':
    case '/':
    case ':':
    case '@':
    case '+':
    case '#':
      return true;
    default:
      return false;
  }
}

// Length of the joiner at `offset`, or 0: one character, or "://", "::", "__".
std::uint32_t joiner_length(std::string_view text, std::uint32_t offset) {
  if (offset >= text.size() || !is_joiner(text[offset])) return 0;
  const std::string_view rest = text.substr(offset);
  if (rest.substr(0, 3) == "://") return 3;
  if (rest.substr(0, 2) == "::" || rest.substr(0, 2) == "__") return 2;
  return 1;
}

// What English hangs on a word: Kai's, we're, I've, they'll, she'd, I'm.
bool is_clitic(std::string_view tail) {
  return tail == "s" || tail == "re" || tail == "ve" || tail == "ll" || tail == "d" || tail == "m";
}

// One atom at `at`; returns where it ends on the page, which "'s" belongs to.
std::uint32_t scan_atom(std::string_view text, std::uint32_t at, Atom& atom) {
  atom = {.begin = at, .end = at};
  std::uint32_t last_apostrophe = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (is_lower(c)) {
      ++at;
    } else if (is_digit(c)) {
      atom.ascii_letters = false;
      ++at;
    } else if (c == '\'') {
      if (!letter_at(text, at + 1)) break;
      last_apostrophe = at++;
      atom.apostrophe = true;
    } else if (static_cast<unsigned char>(c) < 0x80) {
      break;
    } else {
      std::uint32_t next = at;
      if (!is_word(class_at(text, next))) break;
      atom.ascii_letters = false;
      at = next;
    }
  }
  atom.end = at;
  if (atom.apostrophe && is_clitic(text.substr(last_apostrophe + 1, at - last_apostrophe - 1))) {
    atom.end = last_apostrophe;
    const std::string_view rest = text.substr(atom.begin, atom.end - atom.begin);
    atom.apostrophe = rest.find('\'') != std::string_view::npos;
  }
  return at;
}

// "c++", "c#", "f#": the tail is part of a short name when nothing follows.
std::uint32_t tail_length(std::string_view text, const Atom& atom, std::uint32_t at) {
  if (!atom.ascii_letters || atom.end - atom.begin > 2 || at != atom.end) return 0;
  const std::string_view rest = text.substr(at);
  const std::uint32_t length = rest.substr(0, 2) == "++" ? 2 : rest.substr(0, 1) == "#" ? 1 : 0;
  return length != 0 && !word_starts_at(text, at + length) ? length : 0;
}

}  // namespace

CharClass class_at(std::string_view folded, std::uint32_t& offset) {
  std::size_t at = offset;
  const CharClass value = char_class(utf8::next(folded, at));
  offset = static_cast<std::uint32_t>(at);
  return value;
}

void scan_identifier(std::string_view folded, std::uint32_t at, Identifier& out) {
  out.atoms.clear();
  const std::uint32_t first = at;
  bool new_segment = false;
  while (true) {
    Atom& atom = out.atoms.emplace_back();
    at = scan_atom(folded, at, atom);
    atom.new_segment = new_segment;
    const std::uint32_t joiner = joiner_length(folded, at);
    if (joiner == 0 || at - first > kIdentifierBytesMax) break;
    if (!word_starts_at(folded, at + joiner)) break;
    const char c = folded[at];
    new_segment = c != '.' && c != '_' && c != '-';
    at += joiner;
  }
  const Atom& last = out.atoms.back();
  const std::uint32_t tail = tail_length(folded, last, at);
  out.end = last.end + tail;
  out.scanned = at + tail;
}

void split_camel(std::string_view word, const std::vector<ByteCase>& cases,
                 std::vector<std::uint32_t>& out) {
  out.clear();
  const std::size_t size = word.size();
  const auto next_of = [&](std::size_t at) {
    do ++at;
    while (at < size && cases[at] == ByteCase::Inner);
    return at;
  };
  bool after_capital = cases[0] == ByteCase::Capital;
  for (std::size_t at = next_of(0); at < size; at = next_of(at)) {
    const bool capital = cases[at] == ByteCase::Capital;
    if (capital) {
      const std::size_t next = next_of(at);
      const bool before_lower =
          next < size && cases[next] == ByteCase::Other && !is_digit(word[next]);
      const bool plural = next + 1 == size && word[next] == 's';
      if (!after_capital || (before_lower && !plural)) {
        out.push_back(static_cast<std::uint32_t>(at));
      }
    }
    after_capital = capital;
  }
}

}  // namespace nacre::text
