// What the real tables know. Skipped where they have not been made (scripts/static-space).
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "embed/nearest_words.h"
#include "embed/static_embedder.h"
#include "embed/static_files.h"

namespace nacre::embed {
namespace {

using Pairs = std::vector<std::pair<std::string, std::string>>;

const Pairs kSynonyms = {{"计算机", "电脑"}, {"工资", "薪水"}, {"疾病", "病症"}, {"医生", "大夫"},
                         {"高兴", "快乐"},   {"汽车", "轿车"}, {"房子", "房屋"}, {"父亲", "爸爸"},
                         {"母亲", "妈妈"},   {"开始", "起始"}, {"美丽", "漂亮"}, {"价格", "价钱"},
                         {"互联网", "网络"}, {"老师", "教师"}, {"旅行", "旅游"}, {"飞机", "航班"},
                         {"错误", "差错"},   {"会议", "开会"}, {"考试", "测验"}, {"软件", "程序"}};

const Pairs kTranslations = {{"computer", "电脑"}, {"medicine", "药"},     {"salary", "工资"},
                             {"doctor", "医生"},   {"database", "数据库"}, {"beach", "海滩"},
                             {"birthday", "生日"}, {"airport", "机场"},    {"password", "密码"},
                             {"allergy", "过敏"}};

class StaticSpaceFull : public testing::Test {
 protected:
  void SetUp() override {
    const auto files = fs::make_real_file_system();
    const StaticFiles found =
        find_static_files(*files, {.data_dir = std::string(NACRE_TEST_STATIC_SPACE)});
    if (!found.english || !found.chinese) GTEST_SKIP() << found.missing();
    auto space = StaticSpace::open(found);
    ASSERT_TRUE(space.ok()) << space.error().message;
    space_ = std::move(space.value());
  }

  double cosine(const std::string& a, const std::string& b) {
    StaticEmbedder embedder(*space_);
    const auto x = embedder.embed(a), y = embedder.embed(b);
    EXPECT_TRUE(x && y) << a << " " << b;
    if (!x || !y) return 0;
    return static_cast<double>(std::inner_product(x->begin(), x->end(), y->begin(), 0.0F));
  }

  double mean(const Pairs& pairs) {
    double sum = 0;
    for (const auto& [a, b] : pairs) sum += cosine(a, b);
    return sum / static_cast<double>(pairs.size());
  }

  std::optional<StaticSpace> space_;
};

TEST_F(StaticSpaceFull, IsWhole) {
  EXPECT_TRUE(space_->english()->verify().ok());
  EXPECT_TRUE(space_->chinese()->verify().ok());
}

TEST_F(StaticSpaceFull, PutsSynonymsNearAndUnrelatedWordsApart) {
  const double synonyms = mean(kSynonyms);
  Pairs unrelated;
  for (std::size_t i = 0; i < kSynonyms.size(); ++i) {
    for (const std::size_t step : {3U, 7U, 11U}) {
      unrelated.emplace_back(kSynonyms[i].first, kSynonyms[(i + step) % kSynonyms.size()].second);
    }
  }
  const double apart = mean(unrelated);
  RecordProperty("synonyms", std::to_string(synonyms));
  RecordProperty("unrelated", std::to_string(apart));
  std::printf("mean cosine of synonyms %.3f, of unrelated words %.3f\n", synonyms, apart);
  EXPECT_GT(synonyms, 0.70);
  EXPECT_LT(apart, 0.15);
}

TEST_F(StaticSpaceFull, PutsTranslationsNear) {
  const double translations = mean(kTranslations);
  std::printf("mean cosine of translations %.3f\n", translations);
  EXPECT_GT(translations, 0.75);
}

TEST_F(StaticSpaceFull, PutsSentencesOfOneMeaningNearAcrossLanguages) {
  const std::string prescribed = "my doctor prescribed medicine";
  EXPECT_GT(cosine(prescribed, "the physician gave me drugs"),
            cosine(prescribed, "we drove a car to the beach") + 0.3);
  EXPECT_GT(cosine(prescribed, "医生给我开了药"), cosine(prescribed, "我们开车去海边") + 0.3);
}

TEST_F(StaticSpaceFull, KnowsTheNeighboursOfAWord) {
  const std::vector<std::string> asked = {"电脑", "doctor"};
  const auto near = nearest_words(*space_, asked, {.words_max = 20});
  const auto has = [&](std::size_t i, std::string_view word) {
    return std::ranges::find(near[i], word, &NearWord::word) != near[i].end();
  };
  EXPECT_TRUE(has(0, "计算机"));
  EXPECT_TRUE(has(0, "computer"));
  EXPECT_TRUE(has(1, "physician"));
  EXPECT_TRUE(has(1, "医生"));
}

}  // namespace
}  // namespace nacre::embed
