#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_names.h"
#include "guard/patterns_values.h"

namespace nacre::guard {
namespace {

SecretKind kind_of(NameClass name) {
  switch (name) {
    case NameClass::Password:
    case NameClass::Code:
      return SecretKind::Password;
    case NameClass::Key:
      return SecretKind::ApiKey;
    case NameClass::Token:
    case NameClass::Scheme:
    case NameClass::Signature:
      break;
  }
  return SecretKind::Token;
}

// A value may be longer than what was looked at to judge it.
std::size_t whole_value_end(std::string_view text, const Value& value) {
  std::size_t end = value.end;
  // Closers may have been taken off.
  if (value.quoted || value.size() + 8 < kValueBytesMax) return end;
  while (end < text.size() && is_graphic(text[end]) && text[end] != '"' && text[end] != '\'') ++end;
  return end;
}

bool is_type_name(std::string_view word) {
  constexpr std::array<std::string_view, 5> kTypes = {"str", "string", "String", "SecretStr",
                                                      "char*"};
  return std::find(kTypes.begin(), kTypes.end(), word) != kTypes.end();
}

// `password: str = "…"`: the value stands after the type.
Value past_type(std::string_view text, const Value& value) {
  if (value.quoted || !is_type_name(text.substr(value.begin, value.size()))) return value;
  std::size_t at = value.end;
  while (at < text.size() && at < value.end + 4 && is_blank(text[at])) ++at;
  if (byte_at(text, at) != '=' || byte_at(text, at + 1) == '=') return value;
  return value_after(text, at + 1, '\0');
}

// match_http_scheme knows better what follows these.
bool starts_with_known_scheme(std::string_view value) {
  return starts_folded(value, "bearer") || starts_folded(value, "basic");
}

// `Authorization: Token …`: a scheme may come first.
Value past_scheme(std::string_view text, const Value& value, char closing) {
  const std::string_view word = text.substr(value.begin, value.size());
  if (starts_with_known_scheme(word)) return {};
  if (value.quoted) {
    const std::size_t blank = word.find(' ');
    if (blank == std::string_view::npos) return value;
    Value rest = value;
    rest.begin += blank + 1;
    return rest;
  }
  const bool scheme = !word.empty() && std::all_of(word.begin(), word.end(), is_alpha);
  return scheme && byte_at(text, value.end) == ' ' ? value_after(text, value.end, closing) : value;
}

// Where the next line starts, if nothing else stands on this one.
std::optional<std::size_t> next_line(std::string_view text, std::size_t at) {
  const std::size_t limit = std::min(text.size(), at + 8);
  while (at < limit && (is_blank(text[at]) || text[at] == '*' || text[at] == '\r')) ++at;
  if (byte_at(text, at) != '\n') return std::nullopt;
  return at + 1;
}

Found accept(std::string_view text, const Value& value, const Name& name, bool sure) {
  if (value.size() == 0 || !is_secret_value(text, value, name, sure)) return std::nullopt;
  SecretKind kind = kind_of(name.of);
  // A value that says itself what it is needs no name.
  if (const Found key = match_provider_key(text, {value.begin, value.end})) kind = key->kind;
  return Finding{kind, value.begin, whole_value_end(text, value)};
}

}  // namespace

Found match_assignment(std::string_view text, std::size_t begin, std::size_t end,
                       Separator separator) {
  const auto name = name_before(text, begin);
  if (!name) return std::nullopt;
  const bool sure = separator == Separator::Assign;
  // In `"Password: "` the quote that follows closes the string.
  const char closing = name->quote != '\0' && !name->closed ? name->quote : '\0';
  // <password>…</password>, and no other '>'.
  if (text[begin] == '>' && byte_before(text, name->begin) != '<') return std::nullopt;
  if (name->of == NameClass::Signature) {
    const char before = byte_before(text, name->begin);
    if (before != '?' && before != '&') return std::nullopt;
  }
  Value value = value_after(text, end, closing);
  if (value.size() == 0) {
    const auto line = next_line(text, end);
    if (!sure || !line || name->of != NameClass::Password) return std::nullopt;
    value = value_after(text, *line, '\0');
    return value.last_of_line ? accept(text, value, *name, false) : std::nullopt;
  }
  value = past_type(text, value);
  if (name->of == NameClass::Scheme) value = past_scheme(text, value, closing);
  return accept(text, value, *name, sure);
}

Found match_named_by_blank(std::string_view text, std::size_t begin, std::size_t end) {
  const auto name = name_before(text, end);
  if (!name) return std::nullopt;
  const bool flag = text[begin] == '-';
  // "token abc…", "secret abc…" are prose more often than not; a flag is not.
  if (!flag && is_ascii(text[begin]) && name->of != NameClass::Password) return std::nullopt;
  if (name->of == NameClass::Code || name->of == NameClass::Signature) return std::nullopt;
  const Value value = value_after(text, end, '\0');
  if (value.begin == end && is_ascii(byte_at(text, end)) && is_ascii(text[begin])) {
    return std::nullopt;
  }
  if (byte_at(text, value.begin) == '-') return std::nullopt;
  // "the options --user and --password accept …"
  const std::string_view word = text.substr(value.begin, value.size());
  if (flag && !value.quoted && std::all_of(word.begin(), word.end(), is_alpha)) return std::nullopt;
  return accept(text, value, *name, flag);
}

}  // namespace nacre::guard
