// How well the redactor judges, measured on the labelled corpus of
// tests/redaction. The bounds are promises of docs/privacy.md.

#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <map>
#include <set>

#include "guard/redact.h"
#include "guard/redact_samples.h"

namespace nacre::guard {
namespace {

constexpr std::uint64_t kSamplesOfALine = 8;
constexpr std::uint64_t kNegativeSamplesOfALine = 48;
constexpr double kMissedMax = 0.01;
constexpr double kFalseAlarmsMax = 0.001;
constexpr std::size_t kPositivesMin = 1'500;
constexpr std::size_t kTokensMin = 60'000;

const Redactor kPersonal({.level = RedactionLevel::Personal});

// Words between blanks, and each character of a script that writes none.
std::size_t count_tokens(std::string_view text) {
  std::size_t tokens = 0;
  bool in_word = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x80) {
      tokens += byte >= 0xE0 ? 1 : 0;
      in_word = false;
    } else if (!in_word) {
      in_word = true;
      ++tokens;
    }
  }
  return tokens;
}

struct Judged {
  std::size_t positives = 0, missed = 0, wrong_kind = 0, outside = 0;
};

bool covers(const Finding& finding, const Sample& sample) {
  return finding.begin <= sample.begin && finding.end >= sample.end;
}

Judged judge_positives(std::map<std::string, std::array<std::size_t, 2>>& by_kind) {
  Judged judged;
  std::uint64_t seed = 0;
  for (const CorpusLine& line : read_corpus("positives.jsonl")) {
    for (std::uint64_t i = 0; i < kSamplesOfALine; ++i) {
      const Sample sample = SampleMaker(++seed).sample(line.kind, line.text);
      ++judged.positives;
      auto& [all, missed] = by_kind[line.kind];
      ++all;
      bool covered = false;
      for (const Finding& finding : kPersonal.find(sample.text)) {
        if (covers(finding, sample)) {
          covered = true;
          if (name(finding.kind) != line.kind) ++judged.wrong_kind;
        }
        if (finding.begin < sample.begin || finding.end > sample.end) ++judged.outside;
      }
      if (covered) continue;
      ++judged.missed;
      ++missed;
      if (judged.missed <= 40) {
        std::printf("missed (%s): %s\n", line.kind.c_str(), sample.text.c_str());
      }
    }
  }
  return judged;
}

TEST(RedactCorpus, MissesAtMostOneSecretInAHundred) {
  std::map<std::string, std::array<std::size_t, 2>> by_kind;
  const Judged judged = judge_positives(by_kind);
  for (const auto& [kind, counts] : by_kind) {
    std::printf("%-16s %5zu positives, %zu missed\n", kind.c_str(), counts[0], counts[1]);
    EXPECT_GE(counts[0], 70U) << kind;
  }
  std::printf("all              %5zu positives, %zu missed, %zu of another kind, %zu too wide\n",
              judged.positives, judged.missed, judged.wrong_kind, judged.outside);
  EXPECT_GE(judged.positives, kPositivesMin);
  const auto positives = static_cast<double>(judged.positives);
  EXPECT_LE(static_cast<double>(judged.missed) / positives, kMissedMax);
  EXPECT_LE(static_cast<double>(judged.wrong_kind) / positives, kMissedMax);
  EXPECT_LE(static_cast<double>(judged.outside) / positives, kMissedMax);
}

TEST(RedactCorpus, RaisesAtMostOneFalseAlarmInAThousandTokens) {
  std::size_t tokens = 0, alarms = 0;
  for (const char* name : {"negatives-en.jsonl", "negatives-zh.jsonl", "negatives-code.jsonl",
                           "negatives-logs.jsonl"}) {
    std::set<std::string> seen;  // A line without slots counts once.
    std::size_t of_file = 0, alarms_of_file = 0;
    std::uint64_t seed = 0;
    for (const CorpusLine& line : read_corpus(name)) {
      for (std::uint64_t i = 0; i < kNegativeSamplesOfALine; ++i) {
        const std::string text = SampleMaker(++seed).fill(line.text);
        if (!seen.insert(text).second) continue;
        of_file += count_tokens(text);
        for (const Finding& finding : kPersonal.find(text)) {
          const std::string part = text.substr(finding.begin, finding.end - finding.begin);
          alarms_of_file += count_tokens(part);
          std::printf("false alarm '%s' in: %s\n", part.c_str(), text.c_str());
        }
      }
    }
    std::printf("%-22s %6zu tokens, %zu false alarms\n", name, of_file, alarms_of_file);
    tokens += of_file;
    alarms += alarms_of_file;
  }
  std::printf("all                    %6zu tokens, %zu false alarms\n", tokens, alarms);
  EXPECT_GE(tokens, kTokensMin);
  EXPECT_LE(static_cast<double>(alarms) / static_cast<double>(tokens), kFalseAlarmsMax);
}

TEST(RedactCorpus, MaskingAMaskedTextChangesNothing) {
  for (const PlaceholderLanguage language :
       {PlaceholderLanguage::English, PlaceholderLanguage::Chinese}) {
    const Redactor redactor({.level = RedactionLevel::Personal, .language = language});
    for (const CorpusLine& line : read_corpus("positives.jsonl")) {
      const std::string text = SampleMaker(3).sample(line.kind, line.text).text;
      const std::string once = redactor.redact(text).text;
      EXPECT_EQ(redactor.redact(once).text, once);
    }
  }
}

}  // namespace
}  // namespace nacre::guard
