#include <algorithm>
#include <array>

#include "guard/patterns.h"
#include "guard/patterns_bytes.h"

namespace nacre::guard {
namespace {

// A key of 16,384 bits is 13 KB; what is longer holds more than one block.
constexpr std::size_t kBlockBytesMax = std::size_t{64} << 10;
constexpr std::size_t kHeaderBytesMax = 80;
constexpr std::size_t kBodyMin = 32;  // Base64 characters; less is prose about keys.
constexpr std::size_t kLineBytesMax = 1024;
constexpr int kHeaderLinesMax = 8;

bool is_body(char c) {
  return is_alnum(c) || c == '+' || c == '/' || c == '=';
}

// The end of `-----BEGIN … PRIVATE KEY…-----`, or of the same with four dashes
// and blanks (SSH2), at `at`; 0: there is none.
std::size_t header_end(std::string_view text, std::size_t at, std::string_view word) {
  const std::string_view rest = text.substr(at, kHeaderBytesMax);
  const std::size_t dashes = std::min(rest.find_first_not_of('-'), rest.size());
  if (dashes < 4 || dashes > 5) return 0;
  std::size_t from = dashes;
  if (byte_at(rest, from) == ' ') ++from;
  if (!rest.substr(from).starts_with(word)) return 0;
  const std::size_t key = rest.find("PRIVATE KEY", from);
  if (key == std::string_view::npos) return 0;
  const std::size_t close = rest.find("----", key);
  if (close == std::string_view::npos ||
      rest.substr(from, close - from).find('\n') != std::string_view::npos) {
    return 0;
  }
  std::size_t end = close;
  while (end < rest.size() && rest[end] == '-' && end < close + 5) ++end;
  return at + end;
}

std::size_t count_body(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_body));
}

// A word of prose among the body's lines shows that no key stands there.
bool is_key_body(std::string_view body) {
  return count_body(body) >= kBodyMin &&
         static_cast<std::size_t>(std::count(body.begin(), body.end(), ' ')) * 8 < body.size();
}

// The last line of base64 after a beginning whose end was cut off.
std::size_t truncated_end(std::string_view text, std::size_t from) {
  std::size_t end = from;
  std::size_t at = from;
  int headers = 0;
  while (at < text.size()) {
    const std::string_view ahead = text.substr(at, kLineBytesMax);
    const std::size_t length = std::min(ahead.find('\n'), ahead.size());
    if (length == kLineBytesMax) break;
    const std::size_t line_end = at + length;
    const std::string_view line = ahead.substr(0, length);
    // PGP and old PEM blocks have headers, "Version: …", and a blank line.
    const bool header =
        end == from && line.find(": ") != std::string_view::npos && ++headers <= kHeaderLinesMax;
    const std::size_t body = count_body(line);
    if (!header && body * 10 < line.size() * 9) break;
    if (body > 0 && !header) end = at + line.find_last_not_of(" \t\r") + 1;
    if (line_end == text.size()) break;
    at = line_end + 1;
  }
  return count_body(text.substr(from, end - from)) >= kBodyMin ? end : from;
}

}  // namespace

Found PrivateKeyBlocks::match(std::size_t at) {
  const std::size_t body = header_end(text_, at, "BEGIN");
  if (body == 0) return std::nullopt;
  const std::size_t close = next_end(body);
  if (close != std::string_view::npos && close - body <= kBlockBytesMax) {
    const std::size_t end = header_end(text_, close, "END");
    if (is_key_body(text_.substr(body, close - body))) {
      return Finding{SecretKind::PrivateKey, at, end};
    }
    return std::nullopt;
  }
  const std::size_t end = truncated_end(text_, body);
  if (end == body) return std::nullopt;
  return Finding{SecretKind::PrivateKey, at, end};
}

std::size_t PrivateKeyBlocks::next_end(std::size_t from) {
  if (looked_ && (end_ == std::string_view::npos || end_ >= from)) return end_;
  looked_ = true;
  end_ = from;
  for (;;) {
    end_ = text_.find("END ", end_);
    if (end_ == std::string_view::npos) return end_;
    std::size_t dash = end_;
    if (dash > from && text_[dash - 1] == ' ') --dash;
    std::size_t begin = dash;
    while (begin > from && dash - begin < 5 && text_[begin - 1] == '-') --begin;
    if (header_end(text_, begin, "END") != 0) {
      end_ = begin;
      return end_;
    }
    end_ += 4;
  }
}

}  // namespace nacre::guard
