#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::guard {

// How much is masked.
enum class RedactionLevel : std::uint8_t {
  Off,
  Secrets,   // Keys, tokens, private keys, passwords, bank cards, Chinese identity numbers.
  Personal,  // And phone numbers and e-mail addresses.
  Classic,   // Four plain patterns without checksums: phone, identity card, bank card, e-mail.
};
std::string_view name(RedactionLevel value);
std::optional<RedactionLevel> parse_redaction_level(std::string_view text);

// What a masked piece was. The names stand in placeholders, receipts and reports.
enum class SecretKind : std::uint8_t {
  PrivateKey,
  ApiKey,
  Token,
  Password,
  BankCard,
  IdentityNumber,
  Phone,
  Email,
};
inline constexpr int kSecretKindCount = 8;
std::string_view name(SecretKind value);  // "private-key", "api-key", ...

enum class PlaceholderLanguage : std::uint8_t { English, Chinese };

struct RedactorOptions {
  RedactionLevel level = RedactionLevel::Secrets;
  PlaceholderLanguage language = PlaceholderLanguage::English;
};

// A half-open byte range of the text that was looked at.
struct Finding {
  SecretKind kind = SecretKind::Token;
  std::size_t begin = 0, end = 0;
  bool operator==(const Finding&) const = default;
};

// How many pieces of each kind; kinds that do not occur are absent.
using FindingCounts = std::map<SecretKind, std::uint32_t>;
FindingCounts count_by_kind(const std::vector<Finding>& findings);

struct Redacted {
  std::string text;
  std::vector<Finding> findings;  // Of the text that came in.
};

// Whether line ends inside of what is masked stay, so that every line keeps its
// number, or go with it.
enum class LineEnds : std::uint8_t { Drop, Keep };

// The one redactor: what is stored, indexed, shown or sent goes through it.
//
// Promises, for every valid UTF-8 text:
//   - findings are in order, do not overlap and cut no code point;
//   - the masked text is valid UTF-8, and masking it again changes nothing;
//   - it is at most `kGrowthMax` times as long as the text, plus one placeholder;
//   - time is linear in the text.
// What stands beside a masked secret may show only then as another one: masking
// goes on until nothing is found, while findings are those of the first look.
//
// Neighbours may be of any script: 密码：abc在… ends at 在. What is a value and
// what is prose is a judgement; tests/redaction holds what it is measured on.
//
// Threads: any; immutable.
class Redactor {
 public:
  static constexpr std::size_t kGrowthMax = 8;

  Redactor() = default;  // Level secrets, English.
  explicit Redactor(const RedactorOptions& options) : options_(options) {}

  std::vector<Finding> find(std::string_view text) const;

  // nullopt: there is nothing to mask, and nothing was copied.
  std::optional<Redacted> mask(std::string_view text, LineEnds line_ends) const;

  Redacted redact(std::string_view text) const;

  std::string_view placeholder(SecretKind kind) const;

  // Changes whenever masked text may: of what is derived from it, derive anew.
  std::string identity() const;
  const RedactorOptions& options() const { return options_; }

 private:
  RedactorOptions options_;
};

// The length of the placeholder, of any level and language, that `text` starts
// with; 0 when there is none.
std::size_t placeholder_length(std::string_view text);

}  // namespace nacre::guard
