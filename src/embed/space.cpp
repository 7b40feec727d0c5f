#include "embed/space.h"

#include <initializer_list>
#include <string_view>

namespace nacre::embed {

SpaceId space_id(const SpaceDescription& description) {
  base::Sha256Hasher hasher;
  const std::string dimensions = std::to_string(description.dimensions);
  const std::string_view normalised = description.normalised ? "1" : "0";
  // Each part with its length before it, so that no two descriptions run together.
  for (const std::string_view part : std::initializer_list<std::string_view>{
           "nacre-space-1", description.provider, description.model, description.revision,
           dimensions, description.pooling, normalised, description.query_prompt,
           description.document_prompt, description.quantisation}) {
    hasher.update(std::to_string(part.size()) + ":").update(part);
  }
  return {hasher.finish()};
}

}  // namespace nacre::embed
