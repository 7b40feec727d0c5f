#include "cli/words.h"

#include <algorithm>

namespace nacre::cli {

Language language_of(std::string_view locale) {
  return locale.starts_with("zh") ? Language::Chinese : Language::English;
}

Words::Words(Language language) : language_(language) {
  if (language == Language::Chinese) translation_ = Translation(catalogue());
}

std::string Words::of(std::string_view message) const {
  if (language_ == Language::English) return std::string(message);
  return translation_.translate(message);
}

std::string Words::fill(std::string_view english, std::initializer_list<Shown> values) const {
  const std::string_view text =
      language_ == Language::English ? english : translation_.row(english).value_or(english);
  std::vector<std::string_view> texts;
  for (const Shown& value : values) texts.push_back(value.text());
  return filled(text, texts);
}

}  // namespace nacre::cli
