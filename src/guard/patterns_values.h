#pragma once

#include <cstddef>
#include <string_view>

#include "guard/patterns_names.h"

namespace nacre::guard {

// Longer values are judged by so much of them; who masks them finds the end.
inline constexpr std::size_t kValueBytesMax = 256;

// A value as it stands: without quotes and without the punctuation of the
// sentence around it.
struct Value {
  std::size_t begin = 0, end = 0;
  bool quoted = false;
  bool last_of_line = false;  // Nothing but closers after it.
  std::size_t size() const { return end - begin; }
};

// The value that starts at or after `at` on the same line; empty when none does.
// `closing` ends it as well (the quote that an enclosing string is in), or '\0'.
Value value_after(std::string_view text, std::size_t at, char closing);

// Whether the sentence, or a part of it, ends with a value that ends at `end`.
bool ends_sentence(std::string_view text, std::size_t end);

// How sure what joins a name and a value makes that it is one.
enum class Certainty : std::uint8_t {
  Likely,  // A blank, a bar: it must look like one.
  Said,    // "is", 是, 改成: a few digits may be one too.
  Sure,    // ':', '=', "is:".
};

// Whether `value` is a secret rather than prose, code, a variable or a
// placeholder, after a name of that class.
bool is_secret_value(std::string_view text, const Value& value, const Name& name,
                     Certainty certainty);

}  // namespace nacre::guard
