#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::guard {

// The corpus of tests/redaction: lines with slots such as {alnum:32}, {card} or
// {zhname}, filled from a seed; {wide:card} is one of full width. No secret stands in the
// repository, and every number is made up.
struct Sample {
  std::string kind;  // Of what stands between ⟦ and ⟧; empty: nothing does.
  std::string text;  // Without the brackets.
  std::size_t begin = 0, end = 0;
};

class SampleMaker {
 public:
  explicit SampleMaker(std::uint64_t seed) : random_(seed) {}
  std::string fill(std::string_view line);
  Sample sample(std::string_view kind, std::string_view line);

 private:
  friend struct Slots;
  std::mt19937_64 random_;
};

struct CorpusLine {
  std::string kind, text;
};
// The lines of tests/redaction/<name>.
std::vector<CorpusLine> read_corpus(const std::string& name);

}  // namespace nacre::guard
