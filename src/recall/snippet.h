#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "recall/query.h"
#include "text/lines.h"
#include "text/tokenizer.h"
#include "text/unit.h"

namespace nacre::recall {

struct Snippet {
  std::uint32_t line = 0;  // Of the unit's text, from 0: the one that matches best.
  std::string text;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> marks;  // Byte ranges of `text`.
};

struct SnippetOptions {
  std::uint32_t characters_max = 700;
  bool whole_unit = false;  // For a budget: never half an entry.
  bool exact = false;       // The question, or a phrase of it, stands in the text as it is.
  bool substring = false;   // Only parts of words matched.
};

// Finds the best line of a unit and what to show around it. The best line has
// the highest sum of the weights of the terms on it, the first on ties.
//
// Threads: one.
class Snippets {
 public:
  // `mass`: weight times idf per term of the query, which is borrowed.
  Snippets(const ParsedQuery& query, const std::vector<double>& mass, text::Tokenizer& tokenizer);
  Snippet show(const text::Unit& unit, const SnippetOptions& options);

 private:
  struct Match {
    std::uint32_t begin = 0, end = 0;
    std::size_t term = 0;
    bool weak = false;  // A lone character.
  };

  std::vector<Match> matches(std::string_view text);
  void add_exact(std::string_view text, bool substring, std::vector<Match>& matches) const;
  std::uint32_t best_line(const text::LineIndex& lines, const std::vector<Match>& matches) const;

  const ParsedQuery& query_;
  const std::vector<double>& mass_;
  text::Tokenizer& tokenizer_;
  std::map<std::string, std::size_t, std::less<>> terms_;
  double all_mass_ = 0;
};

}  // namespace nacre::recall
