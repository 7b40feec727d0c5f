#include "cli/completion.h"

#include "nacre/types.h"

namespace nacre::cli {
namespace {

std::vector<std::string> split(std::string_view text, std::string_view separator) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (end > begin) parts.emplace_back(text.substr(begin, end - begin));
    begin = end + separator.size();
  }
  return parts;
}

template <typename Enumeration>
Offer names_up_to(Enumeration last) {
  Offer offer{.kind = Offer::Kind::Choices};
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    offer.choices.emplace_back(name(static_cast<Enumeration>(i)));
  }
  return offer;
}

// A word of the usage that stands for something else: capitals, [KEY], PATH...
Offer offer_of(std::string_view placeholder) {
  if (placeholder.find("KEY") != placeholder.npos) return {.kind = Offer::Kind::ConfigKeys};
  if (placeholder.find("DIR") != placeholder.npos) return {.kind = Offer::Kind::Directories};
  for (const std::string_view file : {"PATH", "FILE", "BACKUP"}) {
    if (placeholder.find(file) != placeholder.npos) return {.kind = Offer::Kind::Files};
  }
  return {};
}

bool is_literal(std::string_view word) {
  return word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == word.npos;
}

}  // namespace

Offer offer_of(const Option& option) {
  if (option.name == "--layer") return names_up_to(Layer::Instructions);
  if (option.name == "--visibility") return names_up_to(Visibility::Public);
  if (option.value == "KIND") return names_up_to(ContextKind::Subagent);
  if (option.value == "TARGET") {
    return {.kind = Offer::Kind::Choices, .choices = {"long", "user", "daily", "project:"}};
  }
  if (option.value.find('|') != option.value.npos) {
    return {.kind = Offer::Kind::Choices, .choices = split(option.value, "|")};
  }
  return offer_of(option.value);
}

std::vector<WordOffers> word_offers(const Verb& verb) {
  std::vector<WordOffers> all;
  for (const std::string& alternative : split(verb.words, " | ")) {
    const std::vector<std::string> words = split(alternative, " ");
    WordOffers offers;
    std::size_t from = 0;
    if (is_literal(words.front())) offers.first = words[from++];
    for (; from < words.size(); ++from) offers.words.push_back(offer_of(words[from]));
    offers.repeats = words.back().find("...") != std::string::npos;
    all.push_back(std::move(offers));
  }
  return all;
}

}  // namespace nacre::cli
