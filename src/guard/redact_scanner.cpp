#include "guard/redact_scanner.h"

#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_names.h"
#include "guard/redact_width.h"
#include "guard/redact_words.h"

namespace nacre::guard {
namespace {

// What the scanner does at a byte.
enum class Mark : std::uint8_t {
  None,
  Word,       // A letter, digit, '-' or '_': a run starts.
  Separator,  // ':' '=' '|' '>'
  At,         // '@'
  Number,     // '+' '(': a phone number may start before its digits.
  Bracket,    // '[': a placeholder may start.
  Wide,       // The first of three bytes, as Chinese writes.
};

constexpr std::array<Mark, 256> kMarks = [] {
  std::array<Mark, 256> marks{};
  for (std::size_t c = 0; c < 128; ++c) {
    if (is_word(static_cast<char>(c))) marks[c] = Mark::Word;
  }
  for (const char c : {':', '=', '|', '>'}) marks[static_cast<std::size_t>(c)] = Mark::Separator;
  marks['@'] = Mark::At;
  marks['+'] = marks['('] = Mark::Number;
  marks['['] = Mark::Bracket;
  for (unsigned c = 0xE0; c < 0xF0; ++c) marks[c] = Mark::Wide;
  return marks;
}();

Mark mark_of(char c) {
  return kMarks[static_cast<unsigned char>(c)];
}

// Of the words that Scanner::keyword knows.
constexpr auto kKeywordInitials = [] {
  std::array<bool, 256> initials{};
  for (const char initial : std::string_view("-bBiIwWtTpP")) {
    initials[static_cast<unsigned char>(initial)] = true;
  }
  return initials;
}();

bool is_keyword_initial(char c) {
  return kKeywordInitials[static_cast<unsigned char>(c)];
}

// One pass over one text. Every step moves `at_` on, and looks at a bounded
// stretch around it.
class Scanner {
 public:
  Scanner(std::string_view text, RedactionLevel level)
      : text_(text), level_(level), blocks_(text) {}

  std::vector<Finding> scan() {
    while (at_ < text_.size()) {
      switch (mark_of(text_[at_])) {
        case Mark::None:
          ++at_;
          // A word behind a blank is what most texts are made of.
          if (at_ < text_.size() && mark_of(text_[at_]) == Mark::Word) word();
          break;
        case Mark::Word:
          word();
          break;
        case Mark::Wide:
          wide();
          break;
        case Mark::Separator:
          separator();
          break;
        case Mark::At:
          if (!personal() || !add(match_email(text_, at_, floor_))) ++at_;
          break;
        case Mark::Number:
          number_sign();
          break;
        case Mark::Bracket:
          at_ += std::max<std::size_t>(1, placeholder_length(text_.substr(at_)));
          break;
      }
    }
    return std::move(findings_);
  }

 private:
  bool personal() const {
    return level_ == RedactionLevel::Personal || level_ == RedactionLevel::Classic;
  }
  bool secrets() const { return level_ != RedactionLevel::Classic; }

  // Whether something was found; scanning goes on right behind it, be it in the
  // middle of a run.
  bool add(const Found& found) { return found.has_value() && take(*found); }
  bool take(const Finding& found) {
    if (found.begin < floor_ || found.end <= found.begin) return false;
    floor_ = at_ = found.end;
    findings_.push_back(found);
    return true;
  }

  void word();
  bool read_run(std::size_t whole, std::size_t end);
  Found block_at_end(Run run);
  bool keyword(Run run);
  bool verb(Run run);
  void separator();
  void number_sign();
  void wide();
  void name(std::size_t begin);

  std::string_view text_;
  RedactionLevel level_;
  PrivateKeyBlocks blocks_;
  std::vector<Finding> findings_;
  std::size_t at_ = 0;
  std::size_t floor_ = 0;  // Where the last finding ends.
};

void Scanner::word() {
  const std::size_t begin = at_;
  const std::size_t end = word_run_end(text_, begin);
  at_ = end;
  const char last = text_[end - 1];
  if ((last == 'N' || last == '-') && secrets()) {
    const Found block = block_at_end({begin, end});
    if (!read_run(begin, block ? block->begin : end)) add(block);
  } else {
    read_run(begin, end);
  }
}

// "-----BEGIN", also right after other letters, and the "----" of SSH2.
Found Scanner::block_at_end(Run run) {
  constexpr std::string_view kBegin = "-----BEGIN";
  const std::string_view word = text_.substr(run.begin, run.size());
  if (word.ends_with(kBegin)) return blocks_.match(run.end - kBegin.size());
  return word == "----" ? blocks_.match(run.begin) : std::nullopt;
}

// The run is [whole, end): as two numbers, which stay in registers.
bool Scanner::read_run(std::size_t whole, std::size_t end) {
  std::size_t begin = whole;
  const char before = byte_before(text_, begin);
  // "\nghp_…" and "%3Dghp_…", as escapes of JSON and URLs write them.
  if (before == '\\' && end - begin > 1) ++begin;
  if (before == '%' && end - begin > 2) begin += 2;
  while (begin < end && !is_alnum(text_[begin])) ++begin;
  if (begin >= end) return false;

  const char first = text_[begin];
  if (is_digit(first) && add(match_number(text_, begin, level_))) return true;
  if (!secrets()) return false;
  const char after = byte_at(text_, end);
  const bool joined = after == '.' || after == '/' || after == '+';
  if ((joined || end - begin >= 16) && may_be_provider_key(first, byte_at(text_, begin + 1)) &&
      add(match_provider_key(text_, {begin, end}))) {
    return true;
  }
  if (after == '.' && end - begin >= 12 && add(match_dotted_token(text_, {begin, end})))
    return true;
  if (!is_keyword_initial(text_[whole])) return false;
  return (is_blank(after) || after == ':' || after == '=' || !is_ascii(after)) &&
         keyword({whole, end});
}

// Words that make a secret of what follows them.
bool Scanner::keyword(Run run) {
  const std::string_view word = text_.substr(run.begin, run.size());
  const char after = byte_at(text_, run.end);
  const bool separated = after == ':' || after == '=';
  if (word.starts_with("--")) {
    return !separated && add(match_named_by_blank(text_, run.begin, run.end));
  }
  switch (lower(word[0])) {
    case 'b':
      if (word.size() == 2) return lower(word[1]) == 'e' && verb(run);
      return (word.size() == 5 || word.size() == 6) && add(match_http_scheme(text_, run));
    case 'i':
      return word.size() == 2 && lower(word[1]) == 's' && verb(run);
    case 'w':
      return word.size() == 3 && equals_folded(word, "was") && verb(run);
    case 't':
      return word.size() == 2 && lower(word[1]) == 'o' && verb(run);
    case 'p':
      if (separated || word.size() < 3) return false;
      if (!starts_folded(word, "pass") && !starts_folded(word, "pwd")) return false;
      return add(match_named_by_blank(text_, run.begin, run.end));
    default:
      return false;
  }
}

bool Scanner::verb(Run run) {
  return add(match_verb(text_, run.begin, run.end));
}

void Scanner::separator() {
  const std::size_t begin = at_++;
  if (!secrets()) return;
  const char c = text_[begin];
  const char before = byte_before(text_, begin);
  const char after = byte_at(text_, begin + 1);
  if (c == ':') {
    if (text_.substr(begin).starts_with("://")) {
      at_ += 2;
      add(match_url_secret(text_, begin));
      return;
    }
    // "::" is C++, but before a blank it is a property of Logseq.
    if (after == ':' || after == '=') ++at_;
    if (after == ':' && !is_blank(byte_at(text_, at_))) return;
  } else if (c == '=') {
    if (after == '=' || after == '~') {
      ++at_;
      return;
    }
    if (before == '!' || before == '<' || before == '>' || before == '~') return;
    if (after == '>') ++at_;
  } else if (c == '|' && !(is_blank(before) && is_blank(after))) {
    return;  // Only the bar of a table separates a name from a value.
  }
  const bool sure = c == ':' || c == '=';
  add(match_assignment(text_, begin, at_, sure ? Separator::Assign : Separator::Table));
}

void Scanner::number_sign() {
  const std::size_t begin = at_++;
  const char before = byte_before(text_, begin);
  if (level_ != RedactionLevel::Personal || !is_digit(byte_at(text_, at_))) return;
  if (is_word(before) || before == '+' || before == ')') return;
  add(match_number(text_, begin, level_));
}

constexpr unsigned code(unsigned char first, unsigned char second, unsigned char third) {
  return unsigned{first} << 16 | unsigned{second} << 8 | third;
}
constexpr unsigned code(std::string_view character) {
  return code(static_cast<unsigned char>(character[0]), static_cast<unsigned char>(character[1]),
              static_cast<unsigned char>(character[2]));
}

// The separators that Chinese writes, its verbs that a value follows, and the
// characters that names of secrets start with.
void Scanner::wide() {
  const std::size_t begin = at_;
  at_ = std::min(at_ + 3, text_.size());
  if (at_ - begin < 3) return;
  switch (code(text_.substr(begin, 3))) {
    case code("："):
      if (secrets()) add(match_assignment(text_, begin, at_, Separator::Assign));
      return;
    case code("（"):
      if (level_ == RedactionLevel::Personal) add(match_phone(text_, begin));
      return;
    case code("是"):
    case code("为"):
    case code("為"):
    case code("成"):
    case code("叫"):
    case code("用"):
    case code("做"):
    case code("作"):
      if (secrets()) add(match_verb(text_, begin, at_));
      return;
    case code("密"):
    case code("口"):
    case code("授"):
    case code("秘"):
    case code("金"):
    case code("私"):
    case code("令"):
    case code("凭"):
      if (secrets()) name(begin);
      return;
    default:
      return;
  }
}

// `密码 …`, `密码“…”`: a value right after a Chinese name.
void Scanner::name(std::size_t begin) {
  const std::size_t length = script_name_length(text_.substr(begin));
  if (length == 0) return;
  at_ = begin + length;
  const char next = byte_at(text_, at_);
  if (is_blank(next) || is_alnum(next) || next == '`' || next == '"' ||
      text_.substr(at_).starts_with("“") || text_.substr(at_).starts_with("「")) {
    add(match_named_by_blank(text_, begin, at_));
  }
}

}  // namespace

std::vector<Finding> scan(std::string_view text, RedactionLevel level) {
  if (!FoldedText::needed(text)) return Scanner(text, level).scan();
  const FoldedText folded(text);
  std::vector<Finding> findings = Scanner(folded.text(), level).scan();
  folded.restore(findings);
  return findings;
}

}  // namespace nacre::guard
