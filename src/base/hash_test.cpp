#include "base/hash.h"

#include <gtest/gtest.h>

#include <random>

namespace nacre::base {
namespace {

std::span<const std::uint8_t> bytes_of(std::string_view text) {
  return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

TEST(Sha256, MatchesTheStandardsExamples) {
  EXPECT_EQ(hex(sha256("")), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(hex(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")),
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
  EXPECT_EQ(hex(sha256(std::string(1'000'000, 'a'))),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

TEST(Sha256Property, DoesNotDependOnHowTheBytesArrive) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::string text(random() % 500, '\0');
    for (char& c : text) c = static_cast<char>(random());
    Sha256Hasher hasher;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t length = random() % 90;
      hasher.update(std::string_view(text).substr(begin, length));
      begin += length;
    }
    ASSERT_EQ(hasher.finish(), sha256(text));
  }
}

TEST(Base32, MatchesTheStandardsExamples) {
  EXPECT_EQ(base32(bytes_of(""), 99), "");
  EXPECT_EQ(base32(bytes_of("f"), 99), "my");
  EXPECT_EQ(base32(bytes_of("fo"), 99), "mzxq");
  EXPECT_EQ(base32(bytes_of("foo"), 99), "mzxw6");
  EXPECT_EQ(base32(bytes_of("foob"), 99), "mzxw6yq");
  EXPECT_EQ(base32(bytes_of("fooba"), 99), "mzxw6ytb");
  EXPECT_EQ(base32(bytes_of("foobar"), 99), "mzxw6ytboi");
}

TEST(Base32, IsCutWhereAsked) {
  EXPECT_EQ(base32(bytes_of("foobar"), 3), "mzx");
  EXPECT_EQ(base32(bytes_of("foobar"), 0), "");
  EXPECT_EQ(base32(sha256("x"), 26).size(), 26U);
}

TEST(EntryId, HashesPathTextAndTimeApart) {
  const std::string id = entry_id("memory/a.md", "text", "2026-02-09T10:00:00Z");
  EXPECT_EQ(id.size(), 26U);
  EXPECT_EQ(id, entry_id("memory/a.md", "text", "2026-02-09T10:00:00Z"));
  // printf 'a\0b\0c' | sha256sum, in base32.
  EXPECT_EQ(entry_id("a", "b", "c"), base32(sha256({"a\0b\0c", 5}), 26));
  EXPECT_NE(entry_id("ab", "c", ""), entry_id("a", "bc", ""));
}

TEST(FastHash, SeesEveryByte) {
  EXPECT_EQ(fast_hash("memory"), fast_hash("memory"));
  EXPECT_NE(fast_hash("memory"), fast_hash("memorz"));
  EXPECT_NE(fast_hash({"\0", 1}), fast_hash(""));
}

TEST(Hex, IsLowerCase) {
  const std::array<std::uint8_t, 3> bytes = {0x00, 0xab, 0xff};
  EXPECT_EQ(hex(bytes), "00abff");
}

}  // namespace
}  // namespace nacre::base
