#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "guard/redact.h"

namespace nacre::guard {

// The patterns of the redactor. Each is asked at a place where the scanner saw
// its mark, looks at a bounded stretch around it, and answers with what is to be
// masked. They share no state; `text` is valid UTF-8.
using Found = std::optional<Finding>;

// A run of letters, digits, '-' and '_' that is not part of a longer one.
struct Run {
  std::size_t begin = 0, end = 0;
  std::size_t size() const { return end - begin; }
};

// ---- patterns_keys.cpp: secrets that show what they are ----------------------

// Whether any such key starts with these two bytes: almost no word does.
bool may_be_provider_key(char first, char second);
// A key with a provider's prefix (`ghp_…`, `AKIA…`) that starts with the run.
Found match_provider_key(std::string_view text, Run run);
// Tokens whose parts are joined by dots: JWT, Discord's, Zhipu's.
Found match_dotted_token(std::string_view text, Run run);
// `Bearer …` and `Basic …`; the run is the scheme.
Found match_http_scheme(std::string_view text, Run run);

// ---- patterns_assignment.cpp: a name, a separator, a value --------------------

// How sure a separator makes that a value follows.
enum class Separator {
  Assign,  // ':', '=', '：' and the like.
  Table,   // A table's bar, the end of a tag: a word may follow as well.
};

// `password: …`, `api_key = "…"`, `| 密码 | …`. The separator is [begin, end).
Found match_assignment(std::string_view text, std::size_t begin, std::size_t end,
                       Separator separator);
// `password is …`, `密码已经改成：…`: the verb is [begin, end), other words that join
// a name and its value may stand around it.
Found match_verb(std::string_view text, std::size_t begin, std::size_t end);
// `--password …`, `password for the cabin is …`, `密码 …`, `password …`: the name is [begin, end),
// a blank follows.
Found match_named_by_blank(std::string_view text, std::size_t begin, std::size_t end);

// ---- patterns_numbers.cpp ----------------------------------------------------

// Bank cards, identity numbers, Telegram's bot tokens and, where the level asks
// for them, phone numbers. `at` is a digit, '+' or '(' with no digit, letter or
// '_' before it.
Found match_number(std::string_view text, std::size_t at, RedactionLevel level);

// ---- patterns_phone.cpp ------------------------------------------------------

Found match_phone(std::string_view text, std::size_t at);
// The same for one that starts with digits.
struct DigitGroups;
Found match_phone(std::string_view text, const DigitGroups& groups);

// ---- patterns_addresses.cpp --------------------------------------------------

// The password of `scheme://user:password@host`, and addresses that are keys
// themselves (webhooks). `at` is the ':' of "://".
Found match_url_secret(std::string_view text, std::size_t at);
// `at` is the '@'; nothing before `floor` belongs to the address.
Found match_email(std::string_view text, std::size_t at, std::size_t floor);

// ---- patterns_blocks.cpp -----------------------------------------------------

// Private-key blocks (PEM, OpenSSH, PGP, SSH2). Remembers where the next end
// stands, so that many beginnings cost no more than one look at each byte.
class PrivateKeyBlocks {
 public:
  explicit PrivateKeyBlocks(std::string_view text) : text_(text) {}
  // `at` is a dash of "-----BEGIN".
  Found match(std::size_t at);

 private:
  std::size_t next_end(std::size_t from);
  std::string_view text_;
  std::size_t end_ = 0;  // The first end at or after the last place asked about.
  bool looked_ = false;
};

}  // namespace nacre::guard
