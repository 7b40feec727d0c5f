#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "recall/diversity.h"
#include "recall/test_workspace.h"
#include "text/utf8.h"

namespace nacre::recall {
namespace {

constexpr std::array<std::string_view, 24> kWords = {
    "kettle", "violet",  "market", "harbour", "invoice", "Nginx",  "snake_case", "v2.2.0",
    "熔断器", "柠檬树",  "签证",   "預約",    "图书馆",  "계약서", "우산을",     "ケーキ",
    "the",    "decided", "の",     "的",      "昨天",    "90天",   "café",       "ＡＰＩ",
};

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  std::size_t below(std::size_t bound) { return engine_() % bound; }
  std::string word() { return std::string(kWords[below(kWords.size())]); }
  std::string sentence() {
    std::string out;
    for (std::size_t i = 0; i < 2 + below(12); ++i) {
      out += word();
      if (below(3) != 0) out += ' ';
    }
    return out + (below(2) == 0 ? ".\n" : "。\n");
  }
  std::string text() {
    std::string out;
    for (std::size_t i = 0; i < 1 + below(5); ++i) {
      if (below(5) == 0) out += "\n## " + word() + "\n\n";
      out += (below(2) == 0 ? "- " : "") + sentence();
    }
    return out;
  }
  std::string query() {
    std::string out;
    for (std::size_t i = 0; i < 1 + below(4); ++i) out += (i > 0 ? " " : "") + word();
    return out;
  }
  std::mt19937_64& engine() { return engine_; }

 private:
  std::mt19937_64 engine_;
};

TestWorkspace::Files random_files(Random& random, std::size_t count) {
  TestWorkspace::Files files;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string number = std::to_string(10 + i);
    const std::string path =
        random.below(2) == 0 ? "memory/2026-01-" + number + ".md" : "memory/note-" + number + ".md";
    files.emplace_back(path, random.text());
  }
  files.emplace_back("MEMORY.md", random.text());
  return files;
}

TEST(RecallProperty, GivesScoresInRangeThatNeverRise) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    TestWorkspace notes;
    notes.add(random_files(random, 15));
    RecallRequest request;
    request.all = true;
    for (int i = 0; i < 4; ++i) {
      request.query = random.query();
      double last = 1;
      for (const RecallHit& hit : notes.ask(request).results) {
        ASSERT_GT(hit.score, 0) << request.query;
        ASSERT_LE(hit.score, last) << request.query;
        ASSERT_LE(hit.start_line, hit.line);
        ASSERT_LE(hit.line, hit.end_line);
        ASSERT_TRUE(text::utf8::is_valid(hit.snippet));
        for (const auto& [begin, end] : hit.marks) {
          ASSERT_LT(begin, end);
          ASSERT_LE(end, hit.snippet.size());
        }
        last = hit.score;
      }
    }
  }
}

TEST(RecallProperty, MakesAShorterListAPrefixOfALongerOne) {
  for (std::uint64_t seed = 100; seed < 130; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    TestWorkspace notes;
    notes.add(random_files(random, 20));
    RecallRequest request;
    request.query = random.query();
    request.limit = 40;
    const RecallAnswer all = notes.ask(request);
    for (const std::uint32_t limit : {1U, 2U, 3U, 7U, 20U}) {
      request.limit = limit;
      RecallAnswer some = notes.ask(request);
      ASSERT_EQ(some.results.size(), std::min<std::size_t>(limit, all.results.size()));
      RecallAnswer head = all;
      head.results.resize(some.results.size());
      ASSERT_EQ(dump(some), dump(head));
    }
  }
}

TEST(RecallProperty, DoesNotDependOnTheOrderOfIndexing) {
  for (std::uint64_t seed = 200; seed < 230; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    TestWorkspace::Files files = random_files(random, 12);
    files.emplace_back("memory/same-b.md", files[0].second);
    files.emplace_back("memory/same-a.md", files[0].second);
    TestWorkspace forward, shuffled;
    forward.add(files);
    std::shuffle(files.begin(), files.end(), random.engine());
    for (const auto& file : files) shuffled.add({file});
    RecallRequest request;
    request.all = true;
    for (int i = 0; i < 4; ++i) {
      request.query = random.query();
      ASSERT_EQ(dump(forward.ask(request)), dump(shuffled.ask(request))) << request.query;
    }
  }
}

TEST(RecallProperty, ShowsAGroupNothingOfPrivateEdits) {
  for (std::uint64_t seed = 300; seed < 340; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    TestWorkspace notes;
    TestWorkspace::Files files = random_files(random, 8);
    for (int i = 0; i < 4; ++i) {
      files.emplace_back("projects/p" + std::to_string(i) + "/memory.md", random.text());
    }
    notes.add(files);
    std::vector<RecallRequest> requests;
    for (const std::string& query :
         {random.query(), random.query() + " yesterday", "\"" + random.query() + "\"",
          std::string("layer:project"), std::string("ettl"), random.query() + " -violet"}) {
      RecallRequest& request = requests.emplace_back();
      request.query = query;
      request.all = true;
      request.scope.context = ContextKind::Group;
    }
    std::vector<std::string> before;
    for (const RecallRequest& request : requests) before.push_back(dump(notes.ask(request)));

    for (int edit = 0; edit < 4; ++edit) {
      if (random.below(3) == 0) {
        notes.add({{"memory/new-" + std::to_string(edit) + ".md", random.text()}});
      } else if (random.below(2) == 0) {
        notes.add({{files[random.below(9)].first, random.text()}});
      } else {
        // Not indexed yet: not even that may show.
        notes.source.write(files[random.below(9)].first, random.text());
      }
    }
    for (std::size_t i = 0; i < requests.size(); ++i) {
      ASSERT_EQ(dump(notes.ask(requests[i])), before[i]) << requests[i].query;
    }
  }
}

TEST(RecallProperty, FindsEverySubstring) {
  for (std::uint64_t seed = 400; seed < 440; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    TestWorkspace notes;
    TestWorkspace::Files files = random_files(random, 6);
    std::string line;
    // Spaced scripts keep their spaces: a word that occurs elsewhere hides the
    // same letters inside of a longer word.
    const auto spaced = [](const std::string& word) {
      return static_cast<unsigned char>(word[0]) < 0xE0 || word == "ＡＰＩ";
    };
    for (int i = 0; i < 8; ++i) {
      const std::string word = random.word();
      if (!line.empty() && (spaced(word) || random.below(2) == 0)) line += " ";
      line += word + (spaced(word) ? " " : "");
    }
    files.emplace_back("memory/wanted.md", line + "\n");
    notes.add(files);

    std::vector<std::size_t> starts;
    for (std::size_t offset = 0; offset < line.size(); text::utf8::next(line, offset)) {
      starts.push_back(offset);
    }
    for (int i = 0; i < 12; ++i) {
      const std::size_t from = random.below(starts.size());
      const std::size_t to = std::min(from + 1 + random.below(12), starts.size());
      const std::size_t end = to == starts.size() ? line.size() : starts[to];
      RecallRequest request;
      request.query = line.substr(starts[from], end - starts[from]);
      request.all = true;
      const bool words = request.query.find_first_not_of(" .") != std::string::npos;
      if (!words) continue;
      const auto paths = TestWorkspace::paths_of(notes.ask(request));
      ASSERT_NE(std::find(paths.begin(), paths.end(), "memory/wanted.md"), paths.end())
          << "'" << request.query << "' in " << line;
    }
  }
}

TEST(Sketch, MeasuresLikeness) {
  const Sketch a("the violet kettle stands left"), b("The violet kettle stands left!");
  EXPECT_EQ(a.similarity(b), 1);
  EXPECT_EQ(a.similarity(Sketch("something else entirely")), 0);
  EXPECT_NEAR(Sketch("one two three four").similarity(Sketch("one two three five")), 3.0 / 5, 1e-9);
  EXPECT_EQ(Sketch("柠檬树换了盆").similarity(Sketch("柠檬树换了盆")), 1);
}

TEST(Diversity, MovesARepetitionBehindAnotherThought) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "The violet kettle stands on the left shelf.\n"},
             {"memory/b.md", "The violet kettle stands on the left shelf.\n"},
             {"memory/c.md", "A violet kettle was descaled with vinegar today again.\n"}});
  EXPECT_EQ(notes.paths("violet kettle"),
            (std::vector<std::string>{"memory/a.md", "memory/c.md", "memory/b.md"}));
  notes.options.ranking.mmr = false;
  EXPECT_EQ(notes.paths("violet kettle"),
            (std::vector<std::string>{"memory/a.md", "memory/b.md", "memory/c.md"}));
}

TEST(Denial, IsAnAnswerThatDependsOnPolicyAlone) {
  TestWorkspace notes;
  notes.add({{"memory/a.md", "violet kettle\n"}});
  RecallRequest request;
  request.query = "kettle";
  request.scope.context = ContextKind::Shared;
  const RecallAnswer answer = notes.ask(request);
  EXPECT_TRUE(answer.denied);
  EXPECT_TRUE(answer.results.empty());
  EXPECT_FALSE(answer.reason.empty());
  EXPECT_TRUE(answer.rewritten.terms.empty());
}

}  // namespace
}  // namespace nacre::recall
