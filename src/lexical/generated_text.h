#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "text/utf8.h"

// Text with the statistics of language for benchmarks: words by Zipf's law, English-like words
// of letters, Chinese words of one to three characters out of 3,000.
namespace nacre::lexical {

class GeneratedText {
 public:
  explicit GeneratedText(std::uint64_t seed) : random_(seed) {
    std::mt19937_64 words(1);  // The vocabulary is the same for every seed.
    for (std::size_t i = 0; i < kVocabulary; ++i) {
      std::string& word = english_.emplace_back();
      for (std::size_t n = 2 + words() % 8; n > 0; --n) {
        word += "etaoinshrdlucmfwygpbvk"[words() % 22];
      }
      std::string& han = chinese_.emplace_back();
      for (std::size_t n = 1 + words() % 8 / 3; n > 0; --n) {
        text::utf8::append(han, 0x4E00 + static_cast<char32_t>(zipf(words, 3000) * 7));
      }
    }
  }

  void restart(std::uint64_t seed) { random_.seed(seed); }

  // About `bytes` of sentences; `first_rank` leaves out the commonest words.
  std::string english(std::size_t bytes, std::size_t first_rank = 0) {
    std::string text;
    while (text.size() < bytes) {
      text += english_[first_rank + zipf(random_, kVocabulary - first_rank)];
      text += random_() % 12 == 0 ? ". " : " ";
    }
    return text;
  }
  std::string chinese(std::size_t bytes, std::size_t first_rank = 0) {
    std::string text;
    while (text.size() < bytes) {
      text += chinese_[first_rank + zipf(random_, kVocabulary - first_rank)];
      if (random_() % 9 == 0) text += "，";
    }
    return text;
  }

 private:
  static constexpr std::size_t kVocabulary = 40'000;

  // A rank below `count`, the n-th with a chance of about 1 / (n + 2).
  static std::size_t zipf(std::mt19937_64& random, std::size_t count) {
    const double uniform = static_cast<double>(random() >> 11) * 0x1p-53;
    const double rank = 2 * std::pow(static_cast<double>(count) / 2 + 1, uniform) - 2;
    return std::min(static_cast<std::size_t>(rank), count - 1);
  }

  std::mt19937_64 random_;
  std::vector<std::string> english_, chinese_;
};

}  // namespace nacre::lexical
