#include "cli/harmless.h"

namespace nacre::cli {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

struct Piece {
  char32_t code_point = 0;
  std::size_t bytes = 1;
  bool valid = false;
};

bool is_continuation(char byte) {
  return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U;
}

// The text room is out of reach from here, and one code point at a time is all
// that is needed.
Piece first_piece(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text.front());
  if (lead < 0x80) return {lead, 1, true};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code_point = lead & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return {};
    code_point = (code_point << 6) | (static_cast<unsigned char>(text[i]) & 0x3FU);
  }
  const bool overlong =
      (length == 3 && code_point < 0x800) || (length == 4 && code_point < 0x10000);
  const bool surrogate = code_point >= 0xD800 && code_point <= 0xDFFF;
  if (overlong || surrogate || code_point > 0x10FFFF) return {};
  return {code_point, length, true};
}

// C1 controls, and the embeddings, overrides and isolates of bidirectional text.
bool is_hidden_control(char32_t c) {
  return (c >= 0x80 && c <= 0x9F) || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) ||
         c == 0x2028 || c == 0x2029;
}

void append_control_picture(std::string& out, char32_t control) {
  out += "\xE2\x90";  // U+2400 .. U+241F picture the controls; U+2421 pictures DEL.
  out += static_cast<char>(0x80 + (control == 0x7F ? 0x21 : control));
}

}  // namespace

std::string harmless(std::string_view text, Breaks breaks) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Piece piece = first_piece(text);
    const bool kept_break = breaks == Breaks::Kept && piece.code_point == '\n';
    if (!piece.valid || is_hidden_control(piece.code_point)) {
      out += kReplacement;
    } else if (piece.code_point == '\t' || kept_break) {
      out += text.front();
    } else if (piece.code_point < 0x20 || piece.code_point == 0x7F) {
      const bool crlf = breaks == Breaks::Kept && text.starts_with("\r\n");
      if (!crlf) append_control_picture(out, piece.code_point);
    } else {
      out += text.substr(0, piece.bytes);
    }
    text.remove_prefix(piece.bytes);
  }
  return out;
}

}  // namespace nacre::cli
