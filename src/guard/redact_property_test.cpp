// Properties of the redactor on texts put together from what its patterns look
// for, so that pieces meet in every order.

#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <string>
#include <vector>

#include "guard/redact.h"
#include "guard/redact_samples.h"
#include "text/utf8.h"

namespace nacre::guard {
namespace {

constexpr const char* kPieces[] = {"password",
                                   "密码",
                                   "口令",
                                   "token",
                                   "api_key",
                                   "secret",
                                   ":",
                                   "：",
                                   "=",
                                   " is ",
                                   "是",
                                   " ",
                                   "\n",
                                   "\"",
                                   "'",
                                   "`",
                                   "**",
                                   "|",
                                   "hunter22",
                                   "abc",
                                   "123456",
                                   "{pw}",
                                   "{card4}",
                                   "{card}",
                                   "{id}",
                                   "{jwt}",
                                   "{mobile}",
                                   "{email}",
                                   "{landline}",
                                   "ghp_{alnum:36}",
                                   "sk-{alnum:48}",
                                   "Bearer ",
                                   "Basic ",
                                   "{basic}",
                                   "postgres://u:",
                                   "@host",
                                   "://",
                                   "--password ",
                                   "-----BEGIN RSA PRIVATE KEY-----",
                                   "-----END RSA PRIVATE KEY-----",
                                   "{b64:64}",
                                   "[redacted:token]",
                                   "[密码已脱敏]",
                                   "[redacted:",
                                   "]",
                                   "(",
                                   ")",
                                   "（",
                                   "）",
                                   "+86",
                                   ",",
                                   "。",
                                   "é",
                                   "🔑",
                                   "\\n",
                                   "%3D",
                                   "{digits:4}",
                                   "-",
                                   "_",
                                   ".",
                                   "<password>",
                                   "</password>",
                                   "X",
                                   "AKIA{upper:16}",
                                   "{b64:40}",
                                   "&",
                                   ";",
                                   "改为",
                                   "就是",
                                   "了",
                                   " for the cabin",
                                   " changed to ",
                                   "账号密码",
                                   "\u3000",
                                   "\u00A0",
                                   "\u200B",
                                   "\t",
                                   "ｐａｓｓｗｏｒｄ",
                                   "！",
                                   "＝",
                                   "{wide:pw}",
                                   "{wide:card}",
                                   "{wide:id}"};

std::string random_text(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string line;
  const std::size_t pieces = 1 + random() % 14;
  for (std::size_t i = 0; i < pieces; ++i) line += kPieces[random() % std::size(kPieces)];
  return SampleMaker(seed).fill(line);
}

std::vector<Redactor> redactors() {
  std::vector<Redactor> all;
  for (const RedactionLevel level :
       {RedactionLevel::Secrets, RedactionLevel::Personal, RedactionLevel::Classic}) {
    for (const PlaceholderLanguage language :
         {PlaceholderLanguage::English, PlaceholderLanguage::Chinese}) {
      all.push_back(Redactor({.level = level, .language = language}));
    }
  }
  return all;
}

TEST(RedactorProperty, MaskedTextIsValidBoundedAndStaysAsItIs) {
  for (const Redactor& redactor : redactors()) {
    for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
      const std::string text = random_text(seed);
      const Redacted once = redactor.redact(text);
      SCOPED_TRACE(redactor.identity() + " seed " + std::to_string(seed) + ": " + text);
      std::size_t at = 0;
      for (const Finding& finding : once.findings) {
        ASSERT_LE(at, finding.begin);
        ASSERT_LT(finding.begin, finding.end);
        ASSERT_LE(finding.end, text.size());
        ASSERT_EQ(text::utf8::floor_boundary(text, finding.begin), finding.begin);
        ASSERT_EQ(text::utf8::floor_boundary(text, finding.end), finding.end);
        at = finding.end;
      }
      ASSERT_TRUE(text::utf8::is_valid(once.text));
      ASSERT_LE(once.text.size(), text.size() * Redactor::kGrowthMax + 32);
      ASSERT_EQ(redactor.redact(once.text).text, once.text);
    }
  }
}

double seconds_for(const std::string& text) {
  const Redactor redactor({.level = RedactionLevel::Personal});
  const std::clock_t start = std::clock();
  const auto findings = redactor.find(text);
  EXPECT_LE(findings.size(), text.size());
  return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
}

// Half a megabyte of each costs well under a second; anything quadratic would
// take minutes. The bound is wide because sanitizers and busy machines are slow.
TEST(RedactorProperty, TimeIsLinearOnHostileTexts) {
  for (const char* piece : {"token:",
                            "password=",
                            "-----BEGIN RSA PRIVATE KEY-----",
                            "-----BEGIN PRIVATE KEY-----: \n",
                            "://",
                            "a://b:",
                            "@",
                            "a@b.",
                            "eyJa.",
                            "sk-",
                            "1",
                            "1 ",
                            "1-",
                            "+1 ",
                            "(",
                            "密码",
                            "密码是",
                            "[",
                            "[redacted:",
                            "是",
                            "\"password\":\"",
                            "Bearer a",
                            "--password ",
                            "ghp_",
                            "-----END PRIVATE KEY-----",
                            "((((",
                            "password (",
                            "\\\"",
                            "**",
                            "4111 ",
                            "密码改",
                            "是 ",
                            "改为 ",
                            "is to ",
                            "password for the ",
                            "password for a: ",
                            "ｐ",
                            "\u3000",
                            "，",
                            "账号密码：a / "}) {
    std::string text;
    while (text.size() < (std::size_t{1} << 19)) text += piece;
    EXPECT_LT(seconds_for(text), 10.0) << piece;
  }
}

}  // namespace
}  // namespace nacre::guard
