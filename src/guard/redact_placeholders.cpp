#include <algorithm>

#include "base/result.h"
#include "guard/redact.h"

namespace nacre::guard {
namespace {

struct Words {
  std::string_view name, english, chinese, classic;
};

// In the order of SecretKind. No placeholder may itself look like a secret or a
// name of one to the patterns: masking twice must change nothing.
constexpr std::array<Words, kSecretKindCount> kWords = {{
    {"private-key", "[redacted:private-key]", "[私钥已脱敏]", "[私钥已脱敏]"},
    {"api-key", "[redacted:api-key]", "[密钥已脱敏]", "[密钥已脱敏]"},
    {"token", "[redacted:token]", "[令牌已脱敏]", "[令牌已脱敏]"},
    {"password", "[redacted:password]", "[密码已脱敏]", "[密码已脱敏]"},
    {"bank-card", "[redacted:bank-card]", "[银行卡号已脱敏]", "[银行卡号已脱敏]"},
    {"identity-number", "[redacted:identity-number]", "[身份证号已脱敏]", "[身份证号已脱敏]"},
    {"phone", "[redacted:phone]", "[电话已脱敏]", "[手机号已脱敏]"},
    {"email", "[redacted:email]", "[邮箱已脱敏]", "[邮箱已脱敏]"},
}};

constexpr std::array<std::string_view, 4> kLevels = {"off", "secrets", "personal", "classic"};

const Words& words(SecretKind kind) {
  const auto at = static_cast<std::size_t>(kind);
  NACRE_CHECK(at < kWords.size());
  return kWords[at];
}

}  // namespace

std::string_view name(RedactionLevel value) {
  const auto at = static_cast<std::size_t>(value);
  NACRE_CHECK(at < kLevels.size());
  return kLevels[at];
}

std::optional<RedactionLevel> parse_redaction_level(std::string_view text) {
  const auto* const found = std::find(kLevels.begin(), kLevels.end(), text);
  if (found == kLevels.end()) return std::nullopt;
  return static_cast<RedactionLevel>(found - kLevels.begin());
}

std::string_view name(SecretKind value) {
  return words(value).name;
}

std::string_view Redactor::placeholder(SecretKind kind) const {
  const Words& of = words(kind);
  // The classic labels have one language only.
  if (options_.level == RedactionLevel::Classic) return of.classic;
  return options_.language == PlaceholderLanguage::Chinese ? of.chinese : of.english;
}

std::size_t placeholder_length(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  // Most brackets are others'.
  const char first = text.size() > 1 ? text[1] : '\0';
  if (first != 'r' && static_cast<unsigned char>(first) < 0x80) return 0;
  for (const Words& of : kWords) {
    for (const std::string_view word : {of.english, of.chinese, of.classic}) {
      if (text.starts_with(word)) return word.size();
    }
  }
  return 0;
}

}  // namespace nacre::guard
