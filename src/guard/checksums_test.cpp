#include "guard/checksums.h"

#include <gtest/gtest.h>

#include <string>

namespace nacre::guard {
namespace {

TEST(Checksums, LuhnFindsEveryChangedDigit) {
  const std::string number = "4539578763621486";
  ASSERT_TRUE(luhn_holds(number));
  for (std::size_t i = 0; i < number.size(); ++i) {
    for (char digit = '0'; digit <= '9'; ++digit) {
      std::string changed = number;
      changed[i] = digit;
      EXPECT_EQ(luhn_holds(changed), digit == number[i]);
    }
  }
  EXPECT_FALSE(luhn_holds(""));
}

TEST(Checksums, ACardNeedsAnIssuerALengthAndLuhn) {
  EXPECT_TRUE(is_card_number("4111111111111111"));
  EXPECT_TRUE(is_card_number("378282246310005"));
  EXPECT_TRUE(is_card_number("5555555555554444"));
  EXPECT_TRUE(is_card_number("6250941006528599"));
  EXPECT_FALSE(is_card_number("4111111111111112"));
  EXPECT_FALSE(is_card_number("9111111111111111"));   // Nobody issues 9.
  EXPECT_FALSE(is_card_number("41111111111111113"));  // Nor Visa 17 digits.
}

TEST(Checksums, AnIdentityNumberNeedsAProvinceADayAndTheCheckCharacter) {
  EXPECT_TRUE(is_identity_number("11010519491231002X"));
  EXPECT_TRUE(is_identity_number("11010519491231002x"));
  EXPECT_FALSE(is_identity_number("440524188001010014"));  // Before 1900.
  EXPECT_FALSE(is_identity_number("110105194912310021"));
  EXPECT_FALSE(is_identity_number("99010519491231002X"));
  EXPECT_FALSE(is_identity_number("11010519491331002X"));
  EXPECT_FALSE(is_identity_number("11010519490230002X"));
  EXPECT_FALSE(is_identity_number("1101051949123100"));
}

TEST(Checksums, ABasicCredentialDecodesToNameAndPassword) {
  EXPECT_TRUE(is_basic_credential("YWxhZGRpbjpvcGVuc2VzYW1l"));
  EXPECT_TRUE(is_basic_credential("a2FpOnh5eg=="));
  EXPECT_FALSE(is_basic_credential("YWxhZGRpbm9wZW5zZXNhbWU="));  // No colon.
  EXPECT_FALSE(is_basic_credential("idea"));
  EXPECT_FALSE(is_basic_credential(""));
}

}  // namespace
}  // namespace nacre::guard
