#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"
#include "guard/patterns_prose.h"

namespace nacre::guard {
namespace {

constexpr std::size_t kAuthorityBytesMax = 300;
constexpr std::size_t kLocalBytesMax = 64;  // RFC 5321.
constexpr std::size_t kDomainBytesMax = 255;
constexpr std::size_t kPathBytesMax = 300;

bool ends_authority(char c) {
  return !is_graphic(c) || c == '/' || c == '?' || c == '"' || c == '\'' || c == '`' || c == '<' ||
         c == '>' || c == '\\';
}

// scheme://user:PASSWORD@host
Found password_of(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view authority = text.substr(begin, end - begin);
  const std::size_t host = authority.rfind('@');
  if (host == std::string_view::npos) return std::nullopt;
  const std::size_t colon = authority.find(':');
  if (colon >= host || colon + 1 == host) return std::nullopt;
  const std::string_view password = authority.substr(colon + 1, host - colon - 1);
  // A placeholder's own colon must not be taken for this one.
  if (authority.find('[') < host || is_reference(password, true)) return std::nullopt;
  return Finding{SecretKind::Password, begin + colon + 1, begin + host};
}

struct Webhook {
  std::string_view host;  // Or its end.
  std::string_view path;  // What the secret follows.
};

constexpr std::array<Webhook, 8> kWebhooks = {{
    {"hooks.slack.com", "/services/"},
    {"discord.com", "/api/webhooks/"},
    {"discordapp.com", "/api/webhooks/"},
    {"open.feishu.cn", "/open-apis/bot/v2/hook/"},
    {"open.larksuite.com", "/open-apis/bot/v2/hook/"},
    {"qyapi.weixin.qq.com", "/cgi-bin/webhook/send?key="},
    {"sctapi.ftqq.com", "/SCT"},
    {"api.day.app", "/"},
}};

// An address that lets everybody who knows it write is a key.
Found webhook(std::string_view text, std::size_t begin, std::size_t end) {
  const std::string_view host = text.substr(begin, end - begin);
  for (const Webhook& hook : kWebhooks) {
    if (host != hook.host || !text.substr(end).starts_with(hook.path)) continue;
    const std::size_t secret = end + hook.path.size();
    const std::size_t limit = std::min(text.size(), secret + kPathBytesMax);
    std::size_t stop = secret;
    while (stop < limit && (is_word(text[stop]) || text[stop] == '/')) ++stop;
    const ByteCounts counts = count_bytes(text.substr(secret, stop - secret));
    if (stop - secret < 16 || counts.digits == 0 || counts.letters() == 0) continue;
    return Finding{SecretKind::Token, secret, stop};
  }
  return std::nullopt;
}

bool is_local(char c) {
  return is_word(c) || c == '.' || c == '%' || c == '+';
}

bool is_domain(char c) {
  return is_alnum(c) || c == '-' || c == '.';
}

}  // namespace

Found match_url_secret(std::string_view text, std::size_t at) {
  const std::size_t begin = at + 3;
  const std::size_t limit = std::min(text.size(), begin + kAuthorityBytesMax);
  std::size_t end = begin;
  while (end < limit && !ends_authority(text[end])) ++end;
  if (Found found = password_of(text, begin, end)) return found;
  return webhook(text, begin, end);
}

Found match_email(std::string_view text, std::size_t at, std::size_t floor) {
  std::size_t begin = at;
  while (begin > floor && at - begin < kLocalBytesMax && is_local(text[begin - 1])) --begin;
  while (begin < at && !is_alnum(text[begin])) ++begin;
  if (begin == at || text[at - 1] == '.') return std::nullopt;
  // git@host:path names a repository, not a person.
  if (text.substr(begin, at - begin) == "git") return std::nullopt;

  const std::size_t limit = std::min(text.size(), at + 1 + kDomainBytesMax);
  std::size_t end = at + 1;
  while (end < limit && is_domain(text[end])) ++end;
  while (end > at + 1 && !is_alnum(text[end - 1])) --end;
  const std::string_view domain = text.substr(at + 1, end - at - 1);
  const std::size_t dot = domain.rfind('.');
  if (dot == std::string_view::npos || dot == 0 || !is_alnum(domain[0])) return std::nullopt;
  const std::string_view top = domain.substr(dot + 1);
  if (top.size() < 2 || !std::all_of(top.begin(), top.end(), is_alpha)) return std::nullopt;
  return Finding{SecretKind::Email, begin, end};
}

}  // namespace nacre::guard
