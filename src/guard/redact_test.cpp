#include "guard/redact.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "guard/redact_samples.h"

namespace nacre::guard {
namespace {

// Secrets are put together here, so that none stands in this file.
std::string made(std::string_view line) {
  return SampleMaker(11).fill(line);
}

std::string secrets(std::string_view text) {
  return Redactor().redact(text).text;
}
std::string personal(std::string_view text) {
  return Redactor({.level = RedactionLevel::Personal}).redact(text).text;
}
std::string classic(std::string_view text) {
  return Redactor({.level = RedactionLevel::Classic}).redact(text).text;
}
std::string chinese(std::string_view text) {
  return Redactor({.language = PlaceholderLanguage::Chinese}).redact(text).text;
}

TEST(Redactor, LevelsHaveNamesThatParse) {
  for (const char* word : {"off", "secrets", "personal", "classic"}) {
    ASSERT_TRUE(parse_redaction_level(word));
    EXPECT_EQ(name(*parse_redaction_level(word)), word);
  }
  EXPECT_FALSE(parse_redaction_level("everything"));
}

TEST(Redactor, OffLeavesEverything) {
  const std::string text = made("password: hunter22, sk-{alnum:48}");
  EXPECT_EQ(Redactor({.level = RedactionLevel::Off}).redact(text).text, text);
}

TEST(Redactor, MasksProviderKeysByPrefix) {
  EXPECT_EQ(secrets(made("use ghp_{alnum:36} now")), "use [redacted:api-key] now");
  EXPECT_EQ(secrets(made("AKIA{upper:16}")), "[redacted:api-key]");
  EXPECT_EQ(secrets(made("AIza{word:35}")), "[redacted:api-key]");
  EXPECT_EQ(secrets(made("sk-ant-api03-{word:93}")), "[redacted:api-key]");
}

TEST(Redactor, AKeyWithTheWrongLengthOrWithoutChanceIsNone) {
  for (const std::string& text :
       {made("AKIA{upper:10}"), std::string("ghp_") + std::string(36, 'x'),
        std::string("sk-fading-circle-container-12"),
        std::string("npm_config_registry_of_the_user"),
        std::string("hf_hub_download_for_everybody_now")}) {
    EXPECT_EQ(secrets(text), text);
  }
}

TEST(Redactor, MasksTheSecretKeyBesideAnAwsIdentifier) {
  EXPECT_EQ(secrets(made("AKIA{upper:16},{b64:40}")), "[redacted:api-key]");
}

TEST(Redactor, MasksTokens) {
  EXPECT_EQ(secrets(made("令牌{jwt}过期")), "令牌[redacted:token]过期");
  EXPECT_EQ(secrets(made("Authorization: Bearer {alnum:40}")),
            "Authorization: Bearer [redacted:token]");
  EXPECT_EQ(secrets(made("{digits:10}:AA{word:33}")), "[redacted:token]");
  EXPECT_EQ(secrets(made("https://hooks.slack.com/services/T{upper:8}/B{upper:8}/{alnum:24}")),
            "https://hooks.slack.com/services/[redacted:token]");
}

TEST(Redactor, MasksBasicCredentialsAndNoIdeas) {
  EXPECT_EQ(secrets(made("Authorization: Basic {basic}")),
            "Authorization: Basic [redacted:password]");
  EXPECT_EQ(secrets("Basic ideas and Bearer bonds"), "Basic ideas and Bearer bonds");
}

TEST(Redactor, MasksPasswordsInEveryNotation) {
  EXPECT_EQ(secrets("password: hunter22"), "password: [redacted:password]");
  EXPECT_EQ(secrets("DB_PASSWORD=hunter"), "DB_PASSWORD=[redacted:password]");
  EXPECT_EQ(secrets(R"({"password":"p","pwd":"hunter22"})"),
            R"({"password":"p","pwd":"[redacted:password]"})");
  EXPECT_EQ(secrets("**Password:** hunter22"), "**Password:** [redacted:password]");
  EXPECT_EQ(secrets("| password | hunter22 |"), "| password | [redacted:password] |");
  EXPECT_EQ(secrets("<password>hunter22</password>"), "<password>[redacted:password]</password>");
  EXPECT_EQ(secrets("The password is hunter22."), "The password is [redacted:password].");
  EXPECT_EQ(secrets("mysql --password hunter22"), "mysql --password [redacted:password]");
  EXPECT_EQ(secrets("Password:\nhunter22\n"), "Password:\n[redacted:password]\n");
}

TEST(Redactor, MasksChinesePasswordsRightBesideOtherWords) {
  EXPECT_EQ(chinese("家里wifi密码：abc123在冰箱上"), "家里wifi密码：[密码已脱敏]在冰箱上");
  EXPECT_EQ(chinese("密码是123456。"), "密码是[密码已脱敏]。");
  EXPECT_EQ(chinese("口令 hunter22 今晚有效"), "口令 [密码已脱敏] 今晚有效");
  EXPECT_EQ(chinese("密码“hunter22”失效"), "密码“[密码已脱敏]”失效");
  EXPECT_EQ(chinese(made("密钥：{alnum:32}")), "密钥：[密钥已脱敏]");
}

TEST(Redactor, MasksPasswordsBehindVerbsAndWordsBetween) {
  EXPECT_EQ(secrets("Password is: Kd22xz98"), "Password is: [redacted:password]");
  EXPECT_EQ(secrets("wifi password for the cabin is Kd22xz98"),
            "wifi password for the cabin is [redacted:password]");
  EXPECT_EQ(secrets("password was changed to Kd22xz98."),
            "password was changed to [redacted:password].");
  EXPECT_EQ(chinese("新的登录密码是：Kd22xz98"), "新的登录密码是：[密码已脱敏]");
  EXPECT_EQ(chinese("密码改为 8391Kd22"), "密码改为 [密码已脱敏]");
  EXPECT_EQ(chinese("我的密码就是Kd22，记住"), "我的密码就是[密码已脱敏]，记住");
  EXPECT_EQ(chinese("帳號密碼：admin / Kd22xz98"), "帳號密碼：admin / [密码已脱敏]");
  EXPECT_EQ(chinese("密码是【Kd22xz98】"), "密码是【[密码已脱敏]】");
}

TEST(Redactor, WidthAndKindOfBlankDoNotMatterAndStayAsTheyAre) {
  EXPECT_EQ(chinese("密码：　Kd22xz98　完"), "密码：　[密码已脱敏]　完");
  EXPECT_EQ(chinese("密码：\u00A0Kd22xz98"), "密码：\u00A0[密码已脱敏]");
  EXPECT_EQ(chinese("ｐａｓｓｗｏｒｄ：ｈｕｎｔｅｒ２！ｘ９，ＯＫ"),
            "ｐａｓｓｗｏｒｄ：[密码已脱敏]，ＯＫ");
  EXPECT_EQ(chinese("卡号４１１１１１１１１１１１１１１１。"), "卡号[银行卡号已脱敏]。");
  EXPECT_EQ(chinese("身份证１１０１０５１９４９１２３１００２Ｘ"), "身份证[身份证号已脱敏]");
}

TEST(Redactor, RunsAreReadToTheirEndWhereverTheyStand) {
  for (std::size_t before = 0; before < 40; ++before) {
    const std::string text = std::string(before, '.') + made("ghp_{alnum:36}") + ",";
    EXPECT_EQ(secrets(text), std::string(before, '.') + "[redacted:api-key],");
  }
}

TEST(Redactor, ProseAndCodeAboutPasswordsStay) {
  for (const char* text :
       {"password policy: 12 characters", "token budget is 4000", "Password: required",
        "the password is case-sensitive", "密码：至少 12 位", "密码：8位以上", "令牌是 JWT 格式",
        "password = get_password()", "password: ${DB_PASSWORD}", "self.password = password",
        R"("password": {"type": "string"})", R"(input("Password: "))", "password: ********",
        "api_key: <your key>", "model id anthropic-large-3-2026 costs less",
        "next_page_token=CAUQAA1234xyz", "if password == expected_1:"}) {
    EXPECT_EQ(secrets(text), text);
  }
}

TEST(Redactor, MasksOnlyThePasswordOfAConnectionString) {
  EXPECT_EQ(secrets("postgres://app:s3cret@db:5432/x"),
            "postgres://app:[redacted:password]@db:5432/x");
  EXPECT_EQ(secrets("redis://:abc123@cache"), "redis://:[redacted:password]@cache");
  EXPECT_EQ(secrets("postgres://app:$PW@db/x https://host:8080/a@b"),
            "postgres://app:$PW@db/x https://host:8080/a@b");
}

TEST(Redactor, MasksPrivateKeyBlocksAndNoPublicOnes) {
  EXPECT_EQ(secrets(made("a\n{pem:RSA PRIVATE KEY}\nb")), "a\n[redacted:private-key]\nb");
  EXPECT_EQ(secrets(made("密钥{pem1:PRIVATE KEY}。")), "密钥[redacted:private-key]。");
  const std::string open = made("{pem:PUBLIC KEY}");
  EXPECT_EQ(secrets(open), open);
  const std::string prose = "between -----BEGIN PRIVATE KEY----- and -----END PRIVATE KEY-----";
  EXPECT_EQ(secrets(prose), prose);
}

TEST(Redactor, MasksAPrivateKeyWhoseEndIsMissing) {
  const std::string whole = made("{pem:EC PRIVATE KEY}");
  const std::string cut = whole.substr(0, whole.find("-----END")) + "\nNext paragraph.";
  EXPECT_EQ(secrets(cut), "[redacted:private-key]\n\nNext paragraph.");
}

TEST(Redactor, MasksCardsWithLuhnInUsualGroups) {
  EXPECT_EQ(secrets("card 4111 1111 1111 1111 exp 09/27"), "card [redacted:bank-card] exp 09/27");
  EXPECT_EQ(secrets("卡号4111111111111111。"), "卡号[redacted:bank-card]。");
  for (const char* text :
       {"4111 1111 1111 1112", "score 0.4111111111111111", "order_id: 4111111111111111",
        "2026021100001234567", "1771234567890123", "5224 5225 5226 5227 5228 5229"}) {
    EXPECT_EQ(secrets(text), text);
  }
}

TEST(Redactor, MasksIdentityNumbersWithChecksum) {
  EXPECT_EQ(secrets("身份证11010519491231002X已登记"), "身份证[redacted:identity-number]已登记");
  EXPECT_EQ(secrets("身份证110105194912310021"), "身份证110105194912310021");
}

TEST(Redactor, PhoneAndMailAreMaskedOnLevelPersonalOnly) {
  for (const char* text : {"电话 010-5550-0199 打了三次", "手机13800138000", "kai@example.com",
                           "+44 20 7946 0958", "(212) 555-0123"}) {
    EXPECT_EQ(secrets(text), text);
  }
  EXPECT_EQ(personal("电话 010-5550-0199 打了三次"), "电话 [redacted:phone] 打了三次");
  EXPECT_EQ(personal("手机13800138000，"), "手机[redacted:phone]，");
  EXPECT_EQ(personal("邮箱kai@example.com。"), "邮箱[redacted:email]。");
  EXPECT_EQ(personal("+44 20 7946 0958."), "[redacted:phone].");
  EXPECT_EQ(personal("(212) 555-0123"), "[redacted:phone]");
  EXPECT_EQ(personal("git@github.com:a/b.git at 2026-02-11T18:30:00+0800"),
            "git@github.com:a/b.git at 2026-02-11T18:30:00+0800");
}

TEST(Redactor, ClassicMasksFourPatternsWithItsOwnLabels) {
  EXPECT_EQ(classic("手机13800138000"), "手机[手机号已脱敏]");
  EXPECT_EQ(classic("身份证110105194912310021"), "身份证[身份证号已脱敏]");
  EXPECT_EQ(classic("卡4111111111111112"), "卡[银行卡号已脱敏]");
  EXPECT_EQ(classic("邮箱kai@example.com"), "邮箱[邮箱已脱敏]");
  EXPECT_EQ(classic("password: hunter22"), "password: hunter22");
}

TEST(Redactor, PlaceholdersAreNeverMasked) {
  for (const char* text :
       {"the word [redacted:api-key] appears in our docs", "password: [redacted:password]",
        "[redacted:token]: abcd1234efgh", "[密码已脱敏]：abc123xyz", "密码：[密码已脱敏]"}) {
    EXPECT_EQ(personal(text), text);
  }
}

TEST(Redactor, HashesIdentifiersVersionsAndTimesStay) {
  for (const std::string& text :
       {made("commit {sha1}"), made("uuid {uuid}"), made("sha256:{sha256}"), made("v{version}"),
        made("order {order}"), made("{iso} {ts13} {ts19}"), made("data:image/png;base64,{b64:400}"),
        made("<!-- id: {b32id} -->")}) {
    EXPECT_EQ(personal(text), text);
  }
}

TEST(Redactor, FindingsNameKindAndPlaceInTheOriginal) {
  const std::string text = "密码：hunter22 and 4111111111111111";
  const auto findings = Redactor().find(text);
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].kind, SecretKind::Password);
  EXPECT_EQ(text.substr(findings[0].begin, findings[0].end - findings[0].begin), "hunter22");
  EXPECT_EQ(findings[1].kind, SecretKind::BankCard);
  EXPECT_EQ(count_by_kind(findings),
            (FindingCounts{{SecretKind::Password, 1}, {SecretKind::BankCard, 1}}));
}

TEST(Redactor, MaskingCanKeepTheNumberOfEveryLine) {
  const Redactor redactor;
  const std::string text = made("one\n{pem:RSA PRIVATE KEY}\nlast");
  const std::string masked = redactor.mask(text, LineEnds::Keep).value().text;
  EXPECT_EQ(std::count(masked.begin(), masked.end(), '\n'),
            std::count(text.begin(), text.end(), '\n'));
  EXPECT_TRUE(masked.ends_with("\nlast"));
  EXPECT_EQ(masked.find("PRIVATE KEY---"), std::string::npos);
}

TEST(Redactor, IdentityTellsLevelsAndLanguagesApart) {
  const std::array<Redactor, 4> redactors = {Redactor({.level = RedactionLevel::Off}), Redactor(),
                                             Redactor({.language = PlaceholderLanguage::Chinese}),
                                             Redactor({.level = RedactionLevel::Personal})};
  for (std::size_t i = 0; i < redactors.size(); ++i) {
    for (std::size_t j = 0; j < redactors.size(); ++j) {
      EXPECT_EQ(redactors[i].identity() == redactors[j].identity(), i == j);
    }
  }
}

TEST(Redactor, EscapesOfJsonAndUrlsDoNotHideAKey) {
  EXPECT_EQ(secrets(made(R"("out\nghp_{alnum:36}")")), R"("out\n[redacted:api-key]")");
  EXPECT_EQ(secrets(made("?a%3Dghp_{alnum:36}")), "?a%3D[redacted:api-key]");
  EXPECT_EQ(secrets(R"({\"password\":\"hunter22\"})"), R"({\"password\":\"[redacted:password]\"})");
}

}  // namespace
}  // namespace nacre::guard
