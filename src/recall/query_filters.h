#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "nacre/types.h"
#include "recall/query.h"

namespace nacre::recall {

// Whether `key:` names a filter; the key as it is spelled in lower case.
bool is_filter_key(std::string_view key);

// Adds `key:value` to the filters and to what the answer shows. Values of one
// key are alternatives; keys, and days among themselves, narrow each other.
// `after:` includes its first day, `before:` excludes it.
Status add_filter(std::string_view key, std::string_view value, CivilDay today, ParsedQuery& query);

// The fields of the request that filter.
Status add_request_filters(const RecallRequest& request, CivilDay today, ParsedQuery& query);

bool any_filter(const Filters& filters);

// `pattern` (folded) against a path (folded). With * or ? it is a glob: * and ?
// stay within a folder, ** does not, and a glob without '/' means the file's
// name. Else a prefix, of the path or, without '/', of the file's name.
bool path_matches(std::string_view pattern, std::string_view path);

}  // namespace nacre::recall
