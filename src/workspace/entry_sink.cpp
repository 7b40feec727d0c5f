#include "workspace/entry_sink.h"

namespace nacre::workspace {
namespace {

Status put_inside(const fs::Root& root, std::string_view path, const PlaceEntry& place,
                  const AnnounceEntry& announce) {
  const fs::Root::Edit edit = [&](std::string_view present) -> Result<std::optional<std::string>> {
    const std::optional<EntryPiece> piece = NACRE_TRY(place(present));
    if (!piece) return std::optional<std::string>();
    if (announce) announce(present, *piece);
    std::string content(present.substr(0, piece->at));
    content += piece->joined();
    content += present.substr(piece->at);
    return std::optional<std::string>(std::move(content));
  };
  NACRE_TRY(root.replace(path, edit));
  return Ok{};
}

}  // namespace

Status put_entry(const fs::Root& root, std::string_view path, const PlaceEntry& place,
                 const AnnounceEntry& announce) {
  bool inside = false;
  const fs::Root::Compose at_the_end =
      [&](std::string_view present) -> Result<std::optional<std::string>> {
    const std::optional<EntryPiece> piece = NACRE_TRY(place(present));
    inside = piece && piece->at != present.size();
    if (!piece || inside) return std::optional<std::string>();
    if (announce) announce(present, *piece);
    return std::optional<std::string>(piece->joined());
  };
  NACRE_TRY(root.append(path, at_the_end));
  return inside ? put_inside(root, path, place, announce) : Status(Ok{});
}

}  // namespace nacre::workspace
