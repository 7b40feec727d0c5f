#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace nacre::guard {

// What the name before a separator promises about the value after it.
enum class NameClass : std::uint8_t {
  Password,  // People choose these: a word or a few digits may be one.
  Key,       // Made by machines: must look like chance.
  Token,
  Scheme,     // Authorization: a scheme may stand before the token.
  Code,       // cvv, pin code: a few digits.
  Signature,  // Of an address: counts only among its parameters.
};

struct Name {
  NameClass of = NameClass::Password;
  std::size_t begin = 0;     // Where the name starts, its words and quotes included.
  char quote = '\0';         // What stands right before it, when that is a quote.
  bool closed = false;       // And stands right after it too.
  bool constant = false;     // UPPER_CASE, as environment variables are.
  bool stands_apart = true;  // Starts its line or its clause, as no operand does.
  bool weak = false;         // A word that means other things too: `pass`.
  bool script = false;       // Of another script than Latin: 密码.
};

// The name of a secret that ends right before `at`, closers and blanks passed
// over: `"db_password"`, `API key`, `**密码**`, `password (admin)`. nullopt when
// there is none, or the last word is another (`password policy`).
std::optional<Name> name_before(std::string_view text, std::size_t at);

// The length of the name of another script that `text` starts with; 0: none.
std::size_t script_name_length(std::string_view text);

// Whether `word` is nothing but a name of a secret: `password`, `apiKey`.
bool is_secret_name(std::string_view word);

}  // namespace nacre::guard
