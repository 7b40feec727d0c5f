#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "embed/nearest_words.h"
#include "embed/static_embedder.h"
#include "text/utf8.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

// Any bytes as a table: refused, or bounded words, finite vectors of length 1, valid neighbours.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nacre;
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  auto opened = embed::StaticTable::over(file);
  if (!opened.ok()) return 0;
  static_cast<void>(opened.value().verify());
  // The same bytes as either language.
  auto made =
      embed::StaticSpace::of(embed::StaticTable::over(file).value(), std::move(opened).value());
  NACRE_CHECK(made.ok());
  const embed::StaticSpace& space = made.value();

  std::vector<std::string> words = {"doctor", "电脑"};
  std::string text = "my doctor 我的电脑";
  const auto rows = static_cast<std::uint32_t>(std::min<std::size_t>(space.english()->size(), 64));
  for (std::uint32_t row = 0; row < rows; ++row) {
    const std::string_view word = space.english()->word(row);
    if (!text::utf8::is_valid(word)) continue;
    text += " ";
    text += word;
    words.emplace_back(word);
  }
  embed::StaticEmbedder embedder(space);
  if (const auto vector = embedder.embed(text)) {
    double squares = 0;
    for (const float x : *vector) squares += static_cast<double>(x) * static_cast<double>(x);
    NACRE_CHECK(std::abs(squares - 1) < 1e-3);
  }
  words.resize(std::min<std::size_t>(words.size(), 4));
  for (const auto& near : embed::nearest_words(space, words, {})) {
    NACRE_CHECK(near.size() <= 16);
    for (const auto& one : near) NACRE_CHECK(text::utf8::is_valid(one.word) && one.cosine >= 0.5F);
  }
  return 0;
}
