#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nacre::recall {

// .nacre/synonyms.txt: one group a line, words separated by commas; `a => b, c`
// is one-way. '#' starts a comment. At most 10,000 lines.
class Synonyms {
 public:
  Synonyms() = default;
  explicit Synonyms(std::string_view file);
  // Folded word or phrase → its alternatives, in file order, at most 8.
  const std::vector<std::string>* of(std::string_view folded) const;
  bool empty() const { return map_.empty(); }

 private:
  void add_line(std::string_view line);
  void add(const std::string& from, const std::vector<std::string>& to);

  std::map<std::string, std::vector<std::string>, std::less<>> map_;
};

}  // namespace nacre::recall
