#pragma once

#include <string_view>

namespace nacre::guard {

// Luhn's check (ISO/IEC 7812-1) over decimal digits, the last one being the
// check digit. `digits` holds nothing else.
bool luhn_holds(std::string_view digits);

// Whether a card with this number can have been issued: 13 to 19 digits, a
// known issuer's prefix with a length that it uses, and Luhn.
bool is_card_number(std::string_view digits);

// A resident identity number (GB 11643-1999): 17 digits and a check character
// (digit, X or x) with a province that exists, a day between 1900 and 2099 that
// exists, and the checksum of ISO 7064, MOD 11-2.
bool is_identity_number(std::string_view number);

// Whether `text` is base64 (standard or URL alphabet, padding optional) of
// `name:password` in printable ASCII, as in HTTP's Basic scheme.
bool is_basic_credential(std::string_view text);

}  // namespace nacre::guard
