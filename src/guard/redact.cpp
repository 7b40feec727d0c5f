#include "guard/redact.h"

#include <algorithm>

#include "guard/redact_scanner.h"

namespace nacre::guard {
namespace {

// Bump when a pattern or placeholder changes: masked text that is stored in
// derived files is then made anew.
constexpr std::string_view kPatternsVersion = "2";
// Hardly any text needs a second one.
constexpr int kRoundsMax = 8;
constexpr std::size_t kPlaceholderBytes = 28;

struct Range {
  std::size_t begin = 0, end = 0;
};

struct Masked {
  std::string text;
  std::vector<Range> placeholders;
};

Masked mask_findings(std::string_view text, const std::vector<Finding>& findings,
                     const Redactor& redactor, LineEnds line_ends) {
  Masked out;
  out.text.reserve(text.size() + kPlaceholderBytes * findings.size());
  std::size_t at = 0;
  for (const Finding& finding : findings) {
    out.text += text.substr(at, finding.begin - at);
    const std::size_t begin = out.text.size();
    out.text += redactor.placeholder(finding.kind);
    at = finding.end;
    for (const char c : text.substr(finding.begin, finding.end - finding.begin)) {
      if (line_ends == LineEnds::Keep && (c == '\n' || c == '\r')) out.text += c;
    }
    out.placeholders.push_back({begin, out.text.size()});
  }
  out.text += text.substr(at);
  return out;
}

std::size_t line_begin(std::string_view text, std::size_t at) {
  const std::size_t end = text.substr(0, at).rfind('\n');
  return end == std::string_view::npos ? 0 : end + 1;
}

std::size_t line_end(std::string_view text, std::size_t at) {
  const std::size_t end = text.find('\n', at);
  return end == std::string_view::npos ? text.size() : end + 1;
}

// Whether what stands on the line that ends at `end` may be the name of a value on
// the next one: it ends with a separator, or with what may close one.
bool names_next_line(std::string_view text, std::size_t end) {
  constexpr std::string_view kPassedOver = "\n\r\t *";
  const std::size_t last = text.substr(0, end).find_last_not_of(kPassedOver);
  if (last == std::string_view::npos) return false;
  const auto c = static_cast<unsigned char>(text[last]);
  return c == ':' || c == '=' || c >= 0x80;
}

// Only what stands near a placeholder can look otherwise than before: its line,
// and the one before or behind when one names what stands on the other.
std::vector<Range> changed_parts(const Masked& masked) {
  std::vector<Range> parts;
  for (const Range& placeholder : masked.placeholders) {
    if (!parts.empty() && placeholder.end < parts.back().end) continue;
    std::size_t begin = line_begin(masked.text, placeholder.begin);
    if (begin > 0 && names_next_line(masked.text, begin)) {
      begin = line_begin(masked.text, begin - 1);
    }
    std::size_t end = line_end(masked.text, placeholder.end);
    if (names_next_line(masked.text, end)) end = line_end(masked.text, end);
    if (!parts.empty() && begin <= parts.back().end) {
      parts.back().end = std::max(parts.back().end, end);
    } else {
      parts.push_back({begin, end});
    }
  }
  return parts;
}

std::vector<Finding> find_again(const Masked& masked, RedactionLevel level) {
  std::vector<Finding> findings;
  const std::string_view text = masked.text;
  for (const Range& part : changed_parts(masked)) {
    for (Finding finding : scan(text.substr(part.begin, part.end - part.begin), level)) {
      finding.begin += part.begin;
      finding.end += part.begin;
      findings.push_back(finding);
    }
  }
  return findings;
}

}  // namespace

FindingCounts count_by_kind(const std::vector<Finding>& findings) {
  FindingCounts counts;
  for (const Finding& finding : findings) ++counts[finding.kind];
  return counts;
}

std::vector<Finding> Redactor::find(std::string_view text) const {
  if (options_.level == RedactionLevel::Off) return {};
  return scan(text, options_.level);
}

std::optional<Redacted> Redactor::mask(std::string_view text, LineEnds line_ends) const {
  Redacted result;
  result.findings = find(text);
  if (result.findings.empty()) return std::nullopt;
  Masked masked = mask_findings(text, result.findings, *this, line_ends);
  for (int round = 0; round < kRoundsMax; ++round) {
    const std::vector<Finding> more = find_again(masked, options_.level);
    if (more.empty()) break;
    masked = mask_findings(masked.text, more, *this, line_ends);
  }
  result.text = std::move(masked.text);
  return result;
}

Redacted Redactor::redact(std::string_view text) const {
  if (auto result = mask(text, LineEnds::Drop)) return std::move(*result);
  return {.text = std::string(text)};
}

std::string Redactor::identity() const {
  if (options_.level == RedactionLevel::Off) return "off";
  return std::string(kPatternsVersion) + ":" + std::string(name(options_.level)) + ":" +
         (options_.language == PlaceholderLanguage::Chinese ? "zh" : "en");
}

}  // namespace nacre::guard
