#include <algorithm>

#include "guard/checksums.h"
#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_key_table.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kDistinctMin = 5;
constexpr std::size_t kStretchMin = 16;
constexpr std::size_t kBearerMin = 12;

// Where the rows of one first byte stand.
struct Rows {
  std::uint8_t first = 0, last = 0;
};
constexpr auto kRows = [] {
  std::array<Rows, 128> rows{};
  static_assert(kProviderKeys.size() < 256);
  for (std::size_t i = 0; i < kProviderKeys.size(); ++i) {
    Rows& of = rows[static_cast<std::size_t>(kProviderKeys[i].prefix[0])];
    if (of.last == 0) of.first = static_cast<std::uint8_t>(i);
    of.last = static_cast<std::uint8_t>(i + 1);
  }
  return rows;
}();

// Which second bytes the prefixes of each first byte have.
constexpr auto kSeconds = [] {
  std::array<std::array<bool, 128>, 128> seconds{};
  for (const ProviderKey& key : kProviderKeys) {
    seconds[static_cast<std::size_t>(key.prefix[0])][static_cast<std::size_t>(key.prefix[1])] =
        true;
  }
  return seconds;
}();

constexpr bool sorted_by_first_byte() {
  for (std::size_t i = 1; i < kProviderKeys.size(); ++i) {
    if (kProviderKeys[i - 1].prefix[0] > kProviderKeys[i].prefix[0]) return false;
  }
  return true;
}
static_assert(sorted_by_first_byte());

bool belongs(char c, TailAlphabet alphabet) {
  switch (alphabet) {
    case TailAlphabet::Alnum:
      return is_alnum(c);
    case TailAlphabet::Word:
      return is_word(c);
    case TailAlphabet::Dotted:
      return is_word(c) || c == '.';
    case TailAlphabet::Hex:
      return is_hex(c);
    case TailAlphabet::Upper:
      return is_upper(c) || is_digit(c);
    case TailAlphabet::Base64:
      return is_word(c) || c == '+' || c == '/' || c == '=';
  }
  return false;
}

std::size_t longest_stretch(std::string_view text) {
  std::size_t longest = 0, current = 0;
  for (const char c : text) {
    current = is_alnum(c) ? current + 1 : 0;
    longest = std::max(longest, current);
  }
  return longest;
}

bool proven(std::string_view tail, TailProof proof) {
  if (distinct_bytes(tail, kDistinctMin) < kDistinctMin) return false;
  if (proof == TailProof::Prefix) return true;
  const ByteCounts counts = count_bytes(tail);
  const bool mixed =
      (counts.digits > 0 && counts.letters() > 0) || (counts.lower > 0 && counts.upper > 0);
  if (proof == TailProof::Mixed) return mixed;
  // Newer keys of some providers hold '-' and '_' anywhere, but are long.
  return mixed && counts.digits > 0 &&
         (longest_stretch(tail) >= kStretchMin ||
          (tail.size() >= 40 && counts.lower > 4 && counts.upper > 4));
}

// AWS and Baidu print the secret right beside the identifier.
std::size_t with_secret_beside(std::string_view text, const ProviderKey& key, std::size_t end) {
  const bool aws = key.prefix == "AKIA" || key.prefix == "ASIA";
  if (!aws && key.prefix != "ALTAK-") return end;
  std::size_t at = end;
  while (at < text.size() && at < end + 3 &&
         (text[at] == ',' || text[at] == ':' || text[at] == '/' || is_blank(text[at]))) {
    ++at;
  }
  if (at == end) return end;
  std::size_t stop = at;
  while (stop < text.size() && stop - at <= 40 && belongs(text[stop], TailAlphabet::Base64)) ++stop;
  const ByteCounts counts = count_bytes(text.substr(at, stop - at));
  return stop - at == 40 && counts.digits > 0 && counts.lower > 0 ? stop : end;
}

std::size_t run_end(std::string_view text, std::size_t at) {
  while (at < text.size() && is_word(text[at])) ++at;
  return at;
}

struct DottedParts {
  Run first, second, third;
};

std::optional<DottedParts> dotted_parts(std::string_view text, Run first) {
  if (byte_at(text, first.end) != '.') return std::nullopt;
  const Run second{first.end + 1, run_end(text, first.end + 1)};
  if (byte_at(text, second.end) != '.') return DottedParts{first, second, {second.end, second.end}};
  return DottedParts{first, second, {second.end + 1, run_end(text, second.end + 1)}};
}

bool is_jwt(std::string_view text, const DottedParts& parts) {
  return text.substr(parts.first.begin).starts_with("eyJ") && parts.first.size() >= 12 &&
         parts.second.size() >= 8 && parts.third.size() >= 16;
}

// <base64 of the user's id>.<time>.<hmac>
bool is_discord(std::string_view text, const DottedParts& parts) {
  const char start = text[parts.first.begin];
  const std::string_view mac = text.substr(parts.third.begin, parts.third.size());
  return start >= 'M' && start <= 'O' && parts.first.size() >= 23 && parts.first.size() <= 28 &&
         parts.second.size() == 6 && mac.size() >= 27 && mac.size() <= 40 &&
         count_bytes(mac).upper > 0 && count_bytes(mac).lower > 0;
}

// <32 hex digits>.<16 letters and digits>
bool is_zhipu(std::string_view text, const DottedParts& parts) {
  const std::string_view id = text.substr(parts.first.begin, parts.first.size());
  const std::string_view secret = text.substr(parts.second.begin, parts.second.size());
  if (id.size() != 32 || secret.size() != 16 || parts.third.size() != 0) return false;
  const ByteCounts counts = count_bytes(secret);
  return std::all_of(id.begin(), id.end(), is_hex) && counts.marks == 0 && counts.lower > 0 &&
         counts.upper > 0;
}

}  // namespace

bool may_be_provider_key(char first, char second) {
  return is_ascii(first) && is_ascii(second) &&
         kSeconds[static_cast<std::size_t>(first)][static_cast<std::size_t>(second)];
}

Found match_provider_key(std::string_view text, Run run) {
  const auto first = static_cast<unsigned char>(text[run.begin]);
  if (first >= kRows.size()) return std::nullopt;
  const Rows rows = kRows[first];
  const std::string_view rest = text.substr(run.begin);
  for (std::size_t i = rows.first; i < rows.last; ++i) {
    const ProviderKey& key = kProviderKeys[i];
    if (byte_at(rest, 1) != key.prefix[1] || !rest.starts_with(key.prefix)) continue;
    const std::size_t begin = run.begin + key.prefix.size();
    const std::size_t limit = std::min<std::size_t>(text.size(), begin + key.length_max + 1U);
    std::size_t end = begin;
    while (end < limit && belongs(text[end], key.alphabet)) ++end;
    while (end > begin && text[end - 1] == '.') --end;
    const std::size_t length = end - begin;
    if (length < key.length_min || length > key.length_max) continue;
    if (is_alnum(byte_at(text, end))) continue;
    if (!proven(text.substr(begin, length), key.proof)) continue;
    return Finding{key.kind, run.begin, with_secret_beside(text, key, end)};
  }
  return std::nullopt;
}

Found match_dotted_token(std::string_view text, Run run) {
  const auto parts = dotted_parts(text, run);
  if (!parts) return std::nullopt;
  const std::size_t end = parts->third.size() > 0 ? parts->third.end : parts->second.end;
  if (is_jwt(text, *parts)) {
    // An encrypted token (JWE) has two more parts.
    std::size_t last = end;
    for (int more = 0; more < 2 && byte_at(text, last) == '.'; ++more) {
      const std::size_t next = run_end(text, last + 1);
      if (next == last + 1) break;
      last = next;
    }
    return Finding{SecretKind::Token, run.begin, last};
  }
  if (is_discord(text, *parts)) return Finding{SecretKind::Token, run.begin, end};
  if (is_zhipu(text, *parts)) return Finding{SecretKind::ApiKey, run.begin, end};
  return std::nullopt;
}

Found match_http_scheme(std::string_view text, Run run) {
  const std::string_view scheme = text.substr(run.begin, run.size());
  const bool bearer = equals_folded(scheme, "bearer");
  if (!bearer && !equals_folded(scheme, "basic")) return std::nullopt;
  if (byte_at(text, run.end) != ' ') return std::nullopt;
  const std::size_t begin = run.end + 1;
  std::size_t end = begin;
  while (end < text.size() &&
         (belongs(text[end], TailAlphabet::Base64) || text[end] == '.' || text[end] == '~')) {
    ++end;
  }
  while (end > begin && text[end - 1] == '.') --end;
  const std::string_view value = text.substr(begin, end - begin);
  if (!bearer) {
    if (!is_basic_credential(value)) return std::nullopt;
    return Finding{SecretKind::Password, begin, end};
  }
  const ByteCounts counts = count_bytes(value);
  const bool random = counts.letters() > 0 && counts.digits > 0 && value.size() >= kBearerMin;
  if (!random || distinct_bytes(value, kDistinctMin) < kDistinctMin) return std::nullopt;
  return Finding{SecretKind::Token, begin, end};
}

}  // namespace nacre::guard
