#include "guard/patterns_prose.h"

#include <algorithm>
#include <array>
#include <string>

#include "guard/patterns_bytes.h"
#include "guard/patterns_names.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kAlgorithmBytesMax = 24;

// Sorted.
constexpr auto kPlainAnswers = std::to_array<std::string_view>({
    "above",     "admins",    "again",     "also",     "always",    "anything",  "auth",
    "back",      "below",     "bitwarden", "bool",     "boolean",   "byte",      "bytes",
    "cannot",    "change",    "changed",   "check",    "clear",     "click",     "const",
    "copy",      "correct",   "created",   "date",     "deleted",   "disabled",  "empty",
    "enabled",   "encrypted", "enter",     "error",    "expired",   "fail",      "failed",
    "false",     "field",     "fixed",     "forgot",   "forgotten", "from",      "generate",
    "generated", "given",     "good",      "hashed",   "here",      "hidden",    "incorrect",
    "input",     "invalid",   "keepass",   "keychain", "lastpass",  "leaked",    "login",
    "long",      "lost",      "maybe",     "missing",  "must",      "name",      "never",
    "none",      "null",      "number",    "object",   "okay",      "omit",      "omitted",
    "optional",  "plain",     "plaintext", "private",  "prompt",    "protected", "random",
    "redacted",  "required",  "reset",     "rotate",   "rotated",   "safe",      "same",
    "saved",     "shared",    "short",     "some",     "stored",    "string",    "strong",
    "success",   "text",      "that",      "this",     "todo",      "true",      "type",
    "undefined", "unknown",   "unset",     "update",   "updated",   "user",      "username",
    "uuid",      "valid",     "value",     "varchar",  "vault",     "void",      "weak",
    "what",      "when",      "where",     "with",     "wrong",
});
static_assert(std::is_sorted(kPlainAnswers.begin(), kPlainAnswers.end()));

constexpr auto kAlgorithms = std::to_array<std::string_view>({
    "aes",   "argon",   "base32", "base58", "base64", "bcrypt", "blake",     "chacha", "crc",
    "ecdsa", "ed25519", "es256",  "hkdf",   "hmac",   "hotp",   "hs256",     "hs512",  "http",
    "ipv",   "k8s",     "md4",    "md5",    "oauth",  "oidc",   "p256",      "pbkdf",  "pkcs",
    "rfc",   "ripemd",  "rs256",  "rsa",    "scrypt", "secp",   "sha",       "ssl",    "tls",
    "totp",  "utf",     "uuid",   "x25519", "x509",   "xxh",    "1password", "2fa",    "mfa",
    "aesc",  "aesg",    "httpd",  "rsassa", "shak",   "sslv",   "tlsv",      "https",  "sslm",
});

constexpr auto kReferencePrefixes = std::to_array<std::string_view>({
    "process.env", "os.environ", "os.getenv", "env.",     "env:",      "secrets.",
    "vault:",      "op://",      "keyring:",  "ssm:",     "arn:",      "http://",
    "https://",    "file:",      "./",        "../",      "~/",        "your",
    "self.",       "this.",      "args.",     "config.",  "settings.", "request.",
    "req.",        "ctx.",       "opts.",     "options.", "params.",   "data.",
    "secretref",   "redacted",   "null",      "none",     "undefined", "example",
});

constexpr std::array<std::string_view, 3> kTemplates = {"${", "{{", "}}"};
// In a long value chance brings these together too.
constexpr std::array<std::string_view, 5> kShortTemplates = {"<%", "$(", "->", "::", "%s"};
constexpr std::size_t kShortBytesMax = 32;

// Without these no template is in it.
bool has_template_mark(std::string_view value) {
  return std::any_of(value.begin(), value.end(), [](char c) {
    return c == '$' || c == '{' || c == '}' || c == '<' || c == '-' || c == ':' || c == '%';
  });
}

constexpr auto kReferenceInitials = [] {
  std::array<bool, 256> initials{};
  for (const std::string_view prefix : kReferencePrefixes) {
    initials[static_cast<unsigned char>(prefix[0])] = true;
  }
  return initials;
}();

bool is_identifier(std::string_view text) {
  return !text.empty() && !is_digit(text[0]) &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_alnum(c) || c == '_'; });
}

bool has_digit(std::string_view text) {
  return std::any_of(text.begin(), text.end(), is_digit);
}

// $NAME, %NAME%, :name, @name, &name, *name, !tag: a name behind a mark.
bool is_marked_variable(std::string_view value) {
  constexpr std::string_view kMarks = "$%:@&*!?";
  if (value.empty() || kMarks.find(value[0]) == std::string_view::npos) return false;
  std::string_view rest = value.substr(1);
  if (rest.ends_with('%') && value[0] == '%') rest.remove_suffix(1);
  if (rest.empty() || rest == "s") return true;
  if (value[0] == '$' && std::all_of(rest.begin(), rest.end(), is_digit)) return true;
  if (!is_identifier(rest)) return false;
  // "$ecret1" is a password, "$SECRET_1" is not.
  return !has_digit(rest) || count_bytes(rest).lower == 0;
}

// get_password(…), data["x"], user.password, config.db.password: code.
bool is_expression(std::string_view value) {
  const std::size_t call = value.find_first_of("([");
  if (call != std::string_view::npos && call > 0) {
    const std::string_view callee = value.substr(0, call);
    const bool named = std::all_of(callee.begin(), callee.end(),
                                   [](char c) { return is_alnum(c) || c == '_' || c == '.'; });
    return named && (!has_digit(callee) || is_algorithm(callee) || value.ends_with("()"));
  }
  const std::size_t dot = value.rfind('.');
  if (dot == std::string_view::npos || dot == 0) return false;
  const bool members = std::all_of(value.begin(), value.end(),
                                   [](char c) { return is_alnum(c) || c == '_' || c == '.'; });
  return members && (!has_digit(value) || is_secret_name(value.substr(dot + 1)));
}

bool is_path(std::string_view value) {
  return value.starts_with('/') && value.size() > 1 && is_compound_name(value.substr(1));
}

}  // namespace

bool is_reference(std::string_view value, bool quoted) {
  const auto same = [&](char c) { return c == value[0]; };
  if (!is_digit(value[0]) && std::all_of(value.begin(), value.end(), same)) return true;
  if (value.find_first_not_of("xX*.-_#?:") == std::string_view::npos) return true;
  if (is_marked_variable(value)) return true;
  constexpr std::string_view kOpeners = "[{<()]}";
  if (kOpeners.find(value[0]) != std::string_view::npos) {
    constexpr std::string_view kClosers = "]}>)";
    if (!quoted || kClosers.find(value.back()) != std::string_view::npos) return true;
  }
  const char first = lower(value[0]);
  const auto starts = [&](std::string_view prefix) {
    return prefix[0] == first && starts_folded(value, prefix);
  };
  if (kReferenceInitials[static_cast<unsigned char>(first)] &&
      std::any_of(kReferencePrefixes.begin(), kReferencePrefixes.end(), starts)) {
    return true;
  }
  const auto holds = [&](std::string_view part) {
    return value.find(part) != std::string_view::npos;
  };
  const bool marked = has_template_mark(value);
  if (marked && std::any_of(kTemplates.begin(), kTemplates.end(), holds)) return true;
  if (marked && value.size() < kShortBytesMax &&
      std::any_of(kShortTemplates.begin(), kShortTemplates.end(), holds)) {
    return true;
  }
  if (is_path(value)) return true;
  // user_password, newPassword; but abc123password is one.
  const bool named = !has_digit(value) || value.find('_') != std::string_view::npos;
  if (named && is_secret_name(value)) return true;
  return !quoted && is_expression(value);
}

bool is_plain_answer(std::string_view word) {
  std::string folded;
  for (const char c : word) folded += lower(c);
  return std::binary_search(kPlainAnswers.begin(), kPlainAnswers.end(), folded);
}

bool mentions_secret(std::string_view word) {
  std::string folded;
  for (const char c : word) folded += lower(c);
  static constexpr std::array<std::string_view, 7> kWords = {
      "passw", "pwd", "secret", "token", "apikey", "phrase", "credential"};
  return std::any_of(kWords.begin(), kWords.end(),
                     [&](std::string_view part) { return folded.find(part) != std::string::npos; });
}

bool is_algorithm(std::string_view word) {
  if (word.size() > kAlgorithmBytesMax) return false;
  // Chance starts with three letters too: no letter follows those.
  const char first = lower(byte_at(word, 0));
  return std::any_of(kAlgorithms.begin(), kAlgorithms.end(), [&](std::string_view prefix) {
    return prefix[0] == first && starts_folded(word, prefix) &&
           (prefix.size() > 3 || !is_alpha(byte_at(word, prefix.size())));
  });
}

bool is_compound_name(std::string_view word) {
  constexpr std::string_view kJoints = "-_./:@";
  std::size_t parts = 0;
  std::size_t at = 0;
  while (at <= word.size()) {
    const std::size_t end = std::min(word.find_first_of(kJoints, at), word.size());
    const std::string_view part = word.substr(at, end - at);
    const ByteCounts counts = count_bytes(part);
    if (counts.marks > 0 || counts.non_ascii > 0) return false;
    const bool number = counts.letters() == 0 && counts.digits <= 4;
    // "v2", "utf8mb4", "gpt4o": few digits in a short word.
    const bool name = counts.digits == 0 || (part.size() <= 7 && counts.digits <= 2 &&
                                             (counts.lower == 0 || counts.upper <= 1));
    if (!number && !name) return false;
    ++parts;
    at = end + 1;
  }
  return parts > 1;
}

}  // namespace nacre::guard
