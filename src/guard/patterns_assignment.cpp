#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_links.h"
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
  static constexpr std::array<std::string_view, 5> kTypes = {"str", "string", "String", "SecretStr",
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

Found accept(std::string_view text, const Value& value, const Name& name, Certainty certainty) {
  if (value.size() == 0 || !is_secret_value(text, value, name, certainty)) return std::nullopt;
  SecretKind kind = kind_of(name.of);
  // A value that says itself what it is needs no name.
  if (const Found key = match_provider_key(text, {value.begin, value.end})) kind = key->kind;
  return Finding{kind, value.begin, whole_value_end(text, value)};
}

// 密码如下：, 密码给你：, 密码改了：
bool points_at_value(std::string_view text, std::size_t end) {
  if (end < 3 || is_ascii(text[end - 1])) return false;
  static constexpr std::array<std::string_view, 5> kEnds = {"下", "你", "里", "裡", "了"};
  const std::string_view last = text.substr(end - 3, 3);
  return std::find(kEnds.begin(), kEnds.end(), last) != kEnds.end();
}

std::optional<Name> name_of(std::string_view text, std::size_t begin) {
  if (auto name = name_before(text, begin)) return name;
  if (!points_at_value(text, begin)) return std::nullopt;
  return name_before(text, links_begin(text, begin));
}

// 账号密码：admin / …: the second value is the password.
bool names_account_too(std::string_view text, const Name& name) {
  static constexpr auto kAccounts = std::to_array<std::string_view>(
      {"账号", "帐号", "帳號", "账户", "帳戶", "用户名", "用戶名", "用户", "和", "与", "及", "/"});
  const std::string_view before = text.substr(0, name.begin);
  return name.script && std::any_of(kAccounts.begin(), kAccounts.end(),
                                    [&](std::string_view word) { return before.ends_with(word); });
}

Value second_value(std::string_view text, const Value& first) {
  static constexpr std::array<std::string_view, 6> kBetween = {"/", ",", "|", "，", "、", "；"};
  const std::size_t limit = std::min(text.size(), first.end + 4);
  std::size_t at = first.end;
  while (at < limit && is_blank(text[at])) ++at;
  for (const std::string_view between : kBetween) {
    if (!text.substr(at).starts_with(between)) continue;
    at += between.size();
    break;
  }
  return at > first.end ? value_after(text, at, '\0') : Value{};
}

// The value of `name`, which starts at or after `end`.
Found match_value(std::string_view text, const Name& name, std::size_t end, Certainty certainty) {
  // In `"Password: "` the quote that follows closes the string.
  const char closing = name.quote != '\0' && !name.closed ? name.quote : '\0';
  Value value = value_after(text, end, closing);
  if (value.size() == 0) {
    const auto line = next_line(text, end);
    const bool goes_on = certainty == Certainty::Sure && line && name.of == NameClass::Password;
    if (!goes_on) return std::nullopt;
    value = value_after(text, *line, '\0');
    return value.last_of_line ? accept(text, value, name, Certainty::Likely) : std::nullopt;
  }
  value = past_type(text, value);
  if (name.of == NameClass::Scheme) value = past_scheme(text, value, closing);
  if (Found found = accept(text, value, name, certainty)) return found;
  if (value.size() == 0 || !names_account_too(text, name)) return std::nullopt;
  return accept(text, second_value(text, value), name, certainty);
}

// Whether a value may start at `at`, blanks passed over: almost no verb of a
// Chinese text has one behind it.
bool may_start_value(std::string_view text, std::size_t at) {
  while (is_blank(byte_at(text, at))) ++at;
  if (is_graphic(byte_at(text, at))) return true;
  static constexpr std::array<std::string_view, 7> kOpen = {"“", "‘", "「", "『", "【", "《", "（"};
  return std::any_of(kOpen.begin(), kOpen.end(), [&](std::string_view open) {
    return text.substr(std::min(at, text.size())).starts_with(open);
  });
}

}  // namespace

Found match_assignment(std::string_view text, std::size_t begin, std::size_t end,
                       Separator separator) {
  const auto name = name_of(text, begin);
  if (!name) return std::nullopt;
  // <password>…</password>, and no other '>'.
  if (text[begin] == '>' && byte_before(text, name->begin) != '<') return std::nullopt;
  if (name->of == NameClass::Signature) {
    const char before = byte_before(text, name->begin);
    if (before != '?' && before != '&') return std::nullopt;
  }
  return match_value(text, *name, end,
                     separator == Separator::Assign ? Certainty::Sure : Certainty::Likely);
}

Found match_verb(std::string_view text, std::size_t begin, std::size_t end) {
  // Chinese is asked first what follows, since it is mostly no value; English what precedes.
  LinkEnd link{.at = end};
  if (!is_ascii(text[begin])) {
    link = links_end(text, end);
    if (!link.separated && !may_start_value(text, link.at)) return std::nullopt;
  }
  const std::size_t links = links_begin(text, begin);
  const auto name = name_before(text, links);
  if (!name || name->of == NameClass::Signature) return std::nullopt;
  if (is_ascii(text[begin])) link = links_end(text, end);
  const Found found =
      match_value(text, *name, link.at, link.separated ? Certainty::Sure : Certainty::Said);
  // "set the password to …", and nothing more; but "add a password to … before Monday".
  const bool only_to = lower(text[begin]) == 't' && links == begin && !link.separated;
  return found && only_to && !ends_sentence(text, found->end) ? std::nullopt : found;
}

Found match_named_by_blank(std::string_view text, std::size_t begin, std::size_t end) {
  auto name = name_before(text, end);
  if (!name) return std::nullopt;
  const bool flag = text[begin] == '-';
  // "token abc…", "secret abc…" are prose more often than not; a flag is not.
  if (!flag && is_ascii(text[begin]) && name->of != NameClass::Password) return std::nullopt;
  if (name->of == NameClass::Code || name->of == NameClass::Signature) return std::nullopt;
  const LinkEnd purpose = flag ? LinkEnd{.at = end} : purpose_end(text, end);
  if (purpose.at > end) {
    name->stands_apart = false;
    const Value value = value_after(text, purpose.at, '\0');
    return accept(text, value, *name, purpose.separated ? Certainty::Sure : Certainty::Said);
  }
  const Value value = value_after(text, end, '\0');
  if (value.begin == end && is_ascii(byte_at(text, end)) && is_ascii(text[begin])) {
    return std::nullopt;
  }
  if (byte_at(text, value.begin) == '-') return std::nullopt;
  // "the options --user and --password accept …"
  const std::string_view word = text.substr(value.begin, value.size());
  if (flag && !value.quoted && std::all_of(word.begin(), word.end(), is_alpha)) return std::nullopt;
  const Certainty certainty = flag ? Certainty::Sure : Certainty::Likely;
  if (Found found = accept(text, value, *name, certainty)) return found;
  if (value.size() == 0 || !names_account_too(text, *name)) return std::nullopt;
  return accept(text, second_value(text, value), *name, certainty);
}

}  // namespace nacre::guard
