#include "base/host_zone.h"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <fstream>

namespace nacre::base {
namespace {

bool is_letter(char c) {
  return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}
bool is_offset_character(char c) {
  return (c >= '0' && c <= '9') || c == ':';
}

std::string below_zoneinfo(std::string_view path) {
  constexpr std::string_view kTree = "zoneinfo/";
  const std::size_t tree = path.find(kTree);
  if (tree == std::string_view::npos) return {};
  std::string_view zone = path.substr(tree + kTree.size());
  for (const std::string_view variant : {"posix/", "right/"}) {
    if (zone.starts_with(variant)) zone.remove_prefix(variant.size());
  }
  return std::string(zone);
}

// "CST-8" is eight hours *ahead*: POSIX counts westwards, ICU's GMT+8 eastwards.
std::string from_posix(std::string_view text) {
  const auto letters = std::find_if_not(text.begin(), text.end(), is_letter) - text.begin();
  std::string_view offset = text.substr(static_cast<std::size_t>(letters));
  if (letters < 3 || offset.empty()) return {};
  const bool east = offset.front() == '-';
  if (east || offset.front() == '+') offset.remove_prefix(1);
  if (offset.empty() || !std::all_of(offset.begin(), offset.end(), is_offset_character)) return {};
  return std::string(east ? "GMT+" : "GMT-").append(offset);
}

std::string from_variable(std::string_view value) {
  if (value.starts_with(':')) value.remove_prefix(1);
  if (value.empty()) return "UTC";
  if (value.starts_with('/')) return below_zoneinfo(value);
  const std::string fixed = from_posix(value);
  return fixed.empty() ? std::string(value) : fixed;
}

std::string from_link(const std::string& path) {
  std::array<char, 1024> target{};
  const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
  if (length <= 0) return {};
  return below_zoneinfo({target.data(), static_cast<std::size_t>(length)});
}

std::string from_file(const std::string& path) {
  std::ifstream in(path);
  std::string zone;
  in >> zone;
  return zone;
}

}  // namespace

std::string host_zone(const HostZoneSources& sources) {
  std::string zone;
  if (sources.tz_variable) zone = from_variable(*sources.tz_variable);
  if (zone.empty()) zone = from_link(sources.localtime_link);
  if (zone.empty()) zone = from_file(sources.timezone_file);
  return zone.empty() ? "UTC" : zone;
}

}  // namespace nacre::base
