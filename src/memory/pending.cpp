#include "memory/pending.h"

#include <algorithm>

#include "base/hash.h"
#include "workspace/templates.h"

namespace nacre::memory {
namespace {

constexpr std::size_t kWaitingMax = 1000;
constexpr std::size_t kNameCharacters = 16;
constexpr std::string_view kOpening = "<!-- nacre ", kClosing = " -->";

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

// One word of a shell, on one line, that cannot end the comment it stands in.
std::string quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./:,";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos) {
    return std::string(word);
  }
  std::string out = "'";
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char byte = word[i];
    if (byte == '\'') {
      out += "'\\''";
    } else if (static_cast<unsigned char>(byte) < 0x20) {
      constexpr std::string_view kDigits = "0123456789abcdef";
      out += std::string("'$'\\x") + kDigits[static_cast<unsigned char>(byte) >> 4U] +
             kDigits[static_cast<unsigned char>(byte) & 0xFU] + "''";
    } else {
      // "-->" and "--!>" end a comment.
      if (byte == '>' || byte == '!') out += "''";
      out += byte;
    }
  }
  return out + "'";
}

// A command line with the options of a request.
class CommandLine {
 public:
  CommandLine(std::string_view verb, const Setting& setting)
      : redactor_(&setting.redactor), line_(verb) {}

  CommandLine& word(std::string_view text) {
    const auto hidden = redactor_->mask(text, guard::LineEnds::Drop);
    line_ += " " + quoted(hidden ? hidden->text : text);
    return *this;
  }
  CommandLine& flag(std::string_view name) {
    line_ += " ";
    line_ += name;
    return *this;
  }
  CommandLine& option(std::string_view name, std::string_view text) {
    return text.empty() ? *this : flag(name).word(text);
  }
  CommandLine& scope(const Scope& scope) {
    option("--user", scope.user);
    if (scope.context != ContextKind::Direct) flag("--context").word(name(scope.context));
    return *this;
  }
  std::string comment() const {
    return std::string(kOpening) + line_ + std::string(kClosing) + "\n";
  }

 private:
  const guard::Redactor* redactor_;
  std::string line_;
};

std::string comment_of(const RememberRequest& request, const Setting& setting) {
  CommandLine line("remember", setting);
  line.flag("-").option("--to", request.to);
  line.option("--category", request.category).option("--title", request.title);
  if (request.importance) line.option("--importance", std::to_string(*request.importance));
  for (const std::string& trigger : request.triggers) line.option("--trigger", trigger);
  if (request.visibility) line.option("--visibility", name(*request.visibility));
  line.option("--valid", request.valid);
  if (request.also_daily) line.flag("--also-daily");
  return line.scope(request.scope).comment();
}

std::string comment_of(const LogRequest& request, const Setting& setting) {
  CommandLine line("log", setting);
  line.scope(request.scope);
  if (!request.body.empty()) line.flag("--body").flag("-");
  if (request.title.starts_with('-')) line.flag("--");
  return line.word(request.title).comment();
}

Error kept(Error why, const std::string& text, const Setting& setting) {
  if (why.code == ErrorCode::InvalidArgument) return why;
  const std::string path = std::string(kPendingDirectory) + "/" +
                           base::base32(base::sha256(text), kNameCharacters) + ".md";
  if (!keep(path, text, setting).ok()) return why;
  const std::string waits = "the text waits in " + path;
  const std::string hint = why.hint.empty() ? waits : why.hint + "; " + waits;
  return std::move(why).with_hint(hint);
}

}  // namespace

Error kept_for_later(Error why, const RememberRequest& request, const Setting& setting) {
  return kept(std::move(why), comment_of(request, setting) + request.text, setting);
}

Error kept_for_later(Error why, const LogRequest& request, const Setting& setting) {
  const std::string text = request.title + (request.body.empty() ? "" : "\n\n" + request.body);
  return kept(std::move(why), comment_of(request, setting) + text, setting);
}

std::string_view without_command(std::string_view text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  const bool ours = line.starts_with(std::string(kOpening) + "remember ") ||
                    line.starts_with(std::string(kOpening) + "log ");
  if (!ours || !line.ends_with(kClosing)) return text;
  return text.substr(std::min(line.size() + 1, text.size()));
}

std::string pending_warning(const Setting& setting) {
  const auto waiting =
      setting.files->list(setting.root.directory() + "/" + std::string(kPendingDirectory));
  if (!waiting.ok() || waiting.value().empty()) return {};
  return std::to_string(waiting.value().size()) + " texts that could not be written wait in " +
         std::string(kPendingDirectory) +
         "; keep each with the command in its first line and `< FILE`, then delete it";
}

}  // namespace nacre::memory
