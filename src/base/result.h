#pragma once

// Result, Error, Status, NACRE_CHECK and NACRE_TRY are part of what an embedding
// program sees; the rooms include them under this name.
#include "nacre/result.h"  // IWYU pragma: export
