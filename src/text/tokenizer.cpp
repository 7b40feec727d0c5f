#include "text/tokenizer.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstdio>

#include "text/fold.h"
#include "text/identifier.h"
#include "text/stems.h"
#include "text/term.h"
#include "text/unicode_tables.h"
#include "text/utf8.h"

namespace nacre::text {
namespace {

// Bumped whenever the rules in this file or in identifier.cpp change a term; the
// tables and the Unicode version name themselves.
constexpr std::string_view kRules = "nacre-1";

// Text is folded in pieces that end before an ASCII white space, where nothing can
// join: the memory is that of a piece and its longest word.
constexpr std::size_t kPieceBytes = std::size_t{32} << 10;

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

std::size_t piece_end(std::string_view text, std::size_t begin) {
  std::size_t end = begin + kPieceBytes;
  if (end >= text.size()) return text.size();
  while (end < text.size() && !is_space(text[end])) ++end;
  return end;
}

bool is_capital(std::string_view original, std::size_t offset) {
  const char c = original[offset];
  if (static_cast<unsigned char>(c) < 0x80) return c >= 'A' && c <= 'Z';
  const auto code_point = static_cast<UChar32>(utf8::next(original, offset));
  return u_isupper(code_point) || u_istitle(code_point);
}

bool is_ascii_digit(char c) {
  return c >= '0' && c <= '9';
}

// Where the letters of "500ms" start; 0 when the word is of another shape.
std::uint32_t unit_of_number(std::string_view word) {
  const auto letter = std::find_if_not(word.begin(), word.end(), is_ascii_digit);
  const bool rest = std::all_of(letter, word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (letter == word.begin() || letter == word.end() || !rest) return 0;
  return static_cast<std::uint32_t>(letter - word.begin());
}

}  // namespace

std::string_view tokenizer_identity(Runs runs) {
  static const std::string characters = std::string(kRules) + "/" + kUnicodeTablesIdentity;
  static const std::string words = characters + "/words";
  return runs == Runs::Words ? words : characters;
}

struct Tokenizer::Impl {
  Runs runs = Runs::Characters;
  Stems stems;
  Identifier identifier;
  std::vector<ByteCase> cases;
  std::vector<std::uint32_t> humps;
  std::string joined;

  // The piece at work.
  std::string_view original;
  Folded folded;
  std::uint32_t base = 0;
  TokenSink* sink = nullptr;

  void tokenize_piece() {
    const std::string_view text = folded.text;
    std::uint32_t at = 0;
    while (at < text.size()) {
      std::uint32_t next = at;
      const CharClass value = class_at(text, next);
      if (value == CharClass::Letter || value == CharClass::Digit) {
        at = word(at);
      } else if (is_unspaced(value)) {
        at = run(value, at, next);
      } else {
        if (value == CharClass::Pictograph) emit(TokenKind::Character, at, next);
        at = next;
      }
    }
  }

  std::string_view slice(std::uint32_t begin, std::uint32_t end) const {
    return std::string_view(folded.text).substr(begin, end - begin);
  }

  void emit(TokenKind kind, std::uint32_t begin, std::uint32_t end) {
    emit(slice(begin, end), kind, begin, end);
  }

  void emit(std::string_view term, TokenKind kind, std::uint32_t begin, std::uint32_t end) {
    // One original character may give several bytes or letters ("½"): its range is
    // whole, never empty.
    std::uint32_t after = end;
    while (folded.offset[after] == folded.offset[end - 1]) ++after;
    const std::uint32_t from = base + folded.offset[begin];
    const std::uint32_t to = base + folded.offset[after];
    if (term.size() <= kTermBytesMax) {
      sink->token(term, kind, from, to);
      return;
    }
    std::array<char, 24> hash;
    const int length = std::snprintf(hash.data(), hash.size(), "~%016llx",
                                     static_cast<unsigned long long>(term_hash(term)));
    const auto hash_bytes = static_cast<std::size_t>(length);
    std::size_t keep = kTermBytesMax - hash_bytes;
    while ((static_cast<unsigned char>(term[keep]) & 0xC0) == 0x80) --keep;
    std::string shortened(term.substr(0, keep));
    shortened.append(hash.data(), hash_bytes);
    sink->token(shortened, kind, from, to);
  }

  std::uint32_t run(CharClass value, std::uint32_t at, std::uint32_t next) {
    const auto size = static_cast<std::uint32_t>(folded.text.size());
    if (runs == Runs::Words) return whole_run(value, at, next);
    emit(TokenKind::Character, at, next);
    while (next < size) {
      std::uint32_t after = next;
      if (class_at(folded.text, after) != value) break;
      emit(TokenKind::Bigram, at, after);
      emit(TokenKind::Character, next, after);
      at = next;
      next = after;
    }
    return next;
  }

  std::uint32_t whole_run(CharClass value, std::uint32_t at, std::uint32_t next) {
    const auto size = static_cast<std::uint32_t>(folded.text.size());
    while (next < size) {
      std::uint32_t after = next;
      if (class_at(folded.text, after) != value) break;
      next = after;
    }
    emit(TokenKind::Word, at, next);
    return next;
  }

  std::uint32_t word(std::uint32_t at) {
    scan_identifier(folded.text, at, identifier);
    const std::vector<Atom>& atoms = identifier.atoms;
    if (!identifier.simple()) emit(TokenKind::Whole, atoms.front().begin, identifier.end);
    for (std::size_t i = 0; i < atoms.size();) {
      std::size_t end = i + 1;
      while (end < atoms.size() && !atoms[end].new_segment) ++end;
      segment(i, end, i == 0 && end == atoms.size());
      i = end;
    }
    return identifier.scanned;
  }

  // Atoms [first, last) without '/', ':' and the like between them: "fold.h" of
  // "text/fold.h". `only`: the identifier has no other, so its whole is known.
  void segment(std::size_t first, std::size_t last, bool only) {
    const std::vector<Atom>& atoms = identifier.atoms;
    const std::uint32_t end = atoms[last - 1].end;
    if (!only && last - first > 1) emit(TokenKind::Whole, atoms[first].begin, end);
    atom(atoms[first]);
    // "v2.2.0" is also asked for as "2.2.0".
    const std::string_view head = slice(atoms[first].begin, atoms[first].end);
    const bool version = head.size() > 1 && head[0] == 'v' &&
                         std::all_of(head.begin() + 1, head.end(), is_ascii_digit);
    if (version && last - first > 1) {
      emit(TokenKind::Whole, atoms[first].begin + 1, end);
    }
    for (std::size_t i = first + 1; i < last; ++i) atom(atoms[i]);
  }

  void atom(const Atom& atom) {
    if (atom.apostrophe) {
      joined.clear();
      for (const char c : slice(atom.begin, atom.end)) {
        if (c != '\'') joined.push_back(c);
      }
      emit(atom.ascii_letters ? stems.stem(joined) : joined, TokenKind::Word, atom.begin, atom.end);
      return;
    }
    const bool camel = find_humps(atom);
    const std::uint32_t unit = atom.ascii_letters ? 0 : unit_of_number(slice(atom.begin, atom.end));
    if (unit != 0) humps.assign(1, unit);
    if (!camel && unit == 0) {
      part(atom.begin, atom.end, atom.ascii_letters, TokenKind::Word);
      return;
    }
    part(atom.begin, atom.end, atom.ascii_letters, TokenKind::Whole);
    std::uint32_t begin = atom.begin;
    for (const std::uint32_t hump : humps) {
      part(begin, atom.begin + hump, true, TokenKind::Word);
      begin = atom.begin + hump;
    }
    part(begin, atom.end, true, TokenKind::Word);
  }

  void part(std::uint32_t begin, std::uint32_t end, bool letters, TokenKind kind) {
    const std::string_view bytes = slice(begin, end);
    const bool stemmed = letters && std::none_of(bytes.begin(), bytes.end(),
                                                 [](char c) { return c < 'a' || c > 'z'; });
    emit(stemmed ? stems.stem(bytes) : bytes, kind, begin, end);
  }

  // The whole of a camelCase word is stemmed as its lower-case spelling would be, so
  // that either finds the other.
  bool find_humps(const Atom& atom) {
    bool any = false;
    for (std::uint32_t i = atom.begin + 1; i < atom.end && !any; ++i) {
      any = is_capital(original, folded.offset[i]);
    }
    if (!any) return false;
    cases.clear();
    for (std::uint32_t i = atom.begin; i < atom.end; ++i) {
      const std::uint32_t offset = folded.offset[i];
      const bool inner = i > atom.begin && offset == folded.offset[i - 1];
      cases.push_back(inner                          ? ByteCase::Inner
                      : is_capital(original, offset) ? ByteCase::Capital
                                                     : ByteCase::Other);
    }
    split_camel(slice(atom.begin, atom.end), cases, humps);
    return !humps.empty();
  }
};

Tokenizer::Tokenizer(Runs runs) : impl_(std::make_unique<Impl>()) {
  impl_->runs = runs;
}
Tokenizer::~Tokenizer() = default;
Tokenizer::Tokenizer(Tokenizer&&) noexcept = default;
Tokenizer& Tokenizer::operator=(Tokenizer&&) noexcept = default;

void Tokenizer::tokenize(std::string_view text, TokenSink& sink) {
  impl_->sink = &sink;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = piece_end(text, begin);
    impl_->original = text.substr(begin, end - begin);
    impl_->base = static_cast<std::uint32_t>(begin);
    impl_->folded = fold(impl_->original);
    impl_->tokenize_piece();
    begin = end;
  }
  impl_->sink = nullptr;
}

std::vector<Token> Tokenizer::tokens(std::string_view text) {
  struct Collect final : TokenSink {
    std::vector<Token> all;
    void token(std::string_view term, TokenKind kind, std::uint32_t begin,
               std::uint32_t end) override {
      all.push_back({std::string(term), kind, begin, end});
    }
  } collect;
  tokenize(text, collect);
  return std::move(collect.all);
}

}  // namespace nacre::text
