#include "guard/redact_scanner.h"

#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"

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
  Lead,       // The first byte of a character that some pattern starts with.
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
  // 口密授 令 私秘 凭 是 为 ：＝（
  for (const unsigned c : {0xE5U, 0xE4U, 0xE7U, 0xE6U, 0xEFU}) marks[c] = Mark::Lead;
  return marks;
}();

Mark mark_of(char c) {
  return kMarks[static_cast<unsigned char>(c)];
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
          break;
        case Mark::Word:
          word();
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
        case Mark::Lead:
          character();
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
  bool add(Found found) {
    if (!found || found->begin < floor_ || found->end <= found->begin) return false;
    floor_ = at_ = found->end;
    findings_.push_back(*found);
    return true;
  }

  void word();
  bool read_run(Run whole);
  Found block_at_end(Run run);
  bool keyword(Run run);
  bool verb(Run run);
  void separator();
  void number_sign();
  void character();
  Run run_at(std::size_t begin) const;

  std::string_view text_;
  RedactionLevel level_;
  PrivateKeyBlocks blocks_;
  std::vector<Finding> findings_;
  std::size_t at_ = 0;
  std::size_t floor_ = 0;  // Where the last finding ends.
};

Run Scanner::run_at(std::size_t begin) const {
  std::size_t end = begin;
  while (end < text_.size() && mark_of(text_[end]) == Mark::Word) ++end;
  return {begin, end};
}

void Scanner::word() {
  Run run = run_at(at_);
  at_ = run.end;
  const Found block = secrets() ? block_at_end(run) : std::nullopt;
  if (block) run.end = block->begin;
  if (!read_run(run)) add(block);
}

// "-----BEGIN", also right after other letters, and the "----" of SSH2.
Found Scanner::block_at_end(Run run) {
  constexpr std::string_view kBegin = "-----BEGIN";
  const std::string_view word = text_.substr(run.begin, run.size());
  if (word.ends_with(kBegin)) return blocks_.match(run.end - kBegin.size());
  return word == "----" ? blocks_.match(run.begin) : std::nullopt;
}

bool Scanner::read_run(Run whole) {
  Run run = whole;
  const char before = byte_before(text_, run.begin);
  // "\nghp_…" and "%3Dghp_…", as escapes of JSON and URLs write them.
  if (before == '\\' && run.size() > 1) ++run.begin;
  if (before == '%' && run.size() > 2) run.begin += 2;
  while (run.begin < run.end && !is_alnum(text_[run.begin])) ++run.begin;
  if (run.size() == 0) return false;

  if (is_digit(text_[run.begin]) && add(match_number(text_, run.begin, level_))) return true;
  if (!secrets()) return false;
  const char after = byte_at(text_, run.end);
  const bool long_enough = run.size() >= 16 || after == '.' || after == '/' || after == '+';
  if (long_enough && add(match_provider_key(text_, run))) return true;
  if (after == '.' && run.size() >= 12 && add(match_dotted_token(text_, run))) return true;
  return (after == ' ' || !is_ascii(after)) && keyword(whole);
}

// Words that make a secret of what follows them.
bool Scanner::keyword(Run run) {
  const std::string_view word = text_.substr(run.begin, run.size());
  if (word.starts_with("--")) return add(match_named_by_blank(text_, run.begin, run.end));
  switch (lower(word[0])) {
    case 'b':
      return add(match_http_scheme(text_, run));
    case 'i':
    case 'w':
      return verb(run);
    case 'p':
      if (!starts_folded(word, "passw") && !starts_folded(word, "pwd")) return false;
      return add(match_named_by_blank(text_, run.begin, run.end));
    default:
      return false;
  }
}

bool Scanner::verb(Run run) {
  const std::string_view word = text_.substr(run.begin, run.size());
  if (!equals_folded(word, "is") && !equals_folded(word, "was")) return false;
  return add(match_assignment(text_, run.begin, run.end, Separator::Verb));
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
  add(match_assignment(text_, begin, at_, sure ? Separator::Assign : Separator::Verb));
}

void Scanner::number_sign() {
  const std::size_t begin = at_++;
  const char before = byte_before(text_, begin);
  if (level_ != RedactionLevel::Personal || !is_digit(byte_at(text_, at_))) return;
  if (is_word(before) || before == '+' || before == ')') return;
  add(match_number(text_, begin, level_));
}

// Chinese names of secrets, and the separators that Chinese writes.
void Scanner::character() {
  const std::size_t begin = at_;
  at_ = std::min(at_ + 3, text_.size());
  if (level_ == RedactionLevel::Classic) return;
  const std::string_view here = text_.substr(begin, 3);
  if (here == "：" || here == "＝") {
    add(match_assignment(text_, begin, at_, Separator::Assign));
    return;
  }
  if (here == "（") {
    if (level_ == RedactionLevel::Personal) add(match_phone(text_, begin));
    return;
  }
  if (here == "是" || here == "为" || here == "為") {
    add(match_assignment(text_, begin, at_, Separator::Verb));
    return;
  }
  const char next = byte_at(text_, begin + 6);
  const bool quote = next == '`' || next == '"' ||
                     text_.substr(std::min(begin + 6, text_.size())).starts_with("“");
  if (next != ' ' && !is_alnum(next) && !quote) return;
  const std::string_view name = text_.substr(begin, 6);
  constexpr std::array<std::string_view, 9> kNames = {"密码", "密碼", "口令", "密钥", "密鑰",
                                                      "秘钥", "私钥", "令牌", "凭证"};
  if (std::find(kNames.begin(), kNames.end(), name) == kNames.end()) return;
  at_ = begin + 6;
  add(match_named_by_blank(text_, begin, begin + 6));
}

}  // namespace

std::vector<Finding> scan(std::string_view text, RedactionLevel level) {
  return Scanner(text, level).scan();
}

}  // namespace nacre::guard
