#include "guard/redact_samples.h"

#include <array>
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "base/result.h"
#include "guard/checksums.h"

namespace nacre::guard {
namespace {

constexpr std::string_view kOpen = "⟦", kClose = "⟧";
constexpr std::string_view kLowerCase = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kUpperCase = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
constexpr std::string_view kDigits = "0123456789";

using Random = std::mt19937_64;

std::size_t below(Random& random, std::size_t limit) {
  return static_cast<std::size_t>(random() % limit);
}

template <std::size_t N>
std::string one_of(Random& random, const std::array<std::string_view, N>& words) {
  return std::string(words[below(random, N)]);
}

std::string draw(Random& random, std::string_view alphabet, std::size_t length) {
  std::string out;
  for (std::size_t i = 0; i < length; ++i) out += alphabet[below(random, alphabet.size())];
  return out;
}

std::string digits(Random& random, std::size_t length) {
  if (length == 0) return {};
  return draw(random, "123456789", 1) + draw(random, kDigits, length - 1);
}

// A long draw that lacks a class of characters is drawn again, as a generator of
// keys would hardly ever give it.
std::string draw_all_classes(Random& random, std::string_view alphabet, std::size_t length) {
  for (;;) {
    std::string out = draw(random, alphabet, length);
    const bool digit = out.find_first_of(kDigits) != std::string::npos;
    const bool letter = out.find_first_of("abcdefABCDEF") != std::string::npos;
    const bool edges = std::string_view("-_+/=").find(out.front()) == std::string_view::npos &&
                       std::string_view("-_+/=").find(out.back()) == std::string_view::npos;
    if (length < 8 || (digit && letter && edges)) return out;
  }
}

std::string alnum(Random& random, std::size_t length) {
  std::string alphabet(kLowerCase);
  alphabet += kUpperCase;
  alphabet += kDigits;
  for (;;) {
    std::string out = draw_all_classes(random, alphabet, length);
    if (length < 8 || (out.find_first_of(kLowerCase) != std::string::npos &&
                       out.find_first_of(kUpperCase) != std::string::npos)) {
      return out;
    }
  }
}

std::string word_like(Random& random, std::size_t length) {
  std::string alphabet(kLowerCase);
  alphabet += kUpperCase;
  alphabet += kDigits;
  alphabet += "-_";
  return draw_all_classes(random, alphabet, length);
}

std::string base64(Random& random, std::size_t length) {
  std::string alphabet(kLowerCase);
  alphabet += kUpperCase;
  alphabet += kDigits;
  alphabet += "+/";
  return draw_all_classes(random, alphabet, length);
}

std::string hex(Random& random, std::size_t length) {
  return draw_all_classes(random, "0123456789abcdef", length);
}

std::string encoded(std::string_view bytes) {
  std::string alphabet(kUpperCase);
  alphabet += kLowerCase;
  alphabet += kDigits;
  alphabet += "+/";
  std::string out;
  std::uint32_t bits = 0;
  int held = 0;
  for (const char c : bytes) {
    bits = bits << 8 | static_cast<unsigned char>(c);
    held += 8;
    while (held >= 6) {
      held -= 6;
      out += alphabet[bits >> held & 63U];
    }
  }
  if (held > 0) out += alphabet[bits << (6 - held) & 63U];
  while (out.size() % 4 != 0) out += '=';
  return out;
}

constexpr std::array<std::string_view, 16> kPlainWords = {
    "qwerty",     "sunshine",  "dragonfly", "letmein",  "swordfish", "bluebird",
    "monkeybars", "starlight", "football",  "iloveyou", "pineapple", "woaini",
    "chocolate",  "starwars",  "passion",   "changeme"};

std::string password(Random& random) {
  std::string word(kPlainWords[below(random, kPlainWords.size() - 1)]);
  switch (below(random, 6)) {
    case 0:
      return word + digits(random, 4);
    case 1:
      word[0] = static_cast<char>(word[0] - 'a' + 'A');
      return word + "!" + digits(random, 3);
    case 2:
      return alnum(random, 12);
    case 3:
      return alnum(random, 5) + "_" + alnum(random, 6) + "9z";
    case 4:
      return draw(random, kLowerCase, 4) + "-" + digits(random, 4) + draw(random, kUpperCase, 3);
    default:
      return draw(random, kUpperCase, 1) + draw(random, kLowerCase, 6) + digits(random, 2) + "+x";
  }
}

std::string with_luhn(std::string number) {
  for (const char check : kDigits) {
    if (luhn_holds(number + check)) return number + check;
  }
  return number;
}

std::string card(Random& random) {
  constexpr std::array<std::string_view, 6> kPrefixes = {"4", "51", "55", "2299", "3540", "6011"};
  const std::string prefix = one_of(random, kPrefixes);
  return with_luhn(prefix + draw(random, kDigits, 15 - prefix.size()));
}

std::string grouped(std::string_view number, const std::vector<std::size_t>& sizes,
                    char separator) {
  std::string out;
  std::size_t at = 0;
  for (const std::size_t size : sizes) {
    if (at >= number.size()) break;
    if (at > 0) out += separator;
    out += number.substr(at, size);
    at += size;
  }
  return out;
}

std::string two(std::size_t number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string identity(Random& random) {
  constexpr std::array<std::string_view, 8> kRegions = {"110105", "310104", "440305", "330106",
                                                        "510107", "610113", "420111", "230103"};
  const std::string number = one_of(random, kRegions) + std::to_string(1950 + below(random, 60)) +
                             two(1 + below(random, 12)) + two(1 + below(random, 28)) +
                             draw(random, kDigits, 3);
  for (const char check : std::string_view("0123456789X")) {
    if (is_identity_number(number + check)) return number + check;
  }
  return number;
}

std::string mobile(Random& random) {
  return "1" + draw(random, "3456789", 1) + draw(random, kDigits, 9);
}

std::string uuid(Random& random) {
  return hex(random, 8) + "-" + hex(random, 4) + "-4" + hex(random, 3) + "-a" + hex(random, 3) +
         "-" + hex(random, 12);
}

// `newline` is a real one, or the escape that JSON writes.
std::string pem(Random& random, std::string_view label, std::string_view newline) {
  std::string out = "-----BEGIN " + std::string(label) + "-----" + std::string(newline);
  const std::size_t lines = 3 + below(random, 20);
  for (std::size_t i = 0; i < lines; ++i) out += base64(random, 64) + std::string(newline);
  return out + base64(random, 30) + "==" + std::string(newline) + "-----END " + std::string(label) +
         "-----";
}

std::string day(Random& random, char separator) {
  return std::to_string(2019 + below(random, 8)) + separator + two(1 + below(random, 12)) +
         separator + two(1 + below(random, 28));
}

std::string clock(Random& random) {
  return two(below(random, 24)) + ":" + two(below(random, 60));
}

std::string version(Random& random) {
  return std::to_string(below(random, 12)) + "." + std::to_string(below(random, 40)) + "." +
         std::to_string(below(random, 30));
}

std::string fraction(Random& random, std::size_t places) {
  return "0." + draw(random, kDigits, places);
}

std::string colons(Random& random, std::size_t bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) out += (i > 0 ? ":" : "") + hex(random, 2);
  return out;
}

std::string address(Random& random) {
  std::string out;
  for (int i = 0; i < 4; ++i) out += (i > 0 ? "." : "") + std::to_string(1 + below(random, 254));
  return out;
}

// The same characters in full width.
std::string wide(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const unsigned code = c == ' ' ? 0x3000U : 0xFF00U + static_cast<unsigned char>(c) - 0x20U;
    out += static_cast<char>(0xE0U | code >> 12);
    out += static_cast<char>(0x80U | (code >> 6 & 0x3FU));
    out += static_cast<char>(0x80U | (code & 0x3FU));
  }
  return out;
}

using Filler = std::function<std::string(Random&, std::size_t)>;

const std::map<std::string, Filler, std::less<>>& secret_slots() {
  static const std::map<std::string, Filler, std::less<>> kSlots = {
      {"alnum", alnum},
      {"mixed", alnum},
      {"word", word_like},
      {"hex", hex},
      {"b64", base64},
      {"digits", digits},
      {"upper",
       [](Random& r, std::size_t n) {
         return draw_all_classes(r, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", n);
       }},
      {"django",
       [](Random& r, std::size_t n) {
         return "d" + draw(r, "abcdefghijklmnopqrstuvwxyz0123456789!@#$%^&*(-_=+)", n - 2) + "7";
       }},
      {"pw", [](Random& r, std::size_t) { return password(r); }},
      {"plain", [](Random& r, std::size_t) { return one_of(r, kPlainWords); }},
      {"basic", [](Random& r, std::size_t) { return encoded("kai:" + password(r)); }},
      {"uuid", [](Random& r, std::size_t) { return uuid(r); }},
      {"jwt",
       [](Random& r, std::size_t) {
         return "eyJ" + alnum(r, 33) + ".eyJ" + alnum(r, 60) + "." + word_like(r, 43);
       }},
      {"card", [](Random& r, std::size_t) { return card(r); }},
      {"card4",
       [](Random& r, std::size_t) {
         return grouped(card(r), {4, 4, 4, 4}, ' ');
       }},
      {"card-",
       [](Random& r, std::size_t) {
         return grouped(card(r), {4, 4, 4, 4}, '-');
       }},
      {"amex",
       [](Random& r, std::size_t) {
         return grouped(with_luhn("37" + draw(r, kDigits, 12)), {4, 6, 5}, ' ');
       }},
      {"unionpay",
       [](Random& r, std::size_t) { return with_luhn("62" + draw(r, kDigits, 13 + below(r, 4))); }},
      {"unionpay4",
       [](Random& r, std::size_t) {
         return grouped(with_luhn("62" + draw(r, kDigits, 16)), {4, 4, 4, 4, 3}, ' ');
       }},
      {"id", [](Random& r, std::size_t) { return identity(r); }},
      {"id6",
       [](Random& r, std::size_t) {
         return grouped(identity(r), {6, 8, 4}, ' ');
       }},
      {"mobile", [](Random& r, std::size_t) { return mobile(r); }},
      {"mobile4",
       [](Random& r, std::size_t) {
         return grouped(mobile(r), {3, 4, 4}, below(r, 2) == 0 ? ' ' : '-');
       }},
      {"digits8", [](Random& r, std::size_t) { return draw(r, "5678", 1) + draw(r, kDigits, 7); }},
      {"landline",
       [](Random& r, std::size_t) {
         constexpr std::array<std::string_view, 4> kAreas = {"010", "021", "0571", "0755"};
         const std::string local = draw(r, "5678", 1) + draw(r, kDigits, 7);
         return one_of(r, kAreas) + "-" +
                (below(r, 2) == 0 ? local : local.substr(0, 4) + "-" + local.substr(4));
       }},
      {"email",
       [](Random& r, std::size_t) {
         return draw(r, kLowerCase, 6) + (below(r, 2) == 0 ? "." : "_") + digits(r, 2) +
                draw(r, kLowerCase, 2) + "@mail." + draw(r, kLowerCase, 7) + ".com";
       }},
  };
  return kSlots;
}

const std::map<std::string, Filler, std::less<>>& plain_slots() {
  static const std::map<std::string, Filler, std::less<>> kSlots = {
      {"name",
       [](Random& r, std::size_t) {
         return one_of(r, std::to_array<std::string_view>(
                              {"Kai", "Mira", "Jonas", "Priya", "Lena", "Tom", "Aiko", "Omar"}));
       }},
      {"project",
       [](Random& r, std::size_t) {
         return one_of(r, std::to_array<std::string_view>({"gateway", "nacre", "shop-api", "ledger",
                                                           "crawler", "notes2", "inbox"}));
       }},
      {"city",
       [](Random& r, std::size_t) {
         return one_of(
             r, std::to_array<std::string_view>({"Lisbon", "Berlin", "Osaka", "Pune", "Lyon"}));
       }},
      {"day",
       [](Random& r, std::size_t) {
         return one_of(r, std::to_array<std::string_view>(
                              {"Monday", "Thursday", "March 3", "2026-02-11", "next week"}));
       }},
      {"zhname",
       [](Random& r, std::size_t) {
         return one_of(r,
                       std::to_array<std::string_view>({"小林", "王敏", "李雷", "韩梅梅", "老周"}));
       }},
      {"zhcity",
       [](Random& r, std::size_t) {
         return one_of(r,
                       std::to_array<std::string_view>({"杭州", "成都", "深圳", "西安", "青岛"}));
       }},
      {"zhproject",
       [](Random& r, std::size_t) {
         return one_of(r, std::to_array<std::string_view>({"网关", "账单系统", "知识库", "爬虫"}));
       }},
      {"path",
       [](Random& r, std::size_t) {
         return one_of(r, std::to_array<std::string_view>(
                              {"src/auth/login.cpp", "/var/log/syslog.1", "docs/password.md",
                               "~/.ssh/id_ed25519.pub", "memory/2026-02-11.md"}));
       }},
      {"date", [](Random& r, std::size_t) { return day(r, '-'); }},
      {"md", [](Random& r, std::size_t) { return std::to_string(1 + below(r, 12)) + "月3日"; }},
      {"time", [](Random& r, std::size_t) { return clock(r); }},
      {"iso", [](Random& r, std::size_t) { return day(r, '-') + "T" + clock(r) + ":07Z"; }},
      {"clf", [](Random& r, std::size_t) { return "11/Feb/2026:" + clock(r) + ":07 +0000"; }},
      {"version", [](Random& r, std::size_t) { return version(r); }},
      {"n2", [](Random& r, std::size_t) { return digits(r, 2); }},
      {"n3", [](Random& r, std::size_t) { return digits(r, 3); }},
      {"n4", [](Random& r, std::size_t) { return digits(r, 4); }},
      {"n5", [](Random& r, std::size_t) { return digits(r, 5); }},
      {"n6", [](Random& r, std::size_t) { return digits(r, 6); }},
      {"float", [](Random& r, std::size_t) { return fraction(r, 3); }},
      {"float16", [](Random& r, std::size_t) { return fraction(r, 16); }},
      {"pi", [](Random&, std::size_t) { return std::string("3.141592653589793"); }},
      {"e", [](Random&, std::size_t) { return std::string("2.718281828459045"); }},
      {"sha1", [](Random& r, std::size_t) { return hex(r, 40); }},
      {"sha256", [](Random& r, std::size_t) { return hex(r, 64); }},
      {"md5", [](Random& r, std::size_t) { return hex(r, 32); }},
      {"trace", [](Random& r, std::size_t) { return hex(r, 32); }},
      {"span", [](Random& r, std::size_t) { return hex(r, 16); }},
      {"hexcolons", [](Random& r, std::size_t) { return colons(r, 16); }},
      {"mac", [](Random& r, std::size_t) { return colons(r, 6); }},
      {"ip", [](Random& r, std::size_t) { return address(r); }},
      {"b32id",
       [](Random& r, std::size_t) { return draw(r, "abcdefghijklmnopqrstuvwxyz234567", 26); }},
      {"order",
       [](Random& r, std::size_t) { return "20260" + digits(r, 1) + "11" + digits(r, 10); }},
      {"order16", [](Random& r, std::size_t) { return digits(r, 16); }},
      {"digits16", [](Random& r, std::size_t) { return digits(r, 16); }},
      {"tracking", [](Random& r, std::size_t) { return "SF" + digits(r, 13); }},
      {"snow", [](Random& r, std::size_t) { return "1" + digits(r, 18); }},
      {"ts10", [](Random& r, std::size_t) { return "17" + digits(r, 8); }},
      {"ts13", [](Random& r, std::size_t) { return "17" + digits(r, 11); }},
      {"ts16", [](Random& r, std::size_t) { return "17" + digits(r, 14); }},
      {"ts19", [](Random& r, std::size_t) { return "17" + digits(r, 17); }},
      {"isbn", [](Random& r, std::size_t) { return "978-3-16-" + digits(r, 6) + "-0"; }},
      {"ean", [](Random& r, std::size_t) { return "4" + digits(r, 12); }},
  };
  return kSlots;
}

}  // namespace

std::string SampleMaker::fill(std::string_view line) {
  std::string out;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t open = line.find('{', at);
    const std::size_t close = line.find('}', open);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    out += line.substr(at, open - at);
    const std::string_view slot = line.substr(open + 1, close - open - 1);
    const std::size_t colon = slot.find(':');
    const std::string_view name = slot.substr(0, colon);
    const std::string_view argument =
        colon == std::string_view::npos ? std::string_view() : slot.substr(colon + 1);
    if (name == "pem" || name == "pem1") {
      out += pem(random_, argument, name == "pem" ? "\n" : "\\n");
      at = close + 1;
      continue;
    }
    if (name == "wide") {
      out += wide(fill("{" + std::string(argument) + "}"));
      at = close + 1;
      continue;
    }
    const Filler* filler = nullptr;
    for (const auto* slots : {&secret_slots(), &plain_slots()}) {
      const auto found = slots->find(name);
      if (found != slots->end()) filler = &found->second;
    }
    if (filler == nullptr) {  // A brace of the code that the line shows.
      out += '{';
      at = open + 1;
      continue;
    }
    const std::size_t length = argument.empty() ? 0 : std::stoul(std::string(argument));
    out += (*filler)(random_, length);
    at = close + 1;
  }
  out += line.substr(std::min(at, line.size()));
  return out;
}

Sample SampleMaker::sample(std::string_view kind, std::string_view line) {
  const std::size_t open = line.find(kOpen);
  const std::size_t close = line.find(kClose);
  NACRE_CHECK(open != std::string_view::npos && close != std::string_view::npos);
  Sample sample;
  sample.kind = kind;
  sample.text = fill(line.substr(0, open));
  sample.begin = sample.text.size();
  sample.text += fill(line.substr(open + kOpen.size(), close - open - kOpen.size()));
  sample.end = sample.text.size();
  sample.text += fill(line.substr(close + kClose.size()));
  return sample;
}

std::vector<CorpusLine> read_corpus(const std::string& name) {
  std::ifstream file(NACRE_REDACTION_CORPUS "/" + name);
  NACRE_CHECK(file.good());
  std::vector<CorpusLine> lines;
  for (std::string line; std::getline(file, line);) {
    const auto json = nlohmann::json::parse(line);
    lines.push_back({json.value("kind", ""), json.at("text").get<std::string>()});
  }
  return lines;
}

}  // namespace nacre::guard
