#include "memory/pending.h"

#include "base/hash.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

constexpr std::size_t kWaitingMax = 1000;
constexpr std::size_t kNameCharacters = 16;

Status keep(const std::string& path, std::string_view text, const Setting& setting) {
  NACRE_TRY(workspace::hide_state_from_git(setting.root));
  const std::string directory = setting.root.directory() + "/" + std::string(kPendingDirectory);
  NACRE_TRY(fs::make_private_directory(*setting.files, directory));
  if (NACRE_TRY(setting.files->list(directory)).size() >= kWaitingMax) {
    return Error{ErrorCode::ResourceExhausted, directory + " is full"};  // not for people
  }
  NACRE_TRY(setting.root.create(path, text));
  return Ok{};
}

}  // namespace

Error kept_for_later(Error why, std::string_view text, const Setting& setting) {
  if (why.code == ErrorCode::InvalidArgument) return why;
  const std::string path = std::string(kPendingDirectory) + "/" +
                           base::base32(base::sha256(text), kNameCharacters) + ".md";
  if (!keep(path, text, setting).ok()) return why;
  const std::string waits = "the text waits in " + path;
  const std::string hint = why.hint.empty() ? waits : why.hint + "; " + waits;
  return std::move(why).with_hint(hint);
}

std::string pending_warning(const Setting& setting) {
  const auto waiting =
      setting.files->list(setting.root.directory() + "/" + std::string(kPendingDirectory));
  if (!waiting.ok() || waiting.value().empty()) return {};
  return std::to_string(waiting.value().size()) + " texts that could not be written wait in " +
         std::string(kPendingDirectory) +
         "; keep each with `nacre remember - < FILE`, then delete it";
}

}  // namespace nacre::memory
