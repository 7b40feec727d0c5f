#include "static_space/english.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>

#include "embed/static_format.h"
#include "embed/word_scanner.h"
#include "text/fold.h"
#include "text/words.h"

namespace nacre::static_space {
namespace {

using Json = nlohmann::json;

// The events of the parser; a tree of 34 million numbers would take gigabytes.
class WinkHandler final : public nlohmann::json_sax<Json> {
 public:
  explicit WinkHandler(WordVectors& out) : out_(out) {}
  std::string problem;

  bool key(string_t& name) override {
    if (depth_ == 1) section_ = name;
    if (depth_ != 2 || section_ != "vectors") return true;
    if (!is_prepared()) return false;
    const auto found = out_.rows.find(name);
    row_ = found == out_.rows.end() ? kNone : found->second;
    column_ = 0;
    return true;
  }
  bool string(string_t& value) override {
    if (depth_ == 2 && section_ == "words") out_.words.push_back(std::move(value));
    return true;
  }
  bool number_float(number_float_t value, const string_t&) override { return number(value); }
  bool number_integer(number_integer_t value) override {
    return number(static_cast<double>(value));
  }
  bool number_unsigned(number_unsigned_t value) override {
    if (depth_ == 1 && section_ == "dimensions") out_.dimensions = value;
    return number(static_cast<double>(value));
  }
  bool start_object(std::size_t) override { return enter(); }
  bool end_object() override { return leave(); }
  bool start_array(std::size_t) override { return enter(); }
  bool end_array() override { return leave(); }
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool parse_error(std::size_t, const std::string&, const Json::exception& error) override {
    problem = error.what();
    return false;
  }

  std::size_t filled() const { return filled_; }

 private:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  bool enter() { return ++depth_ < 8; }
  bool leave() {
    --depth_;
    return true;
  }
  // The list of words and the dimensions come before the vectors.
  bool is_prepared() {
    if (!out_.values.empty()) return true;
    if (out_.words.empty() || out_.dimensions == 0 || out_.dimensions > 1000) {
      problem = "no list of words or no dimensions before the vectors";
      return false;
    }
    out_.values.resize(out_.words.size() * out_.dimensions);
    for (std::size_t i = 0; i < out_.words.size(); ++i) out_.rows.emplace(out_.words[i], i);
    return true;
  }
  bool number(double value) {
    if (depth_ != 3 || section_ != "vectors" || row_ == kNone) return true;
    if (column_ < out_.dimensions) out_.row(row_)[column_] = static_cast<float>(value);
    if (++column_ == out_.dimensions) ++filled_;
    return true;
  }

  WordVectors& out_;
  std::string section_;
  int depth_ = 0;
  std::size_t row_ = kNone, column_ = 0, filled_ = 0;
};

// Whether the scanner gives back exactly `word`.
class OneWord final : public embed::WordSink {
 public:
  bool holds(std::string_view word) {
    word_ = word;
    pieces_ = 0;
    is_same_ = false;
    scanner_.scan(word, *this);
    return pieces_ == 1 && is_same_;
  }
  void word(std::string_view found) override {
    ++pieces_;
    is_same_ = found == word_;
  }
  void run(std::string_view) override { pieces_ += 2; }

 private:
  embed::WordScanner scanner_;
  std::string_view word_;
  int pieces_ = 0;
  bool is_same_ = false;
};

}  // namespace

Result<WordVectors> read_wink(std::istream& json) {
  WordVectors vectors;
  WinkHandler handler(vectors);
  const bool parsed = Json::sax_parse(json, &handler);
  if (!parsed || vectors.words.empty() || handler.filled() != vectors.words.size()) {
    if (handler.problem.empty()) handler.problem = "not every word has a vector";
    return Error{ErrorCode::InvalidArgument, "read the word vectors: " + handler.problem};
  }
  return vectors;
}

double zipf_probability(std::size_t rank, std::size_t words) {
  constexpr double kEulerMascheroni = 0.5772156649015329;
  const double harmonic = std::log(static_cast<double>(words)) + kEulerMascheroni;
  return 1 / (static_cast<double>(rank + 1) * harmonic);
}

std::vector<embed::StaticWord> english_words(const WordVectors& vectors, std::size_t words_max) {
  std::vector<embed::StaticWord> words;
  OneWord one;
  for (std::size_t i = 0; i < vectors.words.size() && words.size() < words_max; ++i) {
    const std::string& word = vectors.words[i];
    if (word.size() > embed::kStaticWordBytesMax || text::fold_text(word) != word) continue;
    if (!one.holds(word)) continue;
    const auto row = vectors.row(i);
    const bool counts = !text::is_stop_word(word) && word.size() > 1;
    words.push_back({.word = word,
                     .vector = {row.begin(), row.end()},
                     .weight = counts ? sif_weight(zipf_probability(i, vectors.words.size())) : 0});
  }
  return words;
}

}  // namespace nacre::static_space
