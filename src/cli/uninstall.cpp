#include "cli/uninstall.h"

#include "cli/harmless.h"
#include "memory/json.h"

namespace nacre::cli {
namespace {

Rendered render(const UninstallReport& report, const Words& words) {
  Rendered rendered;
  for (const UninstallItem& item : report.removed) {
    const std::string path = harmless(item.path), why = words.of(item.why);
    if (item.restored) {
      rendered.out +=
          report.applied
              ? words.say("removed: {} ({}; the earlier one is back)", path, why)
              : words.say("would remove: {} ({}; the earlier one comes back)", path, why);
    } else {
      rendered.out += report.applied ? words.say("removed: {} ({})", path, why)
                                     : words.say("would remove: {} ({})", path, why);
    }
    rendered.out += "\n";
  }
  for (const UninstallItem& item : report.kept) {
    rendered.out += words.say("kept: {} ({})", harmless(item.path), words.of(item.why)) + "\n";
  }
  rendered.out += words.count(report.notes, "kept: {} note", "kept: {} notes") + "\n";
  for (const UninstallItem& item : report.failed) {
    rendered.notes +=
        words.say("not removed: {}: {}", harmless(item.path), harmless(words.of(item.why))) + "\n";
  }
  if (!report.applied) {
    rendered.notes += words.say("nothing was changed; `nacre uninstall --yes` does it") + "\n";
  }
  return rendered;
}

}  // namespace

Result<ExitCode> uninstall(Memory& memory, const Arguments& arguments, Output& output) {
  const UninstallReport report = NACRE_TRY(memory.uninstall(
      {.apply = arguments.has("--yes"), .purge_state = arguments.has("--purge-state")}));
  if (output.json()) {
    output.print(memory::to_json(report) + "\n");
  } else {
    output.print(render(report, output.words()));
  }
  return report.failed.empty() ? ExitCode::Found : ExitCode::Partial;
}

}  // namespace nacre::cli
