#include "recall/snippet.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "recall/comparable.h"
#include "recall/substring_scan.h"
#include "text/fold.h"
#include "text/utf8.h"

namespace nacre::recall {
namespace {

constexpr double kStrongWeightMin = 0.5;
constexpr std::size_t kExactTerm = static_cast<std::size_t>(-1);

struct Bytes {
  std::size_t begin = 0, end = 0;
};

bool blank(std::string_view line) {
  return line.find_first_not_of(" \t\r\n") == std::string_view::npos;
}

// Whole lines around the best one, the following first: what a line says is
// explained after it more often than before.
Bytes lines_around(const text::LineIndex& lines, std::uint32_t best, std::size_t characters_max) {
  std::uint32_t first = best, last = best;
  std::size_t used = text::utf8::count(lines.line(best));
  const auto take = [&](std::uint32_t line) {
    const std::size_t size = text::utf8::count(lines.line(line)) + 1;
    if (used + size > characters_max) return false;
    used += size;
    return true;
  };
  bool down = true, up = true;
  while (down || up) {
    down = down && last < lines.count() && take(last + 1);
    if (down) ++last;
    up = up && first > 1 && take(first - 1);
    if (up) --first;
  }
  while (first < best && blank(lines.line(first))) ++first;
  while (last > best && blank(lines.line(last))) --last;
  return {lines.begin(first), lines.begin(last) + lines.line(last).size()};
}

// A stretch of one long line with a quarter of it before `match`.
Bytes part_of_line(std::string_view text, Bytes line, std::size_t match,
                   std::size_t characters_max) {
  Bytes part{std::clamp(match, line.begin, line.end), line.end};
  for (std::size_t i = 0; i < characters_max / 4 && part.begin > line.begin; ++i) {
    part.begin = text::utf8::floor_boundary(text, part.begin - 1);
  }
  if (part.begin > line.begin) {
    const std::size_t space = text.substr(0, match).find(' ', part.begin);
    if (space != std::string_view::npos && space - part.begin < 24) part.begin = space + 1;
  }
  part.end = part.begin;
  for (std::size_t i = 0; i < characters_max && part.end < line.end; ++i) {
    text::utf8::next(text, part.end);
  }
  return part;
}

// Strings that must be found as they are, in `comparable` form.
std::vector<std::string> exact_strings(const ParsedQuery& query, bool substring) {
  if (substring) return substring_pieces(query.folded);
  std::vector<std::string> exact;
  for (const Phrase& phrase : query.phrases) exact.push_back(phrase.folded);
  if (exact.empty()) exact.push_back(query.folded);
  return exact;
}

}  // namespace

Snippets::Snippets(const ParsedQuery& query, const std::vector<double>& mass,
                   text::Tokenizer& tokenizer)
    : query_(query), mass_(mass), tokenizer_(tokenizer) {
  for (std::size_t i = 0; i < query.terms.size(); ++i) {
    terms_.emplace(query.terms[i].term, i);
    for (const auto& [other, weight] : query.terms[i].alternatives) terms_.emplace(other, i);
    if (i < mass.size()) all_mass_ += mass[i];
  }
}

std::vector<Snippets::Match> Snippets::matches(std::string_view text) {
  std::vector<Match> found;
  if (terms_.empty()) return found;
  for (const text::Token& token : tokenizer_.tokens(text)) {
    const auto known = terms_.find(token.term);
    if (known == terms_.end()) continue;
    const bool weak = query_.terms[known->second].weight < kStrongWeightMin;
    found.push_back({token.begin, token.end, known->second, weak});
  }
  return found;
}

void Snippets::add_exact(std::string_view text, bool substring, std::vector<Match>& matches) const {
  text::Folded folded = text::fold(text);
  // As in `comparable`, but in place, so that the offsets stay those of `text`.
  std::replace_if(
      folded.text.begin(), folded.text.end(),
      [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  for (const std::string& wanted : exact_strings(query_, substring)) {
    if (wanted.empty()) continue;
    const std::size_t at = folded.text.find(wanted);
    if (at == std::string::npos) continue;
    matches.push_back({folded.offset[at], folded.offset[at + wanted.size()], kExactTerm, false});
  }
}

std::uint32_t Snippets::best_line(const text::LineIndex& lines,
                                  const std::vector<Match>& matches) const {
  std::map<std::uint32_t, std::set<std::size_t>> terms_of;
  for (const Match& match : matches) terms_of[lines.line_of(match.begin)].insert(match.term);
  std::uint32_t best = 1;
  double best_mass = -1;
  for (const auto& [line, terms] : terms_of) {
    double mass = 0;
    for (const std::size_t term : terms) {
      mass += term == kExactTerm ? all_mass_ + 1 : term < mass_.size() ? mass_[term] : 0;
    }
    if (mass > best_mass) {
      best_mass = mass;
      best = line;
    }
  }
  if (!terms_of.empty()) return best;
  while (best < lines.count() && blank(lines.line(best))) ++best;
  return best;
}

Snippet Snippets::show(const text::Unit& unit, const SnippetOptions& options) {
  const std::string_view text = unit.text;
  Snippet snippet;
  const text::LineIndex lines(text);
  if (lines.count() == 0) return snippet;
  std::vector<Match> found = matches(text);
  if (options.exact || options.substring) add_exact(text, options.substring, found);
  std::sort(found.begin(), found.end(), [](const Match& a, const Match& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end < b.end;
  });
  const std::uint32_t best = best_line(lines, found);
  snippet.line = best - 1;

  Bytes shown;
  if (options.whole_unit) {
    shown = {0, lines.begin(lines.count()) + lines.line(lines.count()).size()};
  } else if (text::utf8::count(lines.line(best)) > options.characters_max) {
    const Bytes line{lines.begin(best), lines.begin(best) + lines.line(best).size()};
    const auto first = std::find_if(found.begin(), found.end(), [&](const Match& match) {
      return match.begin >= line.begin && !match.weak;
    });
    const std::size_t match = first == found.end() ? line.begin : first->begin;
    shown = part_of_line(text, line, match, options.characters_max);
  } else {
    shown = lines_around(lines, best, options.characters_max);
  }

  snippet.text = text.substr(shown.begin, shown.end - shown.begin);
  const bool strong =
      std::any_of(found.begin(), found.end(), [](const Match& m) { return !m.weak; });
  for (const Match& match : found) {
    if ((strong && match.weak) || match.end <= shown.begin || match.begin >= shown.end) continue;
    const auto begin =
        static_cast<std::uint32_t>(std::max<std::size_t>(match.begin, shown.begin) - shown.begin);
    const auto end =
        static_cast<std::uint32_t>(std::min<std::size_t>(match.end, shown.end) - shown.begin);
    if (!snippet.marks.empty() && begin <= snippet.marks.back().second) {
      snippet.marks.back().second = std::max(snippet.marks.back().second, end);
    } else {
      snippet.marks.emplace_back(begin, end);
    }
  }
  return snippet;
}

}  // namespace nacre::recall
