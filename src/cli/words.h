#pragma once

#include <concepts>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>

#include "cli/translate.h"

namespace nacre::cli {

enum class Language { English, Chinese };

// "zh", "zh_CN.UTF-8", "zh-Hant": Chinese; everything else is answered in English.
Language language_of(std::string_view locale);

// A value for a hole of a message.
class Shown {
 public:
  Shown(std::string_view text) : text_(text) {}
  Shown(const std::string& text) : text_(text) {}
  Shown(const char* text) : text_(text) {}
  template <std::integral Number>
  Shown(Number number) : text_(std::to_string(number)) {}
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// What is said to people, in their language. English is written where it arises;
// the Chinese comes from the catalogue, and what has none there stays English.
//
// Threads: immutable.
class Words {
 public:
  explicit Words(Language language = Language::English);

  Language language() const { return language_; }

  // A message that is written here: `english` with its holes filled as they are.
  template <typename... Values>
  std::string say(std::string_view english, const Values&... values) const {
    return fill(english, {Shown(values)...});
  }
  // The same for a number and its noun: count(2, "{} file", "{} files"). The
  // catalogue has the second.
  std::string count(std::uint64_t number, std::string_view one, std::string_view many) const {
    return say(number == 1 && language_ == Language::English ? one : many, number);
  }
  // A message that arose elsewhere, with its values in it already.
  std::string of(std::string_view message) const;

 private:
  std::string fill(std::string_view english, std::initializer_list<Shown> values) const;

  Language language_;
  Translation translation_;  // Empty for English.
};

}  // namespace nacre::cli
