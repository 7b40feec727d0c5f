#include "embed/static_space.h"

#include <utility>

namespace nacre::embed {
namespace {

// One more whenever the same tables would give a text another vector.
constexpr std::string_view kMethod = "static-1";

Result<std::optional<StaticTable>> open_table(const std::optional<std::string>& path,
                                              std::array<char, 4> language) {
  if (!path) return std::optional<StaticTable>();
  StaticTable table = NACRE_TRY(StaticTable::open(*path));
  if (table.header().language != language) {
    return Error{ErrorCode::Corruption, "open '" + *path + "': it holds another language",
                 "build it again: scripts/static-space"};
  }
  return std::optional(std::move(table));
}

std::string body_of(const std::optional<StaticTable>& table) {
  return table ? base::hex(table->header().body) : "none";
}

}  // namespace

Result<StaticSpace> StaticSpace::of(std::optional<StaticTable> english,
                                    std::optional<StaticTable> chinese) {
  NACRE_CHECK(english || chinese);
  if (english && chinese &&
      (english->header().recipe != chinese->header().recipe ||
       english->dimensions() != chinese->dimensions())) {
    return Error{ErrorCode::Conflict,
                 "the English and the Chinese word vectors were not made together",
                 "build both again: scripts/static-space"};
  }
  StaticSpace space;
  const StaticTable& any = english ? *english : *chinese;
  space.description_ = {.provider = "static",
                        .model = std::string(kMethod),
                        // not for people
                        .revision = "en:" + body_of(english) + ",zh:" + body_of(chinese),
                        .dimensions = static_cast<std::uint32_t>(any.dimensions()),
                        .pooling = "sif",
                        .quantisation = "int8"};
  space.id_ = space_id(space.description_);
  space.english_ = std::move(english);
  space.chinese_ = std::move(chinese);
  return space;
}

Result<std::optional<StaticSpace>> StaticSpace::open(const StaticFiles& files) {
  auto english = NACRE_TRY(open_table(files.english, {'e', 'n'}));
  auto chinese = NACRE_TRY(open_table(files.chinese, {'z', 'h'}));
  if (!english && !chinese) return std::optional<StaticSpace>();
  return std::optional(NACRE_TRY(of(std::move(english), std::move(chinese))));
}

}  // namespace nacre::embed
