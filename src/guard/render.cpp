#include "guard/render.h"

namespace nacre::guard {
namespace {

constexpr std::string_view kName = "memory";

char lower(char byte) {
  return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte - 'A' + 'a') : byte;
}

bool is_blank(char byte) {
  return byte == ' ' || byte == '\t';
}

// Whether `text`, behind a '<', goes on as one of our labels would: a model reads
// `< / Memory` as it reads `</memory`.
bool names_us(std::string_view text) {
  while (!text.empty() && (is_blank(text.front()) || text.front() == '/')) text.remove_prefix(1);
  if (text.size() < kName.size()) return false;
  for (std::size_t i = 0; i < kName.size(); ++i) {
    if (lower(text[i]) != kName[i]) return false;
  }
  return true;
}

bool is_trusted(Origin origin) {
  return origin == Origin::Owner || origin == Origin::Agent;
}

bool is_control(char byte) {
  return (byte >= 0 && byte < ' ' && byte != '\n' && byte != '\t') || byte == '\x7f';
}

// Of markup and control characters nothing is left.
void append_escaped(std::string& out, char byte) {
  switch (byte) {
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '&':
      out += "&amp;";
      break;
    case '"':
      out += "&quot;";
      break;
    default:
      if (!is_control(byte)) out += byte;
  }
}

std::string attribute(std::string_view text) {
  std::string out;
  for (const char byte : text) append_escaped(out, byte == '\n' || byte == '\t' ? ' ' : byte);
  return out;
}

}  // namespace

std::string open_memory(const MemoryLabel& label) {
  std::string out = "<memory path=\"" + attribute(label.path) + "\" layer=\"";
  out += name(label.layer);
  out += "\" origin=\"";
  out += name(label.origin);
  return out + "\">\n";
}

std::string_view close_memory() {
  return "</memory>\n";
}

std::string as_data(std::string_view text, Origin origin) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_trusted(origin)) {
      append_escaped(out, text[i]);
    } else if (text[i] == '<' && names_us(text.substr(i + 1))) {
      out += "&lt;";
    } else {
      out += text[i];
    }
  }
  return out;
}

}  // namespace nacre::guard
