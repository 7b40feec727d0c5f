#pragma once

#include <string_view>

namespace nacre::guard {

// What stands after the name of a secret and is none.

// A variable, a call, a member, a path, an address, a template, a placeholder:
// where the secret comes from rather than the secret. `${DB_PASSWORD}`,
// `os.environ[…]`, `<your key>`, `********`.
bool is_reference(std::string_view value, bool quoted);

// The answer that a form or a sentence gives in place of a password: `required`,
// `none`, `string`, `see`.
bool is_plain_answer(std::string_view word);

// A word that speaks of secrets: `newPassword`, `tokenizer`.
bool mentions_secret(std::string_view word);

// `sha256`, `AES-256-GCM`, `oauth2`: letters and digits, but the name of a method.
bool is_algorithm(std::string_view word);

// Words and small numbers joined by marks: `gpt-4-turbo`, `db-prod-2`, `2026-02-11`.
bool is_compound_name(std::string_view word);

}  // namespace nacre::guard
