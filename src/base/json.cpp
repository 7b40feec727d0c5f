#include "base/json.h"

#include <nlohmann/json.hpp>

namespace nacre::base {
namespace {

constexpr int kDepthMax = 64;

// Where `text` nests deeper than allowed, or npos. Looks at brackets only: what
// is no JSON at all is the parser's to refuse.
std::size_t too_deep_at(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kDepthMax) return i;
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return std::string_view::npos;
}

Error malformed(std::size_t offset, std::string_view what) {
  return {ErrorCode::Corruption, "JSON, byte " + std::to_string(offset) + ": " + std::string(what)};
}

// The library's texts start with "[json.exception.parse_error.101] " and repeat the
// position; some end with the bytes they met, which need not be UTF-8.
std::string_view plain_words(std::string_view message) {
  const std::size_t bracket = message.find("] ");
  if (bracket != std::string_view::npos) message.remove_prefix(bracket + 2);
  const std::size_t column = message.find("column ");
  const std::size_t colon = message.find(": ", column == std::string_view::npos ? 0 : column);
  if (colon != std::string_view::npos) message.remove_prefix(colon + 2);
  return message.substr(0, message.find("; last read"));
}

}  // namespace

Result<Json> parse_json(std::string_view text) {
  const std::size_t deep = too_deep_at(text);
  if (deep != std::string_view::npos) return malformed(deep, "nests deeper than 64");
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    // The library counts from 1 and points behind the token.
    return malformed(error.byte > 0 ? error.byte - 1 : 0, plain_words(error.what()));
  } catch (const Json::exception& error) {
    return malformed(0, plain_words(error.what()));
  }
}

std::string dump_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string dump_json_pretty(const Json& value) {
  return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

Json error_json(const Error& error) {
  Json body;
  body["code"] = name(error.code);
  body["message"] = error.message;
  body["hint"] = error.hint;
  Json out;
  out["error"] = std::move(body);
  return out;
}

}  // namespace nacre::base
