#pragma once

#include <array>
#include <string_view>

#include "guard/patterns_names.h"

namespace nacre::guard {

struct Keyword {
  std::string_view word;  // Lower case, without separators.
  NameClass of;
};

// Longer words before those they end with.
inline constexpr auto kKeywords = [] {
  using enum NameClass;
  return std::to_array<Keyword>({
      {"password", Password},
      {"passwort", Password},
      {"passwd", Password},
      {"passphrase", Password},
      {"passcode", Password},
      {"pwd", Password},
      {"apikey", Key},
      {"accesskey", Key},
      {"secretkey", Key},
      {"privatekey", Key},
      {"authkey", Key},
      {"encryptionkey", Key},
      {"signingkey", Key},
      {"masterkey", Key},
      {"accountkey", Key},
      {"subscriptionkey", Key},
      {"sharedkey", Key},
      {"licensekey", Key},
      {"servicekey", Key},
      {"secret", Key},
      {"credential", Key},
      {"credentials", Key},
      {"token", Token},
      {"authorization", Scheme},
      {"cvv", Code},
      {"cvv2", Code},
      {"cvc", Code},
      {"pincode", Code},
      {"signature", Signature},
  });
}();

// These end other words too (compass, tests pass): the whole word counts.
inline constexpr std::array<Keyword, 4> kWholeWords = {{{"pass", NameClass::Password},
                                                        {"pw", NameClass::Password},
                                                        {"auth", NameClass::Scheme},
                                                        {"sig", NameClass::Signature}}};

inline constexpr auto kOtherScripts = [] {
  using enum NameClass;
  return std::to_array<Keyword>({
      {"密码", Password},
      {"密碼", Password},
      {"口令", Password},
      {"授权码", Password},
      {"授權碼", Password},
      {"密钥", Key},
      {"密鑰", Key},
      {"秘钥", Key},
      {"金鑰", Key},
      {"私钥", Key},
      {"私鑰", Key},
      {"令牌", Token},
      {"权杖", Token},
      {"凭证", Key},
      {"凭据", Key},
      {"憑證", Key},
      {"パスワード", Password},
      {"비밀번호", Password},
      {"пароль", Password},
      {"Пароль", Password},
      {"contraseña", Password},
  });
}();

// Tokens that point into a list rather than open a door.
inline constexpr std::array<std::string_view, 8> kHarmless = {
    "pagetoken", "nexttoken", "continuationtoken", "cancellationtoken",
    "synctoken", "stoptoken", "cursortoken",       "resumetoken"};

}  // namespace nacre::guard
