#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "memory/setting.h"
#include "nacre/types.h"

namespace nacre::memory {

// "a.md#L4", "a.md#L4-L9", "a.md#L4-9" and "a.md:4" (as recall prints it) into
// path and lines, both ends included; anything else is a path.
struct Anchored {
  std::string path;
  std::optional<std::uint32_t> first, last;
  bool operator==(const Anchored&) const = default;
};
Anchored split_anchor(std::string_view path);

// Whether `scope` may read the file of that name, from the name alone: whether it
// exists is never looked at. Notes and the lists of life/ can be read, hidden
// files and .nacre cannot.
guard::Decision may_get(const Scope& scope, std::string_view path, const Setting& setting);

// Lines of one file as they are on disk, line ends included. Pages are cut at
// line ends, except that a line longer than a page is cut short. InvalidArgument
// for an anchor together with `from` or `lines`, or an anchor that runs backwards;
// everything else is an answer.
Result<GetAnswer> get(const GetRequest& request, const Setting& setting);

}  // namespace nacre::memory
