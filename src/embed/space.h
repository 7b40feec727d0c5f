#pragma once

#include <cstdint>
#include <string>

#include "base/hash.h"

namespace nacre::embed {

// Vectors are compared only within one space. Everything that decides what a vector is belongs to
// its description; where a service is reached and with which key does not.
struct SpaceDescription {
  std::string provider;  // "static", "local", "openai", ...
  std::string model;
  std::string revision;  // Of a file its hash.
  std::uint32_t dimensions = 0;
  std::string pooling;
  bool normalised = true;
  std::string query_prompt, document_prompt;
  std::string quantisation;
};

// What a stored vector carries.
struct SpaceId {
  base::Sha256 bytes = {};

  std::string hex() const { return base::hex(bytes); }
  bool operator==(const SpaceId&) const = default;
};

// Equal descriptions alone give equal ids, on every machine.
SpaceId space_id(const SpaceDescription& description);

}  // namespace nacre::embed
