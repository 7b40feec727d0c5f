#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/catalogue.h"

namespace nacre::cli {

// `text` with its holes filled: {} by the next value, {1} by the second. A hole
// without a value stays.
std::string filled(std::string_view text, std::span<const std::string_view> values);

// Finds the rows of a catalogue again in messages whose values are in them already.
//
// A message is cut at ": ", "; " and ", " so that as much of it as possible is the
// fixed text of rows; so "recover 'a.md': open 'a.md': No such file or directory" needs
// three rows, not one per combination; a row that begins with "{}: " or ends with ": {}"
// is found without that hole, which is a part of its own. What stands in a hole without quotes
// around it is translated in turn. What no row knows stays as it is.
//
// Time and space are bounded for any text: kPartsMax cuts, kBytesMax bytes.
class Translation {
 public:
  static constexpr std::size_t kBytesMax = 8192;
  static constexpr std::size_t kPartsMax = 12;

  Translation() = default;
  explicit Translation(std::span<const std::span<const Message>> catalogue);

  // The Chinese of exactly this row.
  std::optional<std::string_view> row(std::string_view english) const;
  std::string translate(std::string_view message) const;

 private:
  struct Template {
    std::vector<std::string_view> literals;  // Around the holes: one more than holes.
    std::size_t literal_bytes = 0;
    std::string_view english, chinese;
  };
  struct Match {
    const Template* found = nullptr;
    std::vector<std::string_view> values;

    std::size_t swallowed() const;
  };

  struct Piece {
    std::size_t bytes = 0;      // Of rows, from here to the end.
    std::size_t swallowed = 0;  // Parts, by holes.
    std::size_t count = 0;
    std::size_t next = 0;
    std::optional<std::string_view> row;
    Match match;
  };
  class Parts;

  void add_template(std::string_view english, std::string_view chinese);
  std::vector<Piece> pieces(const Parts& parts) const;
  Match match(std::string_view text) const;
  std::string translate(std::string_view text, int depth) const;
  std::string render(std::string_view text, const Piece& piece, int depth) const;

  std::unordered_map<std::string_view, std::string_view> rows_;
  std::vector<Template> templates_;  // Those with holes.
};

}  // namespace nacre::cli
