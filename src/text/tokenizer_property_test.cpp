#include <gtest/gtest.h>
#include <unicode/normalizer2.h>

#include <algorithm>
#include <random>
#include <string>

#include "text/fold.h"
#include "text/random_text.h"
#include "text/tokenizer.h"

namespace nacre::text {
namespace {

std::vector<std::string> terms(Tokenizer& tokenizer, std::string_view text) {
  std::vector<std::string> out;
  for (Token& token : tokenizer.tokens(text)) out.push_back(std::move(token.term));
  return out;
}

std::string normalized(const icu::Normalizer2* form, const std::string& text) {
  UErrorCode status = U_ZERO_ERROR;
  std::string out;
  form->normalize(icu::UnicodeString::fromUTF8(text), status).toUTF8String(out);
  EXPECT_TRUE(U_SUCCESS(status));
  return out;
}

char32_t random_unspaced(std::mt19937_64& random, int script) {
  switch (script) {
    case 0:
      return random() % 2 ? 0x4E00 + static_cast<char32_t>(random() % 20'000)
                          : 0x3042 + static_cast<char32_t>(random() % 80);
    case 1:
      return 0xAC00 + static_cast<char32_t>(random() % 11'172);
    default:
      return 0xE01 + static_cast<char32_t>(random() % 46);
  }
}

// Whether the terms of `query` stand in `text` side by side, as a phrase search asks.
bool finds(const std::vector<Token>& text, const std::vector<Token>& query) {
  const bool single = query.size() == 1;
  const TokenKind kind = single ? TokenKind::Character : TokenKind::Bigram;
  std::vector<std::string> wanted, there;
  for (const Token& token : query) {
    if (token.kind == kind) wanted.push_back(token.term);
  }
  for (const Token& token : text) {
    if (token.kind == kind) there.push_back(token.term);
  }
  return std::search(there.begin(), there.end(), wanted.begin(), wanted.end()) != there.end();
}

TEST(TokenizerProperty, FindsEverySubstringOfARun) {
  Tokenizer tokenizer;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string run;
    const int script = static_cast<int>(random() % 3);
    for (std::size_t i = 1 + random() % 12; i > 0; --i) {
      utf8::append(run, random_unspaced(random, script));
    }
    const std::string around = random_text(random, 6);
    const std::vector<Token> text = tokenizer.tokens(around + " " + run + "。" + around);
    const std::size_t begin = utf8::floor_boundary(run, random() % run.size());
    const std::size_t end = utf8::ceil_boundary(run, begin + 1 + random() % (run.size() - begin));
    const std::string query = run.substr(begin, end - begin);
    ASSERT_TRUE(finds(text, tokenizer.tokens(query))) << run << " / " << query;
  }
}

TEST(TokenizerProperty, GivesTheSameTermsForEverySpelling) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* nfc = icu::Normalizer2::getNFCInstance(status);
  const icu::Normalizer2* nfd = icu::Normalizer2::getNFDInstance(status);
  ASSERT_TRUE(U_SUCCESS(status));
  Tokenizer tokenizer;
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text = random_text(random, 40);
    const std::vector<std::string> expected = terms(tokenizer, text);
    ASSERT_EQ(terms(tokenizer, normalized(nfc, text)), expected) << text;
    ASSERT_EQ(terms(tokenizer, normalized(nfd, text)), expected) << text;
    // Folding loses capitals, and with them the humps of camelCase.
    const std::string folded = fold_text(text);
    ASSERT_EQ(terms(tokenizer, fold_text(folded)), terms(tokenizer, folded));
  }
}

TEST(TokenizerProperty, GivesTheSameTermsForBothFormsOfHan) {
  Tokenizer tokenizer;
  for (char32_t c = 0x4E00; c < 0x9FA6; ++c) {
    std::string text;
    utf8::append(text, c);
    ASSERT_EQ(terms(tokenizer, text), terms(tokenizer, fold_text(text)));
  }
}

TEST(TokenizerProperty, GivesTheSameTermsInFullWidth) {
  Tokenizer tokenizer;
  for (std::uint64_t seed = 0; seed < 3000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string half, full;
    for (std::size_t i = random() % 30; i > 0; --i) {
      const char32_t c = U'!' + static_cast<char32_t>(random() % 94);
      utf8::append(half, c);
      utf8::append(full, c + 0xFEE0);
    }
    ASSERT_EQ(terms(tokenizer, full), terms(tokenizer, half)) << half;
  }
}

TEST(TokenizerProperty, KeepsItsPromisesForEveryText) {
  Tokenizer tokenizer;
  for (std::uint64_t seed = 0; seed < 10'000; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    const std::string text = random_text(random, 60);
    std::uint32_t begin = 0;
    for (const Token& token : tokenizer.tokens(text)) {
      ASSERT_FALSE(token.term.empty());
      ASSERT_LE(token.term.size(), kTermBytesMax);
      ASSERT_TRUE(utf8::is_valid(token.term));
      ASSERT_GE(token.begin, begin);
      ASSERT_GT(token.end, token.begin);
      ASSERT_LE(token.end, text.size());
      ASSERT_EQ(utf8::floor_boundary(text, token.begin), token.begin);
      ASSERT_EQ(utf8::floor_boundary(text, token.end), token.end);
      begin = token.begin;
    }
  }
}

TEST(TokenizerProperty, DoesNotDependOnWhereALongTextIsCut) {
  Tokenizer tokenizer;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text;
    std::vector<std::string> expected;
    while (text.size() < 100'000) {
      const std::string word = random_text(random, 20) + "\n";
      for (std::string& term : terms(tokenizer, word)) expected.push_back(std::move(term));
      text += word;
    }
    ASSERT_EQ(terms(tokenizer, text), expected);
  }
}

}  // namespace
}  // namespace nacre::text
