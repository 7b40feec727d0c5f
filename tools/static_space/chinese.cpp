#include "static_space/chinese.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string>

#include "embed/static_format.h"
#include "embed/word_scanner.h"
#include "static_space/english.h"
#include "text/fold.h"
#include "text/utf8.h"
#include "text/words.h"

namespace nacre::static_space {
namespace {

// Longer entries are proverbs and titles; their words are found by themselves.
constexpr std::size_t kCharactersMax = 8;

using Frequencies = std::map<std::string, double, std::less<>>;
using Vector = std::vector<double>;

// Whether a run of Han characters is all there is.
class OneRun final : public embed::WordSink {
 public:
  bool holds(std::string_view word) {
    runs_ = others_ = 0;
    scanner_.scan(word, *this);
    return runs_ == 1 && others_ == 0 && run_bytes_ == word.size() &&
           text::utf8::count(word) <= kCharactersMax;
  }
  void word(std::string_view) override { ++others_; }
  void run(std::string_view run) override {
    ++runs_;
    run_bytes_ = run.size();
  }

 private:
  embed::WordScanner scanner_;
  int runs_ = 0, others_ = 0;
  std::size_t run_bytes_ = 0;
};

Result<Frequencies> read_frequencies(std::istream& in) {
  Frequencies counts;
  for (std::string line; std::getline(in, line);) {
    const std::size_t space = line.find(' ');
    if (space == std::string::npos || space == 0) continue;
    double count = 0;
    const char* begin = line.data() + space + 1;
    if (std::from_chars(begin, line.data() + line.size(), count).ec != std::errc() || count < 0) {
      return Error{ErrorCode::InvalidArgument, "no count in the line '" + line + "'"};
    }
    counts[text::fold_text(std::string_view(line).substr(0, space))] += count;
  }
  return counts;
}

void add(Vector& sum, std::span<const float> row, double weight) {
  for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += weight * static_cast<double>(row[d]);
}

// Adds a word of a gloss: a compound as such or by its parts, a stop word ("to eat") not at all.
// Returns the weight added.
double add_word(const WordVectors& english, std::string_view word, Vector& sum) {
  if (text::is_stop_word(word)) return 0;
  if (const auto found = english.rows.find(word); found != english.rows.end()) {
    const double probability = zipf_probability(found->second, english.words.size());
    const auto weight = static_cast<double>(sif_weight(probability));
    add(sum, english.row(found->second), weight);
    return weight;
  }
  const std::size_t cut = word.find_first_of("-'.");
  if (cut == std::string_view::npos) return 0;
  return add_word(english, word.substr(0, cut), sum) +
         add_word(english, word.substr(cut + 1), sum);
}

class Projection {
 public:
  explicit Projection(const WordVectors& english) : english_(english) {
    double sum = 0;
    for (std::size_t i = 0; i < english.words.size(); ++i) sum += length(english.row(i));
    mean_length_ = sum / static_cast<double>(english.words.size());
  }

  // Empty when no gloss holds a known word.
  std::vector<float> of(const std::vector<std::string>& glosses) const {
    Vector sum(english_.dimensions);
    double place = 0;
    bool found = false;
    for (const std::string& gloss : glosses) {
      Vector mean(english_.dimensions);
      const double weight = add_words(gloss, mean);
      if (weight == 0) continue;
      for (std::size_t d = 0; d < sum.size(); ++d) sum[d] += mean[d] / weight / (1 + place / 2);
      place += 1;
      found = true;
    }
    const double size = length(sum);
    if (!found || size == 0) return {};
    std::vector<float> row;
    for (const double x : sum) row.push_back(static_cast<float>(x / size * mean_length_));
    return row;
  }

 private:
  template <typename Row>
  static double length(const Row& row) {
    double sum = 0;
    for (const auto x : row) sum += static_cast<double>(x) * static_cast<double>(x);
    return std::sqrt(sum);
  }

  double add_words(std::string_view gloss, Vector& sum) const {
    double weight = 0;
    while (!gloss.empty()) {
      const std::size_t end = std::min(gloss.find(' '), gloss.size());
      weight += add_word(english_, gloss.substr(0, end), sum);
      gloss.remove_prefix(std::min(end + 1, gloss.size()));
    }
    return weight;
  }

  const WordVectors& english_;
  double mean_length_ = 0;
};

using Glosses = std::map<std::string, std::vector<std::string>>;

Glosses read_glosses(std::istream& in) {
  Glosses glosses;
  OneRun one;
  for (std::string line; std::getline(in, line);) {
    const std::size_t tab = std::min(line.find('\t'), line.size());
    std::string word = text::fold_text(std::string_view(line).substr(0, tab));
    if (word.size() > embed::kStaticWordBytesMax || !one.holds(word)) continue;
    auto& list = glosses[std::move(word)];
    for (std::size_t at = tab; at < line.size();) {
      const std::size_t end = std::min(line.find('\t', at + 1), line.size());
      list.push_back(line.substr(at + 1, end - at - 1));
      at = end;
    }
  }
  return glosses;
}

}  // namespace

Result<std::vector<embed::StaticWord>> chinese_words(const WordVectors& english,
                                                     const ChineseInput& input) {
  const Frequencies counts = NACRE_TRY(read_frequencies(input.frequencies));
  const Glosses glosses = read_glosses(input.glosses);
  double total = 0;
  for (const auto& [word, count] : counts) total += count;

  // A word that the frequencies do not know was seen less than once.
  constexpr double kUnseen = 0.5;
  std::vector<std::pair<double, const std::string*>> order;
  for (const auto& [word, list] : glosses) {
    const auto found = counts.find(word);
    order.emplace_back(found == counts.end() ? kUnseen : std::max(found->second, kUnseen), &word);
  }
  std::ranges::stable_sort(order, std::greater{}, [](const auto& one) { return one.first; });

  const Projection projection(english);
  std::vector<embed::StaticWord> words;
  for (const auto& [count, word] : order) {
    if (words.size() == input.words_max) break;
    std::vector<float> vector = projection.of(glosses.at(*word));
    const double probability = count / std::max(total, 1.0);
    const bool counts_in_texts = !vector.empty() && !text::is_stop_word(*word);
    vector.resize(english.dimensions);
    words.push_back({.word = *word,
                     .vector = std::move(vector),
                     .weight = counts_in_texts ? sif_weight(probability) : 0,
                     .cost = static_cast<float>(-std::log(probability))});
  }
  return words;
}

}  // namespace nacre::static_space
