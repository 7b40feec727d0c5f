#include "lexical/search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <random>
#include <set>

#include "text/unit.h"

namespace nacre::lexical {
namespace {

// Terms that the tokenizer gives back as they are: single Han characters.
constexpr std::array<std::string_view, 10> kWords = {"甲", "乙", "丙", "丁", "戊",
                                                     "己", "庚", "辛", "壬", "癸"};
using Counts = std::map<std::string_view, std::uint32_t>;

struct TestUnit {
  UnitRecord record;
  Counts body, heading, speaker;
};

std::string text_of(const Counts& counts) {
  std::string text;
  for (const auto& [word, count] : counts) {
    for (std::uint32_t i = 0; i < count; ++i) text.append(word).append(" ");
  }
  return text;
}

struct Corpus {
  std::vector<TestUnit> units;  // By id; slot 0 is unused.
  std::unique_ptr<db::Database> database;
  UnitTable table;

  void index() {
    auto opened = db::Database::open(":memory:", {.mode = db::OpenMode::ReadWrite});
    NACRE_CHECK(opened.ok());
    database = std::move(opened).value();
    NACRE_CHECK(database->execute(kPostingsSchema).ok());
    PostingsWriter writer(*database);
    std::vector<UnitRecord> records(1);
    for (UnitId id = 1; id < units.size(); ++id) {
      TestUnit& unit = units[id];
      const Field field = unit.record.kind == 0 ? Field::Body : Field::Title;
      const std::uint32_t length = writer.add(id, field, text_of(unit.body));
      (field == Field::Body ? unit.record.length : unit.record.heading_length) =
          static_cast<std::uint16_t>(length);
      if (field == Field::Body) {
        unit.record.heading_length =
            static_cast<std::uint16_t>(writer.add(id, Field::Heading, text_of(unit.heading)));
        writer.add(id, Field::Speaker, text_of(unit.speaker));
      }
      records.push_back(unit.record);
    }
    NACRE_CHECK(writer.flush().ok());
    table = UnitTable::from_records(records);
  }

  SearchResult search(const VisiblePartitions& visible, const std::vector<QueryTerm>& terms,
                      const SearchOptions& options) const {
    auto result = lexical::search(PostingsReader(*database), table, visible, terms, options);
    NACRE_CHECK(result.ok());
    return std::move(result).value();
  }
};

Counts random_counts(std::mt19937_64& random, std::size_t words) {
  Counts counts;
  for (std::size_t i = 0; i < words; ++i) {
    // Skewed, so that some terms are common and some rare.
    ++counts[kWords[std::min(random() % kWords.size(), random() % kWords.size())]];
  }
  return counts;
}

Corpus random_corpus(std::mt19937_64& random) {
  Corpus corpus;
  corpus.units.resize(1);
  const std::uint32_t files = 1 + static_cast<std::uint32_t>(random() % 8);
  for (std::uint32_t file = 0; file < files; ++file) {
    const bool chat = random() % 2 == 0;
    const std::size_t count = 1 + random() % 20;
    std::vector<std::uint32_t> ordinals(count);
    for (std::size_t i = 0; i < count; ++i) ordinals[i] = static_cast<std::uint32_t>(i + 1);
    std::shuffle(ordinals.begin(), ordinals.end(), random);
    for (const std::uint32_t ordinal : ordinals) {
      TestUnit unit;
      unit.record.file = file;
      unit.record.ordinal = ordinal;
      unit.record.partition = static_cast<std::uint16_t>(random() % 3);
      if (random() % 10 == 0) unit.record.partition = kDeadPartition;
      if (chat) unit.record.flags = kChat;
      if (chat && random() % 2 == 0) unit.record.flags |= kNamesTime;
      if (chat) unit.record.questions = static_cast<std::uint8_t>(random() % 256);
      unit.body = random_counts(random, 1 + random() % 30);
      if (random() % 3 == 0) unit.heading = random_counts(random, 1 + random() % 3);
      if (chat) unit.speaker = {{kWords[random() % 2], 1}};
      corpus.units.push_back(std::move(unit));
    }
  }
  corpus.index();
  return corpus;
}

// The formula of the header, unit by unit, in the plainest way.
class Oracle {
 public:
  Oracle(const Corpus& corpus, const VisiblePartitions& visible,
         const std::vector<QueryTerm>& terms, const SearchOptions& options)
      : terms_(&terms), options_(options) {
    std::map<std::pair<std::uint32_t, std::uint32_t>, UnitId> order;
    for (UnitId id = 1; id < corpus.units.size(); ++id) {
      const UnitRecord& record = corpus.units[id].record;
      if (record.partition < visible.size() && visible[record.partition]) {
        order[{record.file, record.ordinal}] = id;
      }
    }
    for (const auto& [place, id] : order) {
      ids_.push_back(id);
      units_.push_back(&corpus.units[id]);
    }
    for (const QueryTerm& term : terms) {
      names_.push_back(options.speaker > 0 &&
                       std::any_of(units_.begin(), units_.end(), [&](const TestUnit* unit) {
                         return unit->speaker.contains(term.term);
                       }));
    }
    if (std::all_of(names_.begin(), names_.end(), [](bool name) { return name; })) {
      names_.assign(terms.size(), false);
    }
  }

  std::size_t size() const { return units_.size(); }

  double tf(const QueryTerm& term, std::size_t at) const {
    const auto in = [&](const std::string& word) {
      const TestUnit& unit = *units_[at];
      const auto body = unit.body.find(word), heading = unit.heading.find(word);
      return (body == unit.body.end() ? 0 : body->second) +
             options_.heading * (heading == unit.heading.end() ? 0 : heading->second);
    };
    double sum = in(term.term);
    for (const auto& [word, weight] : term.alternatives) sum += weight * in(word);
    return sum;
  }

  double length(std::size_t at) const {
    return units_[at]->record.length + options_.heading * units_[at]->record.heading_length;
  }

  double gate(std::size_t at) const {
    const UnitRecord& record = units_[at]->record;
    if ((record.flags & kChat) == 0) return 0;
    return std::clamp((options_.neighbour_none_tokens - record.length) /
                          (options_.neighbour_none_tokens - options_.neighbour_full_tokens),
                      0.0, 1.0);
  }

  template <typename Value>
  double around(std::size_t at, const Value& value) const {
    double sum = 0;
    for (std::size_t other = 0; other < units_.size(); ++other) {
      if (units_[other]->record.file != units_[at]->record.file || other == at) continue;
      const std::size_t distance = other > at ? other - at : at - other;
      const double weight = distance == 1   ? options_.neighbour1
                            : distance == 2 ? options_.neighbour2
                                            : 0;
      sum += weight * (other < at ? options_.neighbour_before : options_.neighbour_after) *
             std::min(gate(at), gate(other)) * value(other);
    }
    return sum;
  }

  double mixed_length(std::size_t at) const {
    return length(at) +
           options_.neighbour_length * around(at, [&](std::size_t i) { return length(i); });
  }

  double idf(const QueryTerm& term) const {
    std::size_t with = 0;
    for (std::size_t i = 0; i < units_.size(); ++i) with += tf(term, i) > 0 ? 1U : 0U;
    return idf_of(units_.size(), with);
  }

  template <typename Wanted>
  double bm25(std::size_t at, const Wanted& wanted) const {
    double average = 0;
    for (std::size_t i = 0; i < units_.size(); ++i) average += mixed_length(i);
    average = std::max(1.0, average / static_cast<double>(units_.size()));
    double sum = 0, mass = 0;
    for (std::size_t i = 0; i < terms_->size(); ++i) {
      if (!wanted(i)) continue;
      const QueryTerm& term = (*terms_)[i];
      const double mixed =
          tf(term, at) + around(at, [&](std::size_t other) { return tf(term, other); });
      const double k = options_.k1 * (1 - options_.b + options_.b * mixed_length(at) / average);
      sum += term.weight * idf(term) * mixed / (mixed + k);
      mass += term.weight * idf(term);
    }
    return mass > 0 ? sum / mass : 0;
  }

  double file_bm25(std::uint32_t file) const {
    std::map<std::uint32_t, double> lengths;
    for (std::size_t i = 0; i < units_.size(); ++i) lengths[units_[i]->record.file] += length(i);
    double average = 0;
    for (const auto& [id, value] : lengths) average += value / static_cast<double>(lengths.size());
    average = std::max(1.0, average);
    double sum = 0, mass = 0;
    for (const QueryTerm& term : *terms_) {
      std::map<std::uint32_t, double> tfs;
      for (std::size_t i = 0; i < units_.size(); ++i) tfs[units_[i]->record.file] += tf(term, i);
      const auto with = static_cast<std::size_t>(
          std::count_if(tfs.begin(), tfs.end(), [](const auto& one) { return one.second > 0; }));
      const double weight = term.weight * idf_of(lengths.size(), with);
      const double k =
          options_.k1 * (1 - options_.parent_b + options_.parent_b * lengths[file] / average);
      sum += weight * tfs[file] / (tfs[file] + k);
      mass += weight;
    }
    return mass > 0 ? sum / mass : 0;
  }

  double score(std::size_t at) const {
    double score = bm25(at, [&](std::size_t term) { return !names_[term]; });
    if (score <= 0) return 0;
    std::uint32_t clauses = 0;
    for (const QueryTerm& term : *terms_) clauses |= term.clauses;
    if (options_.clause > 0 && clauses >= 2) {
      double best = 0;
      for (std::uint32_t clause = 0; clause < 2; ++clause) {
        best = std::max(best, bm25(at, [&](std::size_t term) {
                          return ((*terms_)[term].clauses >> clause & 1) != 0;
                        }));
      }
      score = (1 - options_.clause) * score + options_.clause * best;
    }
    const TestUnit& unit = *units_[at];
    double named = 0, said = 0;
    for (std::size_t i = 0; i < names_.size(); ++i) {
      named += names_[i] ? 1 : 0;
      said += names_[i] && unit.speaker.contains((*terms_)[i].term) ? 1 : 0;
    }
    if (named > 0) score += options_.speaker * said / named;
    score += options_.parent * gate(at) * file_bm25(unit.record.file);
    if ((unit.record.flags & kChat) != 0)
      score *= 1 - options_.question * unit.record.questions / 255.0;
    if ((unit.record.flags & kNamesTime) != 0) score *= options_.time_factor;
    return std::min(score, 1.0);
  }

  std::map<UnitId, double> scores() const {
    std::map<UnitId, double> scores;
    for (std::size_t i = 0; i < units_.size(); ++i) {
      const double value = score(i);
      if (value > 0) scores[ids_[i]] = value;
    }
    return scores;
  }

  static double idf_of(std::size_t all, std::size_t with) {
    return std::log(1 + (static_cast<double>(all) - static_cast<double>(with) + 0.5) /
                            (static_cast<double>(with) + 0.5));
  }

 private:
  const std::vector<QueryTerm>* terms_;
  SearchOptions options_;
  std::vector<UnitId> ids_;
  std::vector<const TestUnit*> units_;
  std::vector<bool> names_;
};

std::vector<QueryTerm> random_terms(std::mt19937_64& random) {
  std::vector<std::string_view> words(kWords.begin(), kWords.end());
  std::shuffle(words.begin(), words.end(), random);
  std::vector<QueryTerm> terms;
  for (std::size_t i = 0, count = 1 + random() % 6; i < count; ++i) {
    QueryTerm term{.term = std::string(words[i]),
                   .weight = 0.25 * (1 + static_cast<double>(random() % 4))};
    if (random() % 4 == 0) term.alternatives = {{std::string(words[9 - i]), 0.75}};
    term.clauses = 1U << (i % 2);
    terms.push_back(std::move(term));
  }
  if (terms.size() == 1) terms[0].clauses = 0;
  return terms;
}

SearchOptions random_options(std::mt19937_64& random) {
  SearchOptions options;
  options.b = 0.6;
  if (random() % 2 == 0) {
    options.neighbour1 = 0.5;
    options.neighbour2 = 0.3;
    options.neighbour_before = 1.5;
    options.neighbour_after = 0.5;
    options.neighbour_length = 1.5;
    options.neighbour_full_tokens = 8;
    options.neighbour_none_tokens = 20;
  }
  if (random() % 2 == 0) options.parent = 0.2;
  if (random() % 2 == 0) options.clause = 0.5;
  if (random() % 2 == 0) options.speaker = 0.04;
  if (random() % 2 == 0) options.question = 0.4;
  if (random() % 2 == 0) options.time_factor = 1.2;
  if (random() % 4 == 0) options.heading = 0;
  return options;
}

VisiblePartitions random_visibility(std::mt19937_64& random) {
  if (random() % 3 == 0) return {true, true, true};
  return {true, random() % 2 == 0, random() % 2 == 0};
}

TEST(SearchProperty, ScoresAsTheFormulaSays) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Corpus corpus = random_corpus(random);
    const VisiblePartitions visible = random_visibility(random);
    const std::vector<QueryTerm> terms = random_terms(random);
    SearchOptions options = random_options(random);
    options.candidates_max = 10'000;

    const SearchResult result = corpus.search(visible, terms, options);
    const Oracle oracle(corpus, visible, terms, options);
    ASSERT_EQ(result.units_visible, oracle.size());
    for (std::size_t i = 0; i < terms.size(); ++i) {
      ASSERT_NEAR(result.terms[i].idf, oracle.idf(terms[i]), 1e-9);
    }
    const std::map<UnitId, double> expected = oracle.scores();
    ASSERT_EQ(result.units.size(), expected.size());
    ASSERT_EQ(result.units_matched, expected.size());
    for (const Scored& scored : result.units) {
      ASSERT_TRUE(expected.contains(scored.unit));
      ASSERT_NEAR(scored.score, expected.at(scored.unit), 2e-6);
      ASSERT_NEAR(scored.own + scored.neighbours + scored.parent, scored.score, 1e-12);
      ASSERT_GE(scored.own, 0);
      ASSERT_GE(scored.neighbours, -1e-6);
    }
    ASSERT_TRUE(std::is_sorted(result.units.begin(), result.units.end(),
                               [](const Scored& a, const Scored& b) { return a.score > b.score; }));
  }
}

TEST(SearchProperty, AnswersTheSameWhateverTheIdsAre) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Corpus corpus = random_corpus(random);
    Corpus other;
    other.units = corpus.units;
    std::shuffle(other.units.begin() + 1, other.units.end(), random);
    // Other file ids in another order, and dead units in between.
    for (TestUnit& unit : other.units) unit.record.file = 40 - 3 * unit.record.file;
    TestUnit dead;
    dead.record.partition = kDeadPartition;
    dead.body = {{kWords[0], 3}};
    other.units.insert(other.units.begin() + 1, dead);
    other.index();

    const VisiblePartitions visible = random_visibility(random);
    const std::vector<QueryTerm> terms = random_terms(random);
    const SearchOptions options = random_options(random);
    using Key = std::pair<std::uint32_t, std::uint32_t>;
    std::map<Key, double> first, second;
    for (const Scored& one : corpus.search(visible, terms, options).units) {
      const UnitRecord& record = corpus.table[one.unit];
      first[{record.file, record.ordinal}] = one.score;
    }
    for (const Scored& one : other.search(visible, terms, options).units) {
      const UnitRecord& record = other.table[one.unit];
      second[{(40 - record.file) / 3, record.ordinal}] = one.score;
    }
    ASSERT_EQ(first, second);  // To the last bit.
  }
}

TEST(SearchProperty, LetsInvisiblePartitionsMoveNothing) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const Corpus corpus = random_corpus(random);
    Corpus without;
    without.units.resize(1);
    for (const TestUnit& unit : corpus.units) {
      if (unit.record.partition == 0) without.units.push_back(unit);
    }
    without.index();
    const std::vector<QueryTerm> terms = random_terms(random);
    const SearchOptions options = random_options(random);
    const SearchResult first = corpus.search({true, false, false}, terms, options);
    const SearchResult second = without.search({true}, terms, options);
    ASSERT_EQ(first.units_visible, second.units_visible);
    ASSERT_EQ(first.units_matched, second.units_matched);
    ASSERT_EQ(first.units.size(), second.units.size());
    for (std::size_t i = 0; i < first.units.size(); ++i) {
      const Scored &one = first.units[i], &other = second.units[i];
      ASSERT_EQ(one.score, other.score);
      ASSERT_EQ(one.own, other.own);
      ASSERT_EQ(one.matched, other.matched);
      ASSERT_EQ(corpus.table[one.unit].ordinal, without.table[other.unit].ordinal);
    }
  }
}

TestUnit unit_with(std::uint32_t ordinal, Counts body, std::uint8_t flags = 0) {
  TestUnit unit;
  unit.record = {.file = 0, .ordinal = ordinal, .partition = 0, .flags = flags};
  unit.body = std::move(body);
  return unit;
}

TEST(Search, CountsAbsentTermsAgainstTheScore) {
  Corpus corpus;
  corpus.units = {{}, unit_with(1, {{"甲", 1}}), unit_with(2, {{"乙", 1}})};
  corpus.index();
  const double alone = corpus.search({true}, {{.term = "甲"}}, {}).units[0].score;
  const SearchResult both = corpus.search({true}, {{.term = "甲"}, {.term = "癸"}}, {});
  EXPECT_LT(both.units[0].score, alone / 2);
  EXPECT_LT(both.units[0].coverage, 0.5);
  EXPECT_EQ(both.units[0].matched, (std::vector<std::uint8_t>{1, 0}));
  EXPECT_EQ(both.terms[1].units_with, 0U);
}

TEST(Search, SaysWhichTermsStandOnlyBesideATurn) {
  Corpus corpus;
  corpus.units = {{}, unit_with(1, {{"甲", 1}}, kChat), unit_with(2, {{"乙", 1}}, kChat)};
  corpus.index();
  SearchOptions options;
  options.neighbour1 = 0.5;
  const SearchResult result = corpus.search({true}, {{.term = "甲"}}, options);
  ASSERT_EQ(result.units.size(), 2U);
  EXPECT_EQ(result.units[0].unit, 1U);
  EXPECT_EQ(result.units[0].matched[0], 1);
  EXPECT_EQ(result.units[1].matched[0], 2);
  EXPECT_EQ(result.units[1].coverage, 0);
  EXPECT_NEAR(result.units[1].neighbours, result.units[1].score, 1e-9);
}

TEST(Search, KeepsAllThatTieWithTheLast) {
  Corpus corpus;
  corpus.units.resize(1);
  corpus.units.push_back(unit_with(1, {{"甲", 2}}));
  for (std::uint32_t i = 2; i < 12; ++i)
    corpus.units.push_back(unit_with(i, {{"甲", 1}, {"乙", 1}}));
  corpus.index();
  SearchOptions options;
  options.candidates_max = 1;
  EXPECT_EQ(corpus.search({true}, {{.term = "甲"}}, options).units.size(), 1U);
  options.candidates_max = 3;
  const SearchResult result = corpus.search({true}, {{.term = "甲"}}, options);
  EXPECT_EQ(result.units.size(), 11U);
  EXPECT_EQ(result.units_matched, 11U);
}

TEST(Search, AnswersNothingWithoutUnitsOrTerms) {
  Corpus corpus;
  corpus.units.resize(1);
  corpus.index();
  EXPECT_TRUE(corpus.search({true}, {{.term = "甲"}}, {}).units.empty());
  corpus.units.push_back(unit_with(1, {{"甲", 1}}));
  corpus.index();
  EXPECT_TRUE(corpus.search({true}, {}, {}).units.empty());
  EXPECT_TRUE(corpus.search({}, {{.term = "甲"}}, {}).units.empty());
}

TEST(SearchTitles, RanksFilesByTheirVisibleTitles) {
  Corpus corpus;
  corpus.units.resize(1);
  const auto title = [&](std::uint32_t file, Counts words, std::uint16_t partition) {
    TestUnit unit;
    unit.record = {.file = file,
                   .partition = partition,
                   .kind = static_cast<std::uint8_t>(text::UnitKind::Title)};
    unit.body = std::move(words);
    corpus.units.push_back(std::move(unit));
  };
  title(5, {{"甲", 1}, {"乙", 1}}, 0);
  title(6, {{"甲", 1}, {"丙", 1}, {"丁", 1}}, 0);
  title(7, {{"甲", 1}, {"乙", 1}}, 1);
  corpus.index();
  const PostingsReader reader(*corpus.database);
  const std::vector<QueryTerm> terms = {{.term = "甲"}, {.term = "乙"}};
  const auto scores = search_titles(reader, corpus.table, {true, false}, terms, 10);
  ASSERT_TRUE(scores.ok());
  ASSERT_EQ(scores.value().size(), 2U);
  EXPECT_EQ(scores.value()[0].file, 5U);
  EXPECT_EQ(scores.value()[0].coverage, 1);
  EXPECT_EQ(scores.value()[1].file, 6U);
  EXPECT_LT(scores.value()[1].score, scores.value()[0].score);
  EXPECT_EQ(search_titles(reader, corpus.table, {true, false}, terms, 1).value().size(), 1U);
}

}  // namespace
}  // namespace nacre::lexical
