#pragma once

#include "base/result.h"
#include "cli/arguments.h"
#include "nacre/types.h"

namespace nacre::cli {

// What was typed, as the library's requests. InvalidArgument names the option.

// An unknown context counts as shared: whoever hears the answer, it fails closed.
Scope scope_of(const Arguments& arguments);

Result<RecallRequest> recall_request(const Arguments& arguments);
Result<GetRequest> get_request(const Arguments& arguments);
Result<ContextRequest> context_request(const Arguments& arguments);
// These two read standard input for "-".
Result<RememberRequest> remember_request(const Arguments& arguments);
Result<LogRequest> log_request(const Arguments& arguments);

}  // namespace nacre::cli
