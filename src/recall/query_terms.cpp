#include "recall/query_terms.h"

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <utility>

#include "recall/comparable.h"
#include "recall/general_synonyms.h"
#include "recall/question_type.h"
#include "text/fold.h"
#include "text/utf8.h"

namespace nacre::recall {
namespace {

constexpr std::size_t kTermsMax = 128;
constexpr std::uint32_t kClausesMax = 32;  // One bit each.

// Measured on Chinese questions: a bigram that crosses a word boundary is worth
// as much as a word (weighing it down costs 2 to 6 points of recall), a character
// only helps where it is a word of its own.
constexpr double kCharacterWeight = 0.2;
constexpr double kCharacterWordWeight = 0.8;
constexpr double kBesideStopWordWeight = 0.5;
constexpr double kIdentifierPartWeight = 0.5;
constexpr double kSynonymWeight = 0.7;
// Three words are the longest question frame: 是 什么 时候.
constexpr std::size_t kFrameWordsMax = 3;

using text::Token;
using text::TokenKind;

struct Range {
  std::uint32_t begin = 0, end = 0;
  bool stop = false;
};

struct Weighed {
  Token token;
  double weight = 0;
  bool stop = false;
  bool shown = false;  // Among the words that the answer names.
  std::uint32_t clauses = 0;
};

bool is_run(TokenKind kind) {
  return kind == TokenKind::Character || kind == TokenKind::Bigram;
}

// Words of the runs without spaces, as ranges of the text as typed.
std::vector<Range> run_words(const text::Folded& folded, text::WordSplitter& splitter) {
  std::vector<Range> words;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> split = splitter.split(folded.text);
  const std::string_view all = folded.text;
  for (const auto& [begin, end] : split) {
    words.push_back({folded.offset[begin], folded.offset[end],
                     text::is_stop_word(all.substr(begin, end - begin))});
  }
  for (std::size_t i = 0; i < split.size(); ++i) {
    for (std::size_t n = 1; n < kFrameWordsMax && i + n < split.size(); ++n) {
      if (split[i + n].first != split[i + n - 1].second) break;
      const std::uint32_t begin = split[i].first;
      if (!text::is_stop_word(all.substr(begin, split[i + n].second - begin))) continue;
      for (std::size_t k = i; k <= i + n; ++k) words[k].stop = true;
    }
  }
  return words;
}

void push_unique(std::vector<std::string>& list, std::string word) {
  if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(std::move(word));
}

// Where the clauses of a question end. A full stop needs a space after it: it is
// also part of numbers and names.
std::vector<std::size_t> clause_ends(std::string_view text) {
  constexpr std::array<std::string_view, 11> kEnds = {"。", "！", "？", "；", "：", "?",
                                                      "!",  ";",  ": ", ". ", "\n"};
  std::vector<std::size_t> ends;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto here = [&](std::string_view end) { return text.substr(i).starts_with(end); };
    if (std::any_of(kEnds.begin(), kEnds.end(), here)) ends.push_back(i);
  }
  return ends;
}

class Terms {
 public:
  Terms(const QueryContext& context, ParsedQuery& query)
      : context_(context),
        query_(query),
        tokens_(context.tokenizer->tokens(query.text)),
        clause_ends_(clause_ends(query.text)) {}

  void collect(bool narrowed) {
    const bool runs = std::any_of(tokens_.begin(), tokens_.end(),
                                  [](const Token& token) { return is_run(token.kind); });
    // ICU's dictionary is opened for questions that need it only.
    if (runs) words_ = run_words(text::fold(query_.text), *context_.words);
    for (const Token& token : tokens_) weigh(token);
    const bool only_stop_words =
        std::all_of(weighed_.begin(), weighed_.end(), [](const Weighed& one) { return one.stop; });
    if (only_stop_words && (!narrowed || !query_.phrases.empty())) keep_stop_words();
    for (const Range& word : words_) show_run_word(word);
    choose();
    std::sort(query_.words.begin(), query_.words.end());
  }

 private:
  std::string surface(std::uint32_t begin, std::uint32_t end) const {
    return text::fold_text(std::string_view(query_.text).substr(begin, end - begin));
  }

  const Range* word_at(std::uint32_t offset) const {
    const auto after =
        std::upper_bound(words_.begin(), words_.end(), offset,
                         [](std::uint32_t at, const Range& word) { return at < word.begin; });
    if (after == words_.begin() || (after - 1)->end <= offset) return nullptr;
    return &*(after - 1);
  }

  void weigh(const Token& token) {
    switch (token.kind) {
      case TokenKind::Whole:
        whole_end_ = token.end;
        weighed_.push_back({token, 1, false, true});
        break;
      case TokenKind::Word: {
        const bool part = token.end <= whole_end_;
        const bool stop = is_stop(surface(token.begin, token.end));
        weighed_.push_back({token, part ? kIdentifierPartWeight : 1, stop, !part});
        break;
      }
      case TokenKind::Character: {
        const Range* word = word_at(token.begin);
        const bool own = word != nullptr && word->begin == token.begin && word->end == token.end;
        weighed_.push_back({token, own ? kCharacterWordWeight : kCharacterWeight,
                            word != nullptr && word->stop, false});
        break;
      }
      case TokenKind::Bigram: {
        const std::string_view view = query_.text;
        std::size_t second = token.begin;
        text::utf8::next(view, second);
        const Range* left = word_at(token.begin);
        const Range* right = word_at(static_cast<std::uint32_t>(second));
        const int stops = (left != nullptr && left->stop) + (right != nullptr && right->stop);
        weighed_.push_back({token, stops == 1 ? kBesideStopWordWeight : 1, stops == 2, false});
        break;
      }
    }
  }

  static bool is_stop(const std::string& word) {
    if (text::is_stop_word(word)) return true;
    const std::size_t apostrophe = word.find_first_of("'\u2019");
    return apostrophe != std::string::npos && apostrophe > 0 &&
           text::is_stop_word(word.substr(0, apostrophe));
  }

  void keep_stop_words() {
    for (Weighed& one : weighed_) one.stop = false;
    for (Range& word : words_) word.stop = false;
  }

  void show_run_word(const Range& word) {
    if (!is_run_text(word)) return;
    auto& list = word.stop ? query_.rewriting.ignored : query_.rewriting.terms;
    if (!word.stop) query_.words.emplace_back(word.begin, word.end);
    push_unique(list, surface(word.begin, word.end));
  }

  // The splitter also returns Latin words, which have tokens of their own.
  bool is_run_text(const Range& word) const {
    return std::any_of(tokens_.begin(), tokens_.end(), [&](const Token& token) {
      return is_run(token.kind) && token.begin >= word.begin && token.begin < word.end;
    });
  }

  // A character alone is all there is of its word; elsewhere it only supports.
  bool alone(const Weighed& one) const {
    if (one.token.kind != TokenKind::Character) return false;
    return std::none_of(tokens_.begin(), tokens_.end(), [&](const Token& token) {
      return token.kind == TokenKind::Bigram && token.begin <= one.token.begin &&
             one.token.end <= token.end;
    });
  }

  // From 0; what comes after the last that fits belongs to it.
  std::uint32_t clause_of(std::size_t offset) const {
    const auto after = std::upper_bound(clause_ends_.begin(), clause_ends_.end(), offset);
    return std::min(static_cast<std::uint32_t>(after - clause_ends_.begin()), kClausesMax - 1);
  }

  // The best kTermsMax: of each clause in turn, since any of them may be the one
  // that asks. Their order stays.
  static void keep_best(std::vector<Weighed>& terms) {
    std::map<std::uint32_t, std::size_t> taken;
    std::vector<std::pair<std::size_t, std::size_t>> turn(terms.size());  // Turn, index.
    std::vector<std::size_t> order(terms.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      if (terms[a].weight != terms[b].weight) return terms[a].weight > terms[b].weight;
      return terms[a].token.end - terms[a].token.begin > terms[b].token.end - terms[b].token.begin;
    });
    for (std::size_t i = 0; i < order.size(); ++i) {
      turn[i] = {taken[terms[order[i]].clauses]++, order[i]};
    }
    std::stable_sort(turn.begin(), turn.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    turn.resize(kTermsMax);
    std::sort(turn.begin(), turn.end(),
              [](const auto& a, const auto& b) { return a.second < b.second; });
    std::vector<Weighed> kept;
    for (const auto& [number, index] : turn) kept.push_back(std::move(terms[index]));
    terms = std::move(kept);
  }

  // At most kTermsMax distinct terms, in the order of the question.
  void choose() {
    std::map<std::string, std::size_t> at;
    std::vector<Weighed> distinct;
    for (Weighed& one : weighed_) {
      if (one.stop) {
        if (one.shown) {
          push_unique(query_.rewriting.ignored, surface(one.token.begin, one.token.end));
        }
        continue;
      }
      if (alone(one)) one.weight = 1;
      one.clauses = std::uint32_t{1} << clause_of(one.token.begin);
      const auto [known, fresh] = at.try_emplace(one.token.term, distinct.size());
      if (fresh) {
        distinct.push_back(one);
        continue;
      }
      Weighed& first = distinct[known->second];
      first.weight = std::max(first.weight, one.weight);
      first.clauses |= one.clauses;
    }
    if (distinct.size() > kTermsMax) {
      keep_best(distinct);
      query_.truncated = true;
    }
    for (const Weighed& one : distinct) {
      if (one.shown) {
        push_unique(query_.rewriting.terms, surface(one.token.begin, one.token.end));
        query_.words.emplace_back(one.token.begin, one.token.end);
      }
      query_.terms.push_back({.term = one.token.term,
                              .weight = one.weight,
                              .alternatives = {},
                              .clauses = one.clauses});
      query_.places.push_back({one.token.begin, one.token.end, one.token.kind});
    }
  }

  const QueryContext& context_;
  ParsedQuery& query_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> clause_ends_;
  std::vector<Range> words_;
  std::vector<Weighed> weighed_;
  std::uint32_t whole_end_ = 0;
};

// The terms that say the text: words, or the bigrams of a run.
std::vector<std::string> strong_terms(std::string_view text, text::Tokenizer& tokenizer) {
  std::vector<std::string> terms, characters;
  for (Token& token : tokenizer.tokens(text)) {
    if (token.kind == TokenKind::Whole) continue;
    auto& list = token.kind == TokenKind::Character ? characters : terms;
    list.push_back(std::move(token.term));
  }
  return terms.empty() ? characters : terms;
}

// An alternative of several terms pairs with the terms of what it stands for: a
// unit that has only the alternative then matches the whole word.
void pair_terms(const std::vector<std::size_t>& places, const std::vector<std::string>& other,
                std::vector<lexical::QueryTerm>& terms) {
  for (std::size_t i = 0; i < other.size(); ++i) {
    lexical::QueryTerm& term = terms[places[std::min(i, places.size() - 1)]];
    term.alternatives.emplace_back(other[i], kSynonymWeight);
  }
}

// Looks for stretches of up to four words in the synonyms.
void add_synonyms(const QueryContext& context, ParsedQuery& query) {
  constexpr std::size_t kWordsMax = 4;
  for (std::size_t i = 0; i < query.words.size(); ++i) {
    for (std::size_t n = i; n < std::min(i + kWordsMax, query.words.size()); ++n) {
      const std::uint32_t begin = query.words[i].first;
      const std::uint32_t end = std::max(begin, query.words[n].second);
      const std::string phrase =
          comparable(std::string_view(query.text).substr(begin, end - begin));
      const std::vector<std::string>* alternatives = context.synonyms->of(phrase);
      if (alternatives == nullptr) continue;
      std::vector<std::size_t> places;
      for (const std::string& own : strong_terms(phrase, *context.tokenizer)) {
        const auto found =
            std::find_if(query.terms.begin(), query.terms.end(),
                         [&](const lexical::QueryTerm& term) { return term.term == own; });
        if (found == query.terms.end()) continue;
        places.push_back(static_cast<std::size_t>(found - query.terms.begin()));
      }
      if (places.empty()) continue;
      for (const std::string& other : *alternatives) {
        pair_terms(places, strong_terms(other, *context.tokenizer), query.terms);
      }
      std::vector<std::string>& shown_others = query.rewriting.synonyms[phrase];
      shown_others.insert(shown_others.end(), alternatives->begin(), alternatives->end());
    }
  }
}

void add_general_synonyms(ParsedQuery& query) {
  for (lexical::QueryTerm& term : query.terms) {
    if (term.weight < kCharacterWordWeight) continue;
    for (const std::string_view other : general_alternatives(term.term)) {
      term.alternatives.emplace_back(other, kSynonymWeight);
      query.rewriting.synonyms[term.term].emplace_back(other);
    }
  }
}

}  // namespace

void add_terms(const QueryContext& context, bool narrowed, ParsedQuery& query) {
  query.folded = comparable(query.text);
  query.type = question_type(query.folded);
  // The words of a phrase count as words too; what must stand together is
  // verified afterwards.
  for (const std::string& phrase : query.rewriting.phrases) query.text += " " + phrase;
  Terms(context, query).collect(narrowed);
  if (context.general_synonyms) add_general_synonyms(query);
  if (context.synonyms != nullptr && !context.synonyms->empty()) add_synonyms(context, query);
  if (query.phrases.size() == 1 && query.folded.empty()) query.folded = query.phrases[0].folded;
}

Phrase make_phrase(std::string_view text, text::Tokenizer& tokenizer) {
  Phrase phrase{.folded = comparable(text), .terms = strong_terms(text, tokenizer)};
  if (phrase.terms.empty()) phrase.folded.clear();
  return phrase;
}

Exclusion make_exclusion(std::string_view text, text::Tokenizer& tokenizer) {
  Exclusion exclusion{
      .folded = comparable(text), .terms = strong_terms(text, tokenizer), .whole_terms = false};
  if (exclusion.terms.empty()) exclusion.folded.clear();
  const std::vector<Token> tokens = tokenizer.tokens(text);
  exclusion.whole_terms = tokens.size() == 1;
  return exclusion;
}

}  // namespace nacre::recall
