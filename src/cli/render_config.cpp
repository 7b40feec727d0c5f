#include "cli/harmless.h"
#include "cli/render.h"

namespace nacre::cli {
namespace {

std::string assignment(const ConfigSetting& setting) {
  return setting.key + " = " + setting.value;
}

std::string plain_number(double value) {
  char buffer[32];
  std::snprintf(buffer, sizeof buffer, "%.15g", value);
  return buffer;
}

std::string type_text(const std::string& type, const Words& words) {
  if (type == "boolean") return words.say("true or false");
  if (type == "integer") return words.say("a whole number");
  if (type == "number") return words.say("a number");
  if (type == "list") return words.say("a list of texts");
  return words.say("a text");
}

std::string type_line(const ConfigExplanation& explanation, const Words& words) {
  if (explanation.minimum) {
    return words.say("{}, {} to {}", type_text(explanation.type, words),
                     plain_number(*explanation.minimum), plain_number(*explanation.maximum));
  }
  if (explanation.choices.empty()) return type_text(explanation.type, words);
  std::string choices;
  for (const std::string& choice : explanation.choices) {
    choices += (choices.empty() ? "\"" : ", \"") + choice + "\"";
  }
  return words.say("one of {}", choices);
}

std::string source_line(const ConfigExplanation& explanation, const Words& words) {
  const ConfigSetting& setting = explanation.setting;
  if (!setting.is_default) {
    return words.say("{} (line {} of {})", setting.value, setting.line, harmless(explanation.file));
  }
  return words.say("{} (the default)", setting.value);
}

}  // namespace

Rendered render(const ConfigFile& file, const Words& words) {
  Rendered rendered{.out = harmless(file.path) + "\n", .notes = {}};
  if (!file.exists) {
    rendered.notes = words.say("there is no such file yet: every key has its default") + "\n";
  }
  return rendered;
}

Rendered render(const std::vector<ConfigSetting>& settings, const Words& words) {
  Rendered rendered;
  for (const ConfigSetting& setting : settings) {
    const std::string line = harmless(assignment(setting));
    rendered.out += (setting.is_default ? words.say("{}  # default", line) : line) + "\n";
  }
  if (settings.empty()) {
    rendered.notes = words.say(
                         "nothing is set: every key has its default; see `nacre config get "
                         "--all`") +
                     "\n";
  }
  return rendered;
}

Rendered render(const ConfigChange& change, const Words& words) {
  Rendered rendered;
  const std::string now = harmless(assignment(change.after));
  if (!change.changed) {
    rendered.out = words.say("{} already", now) + "\n";
  } else if (change.after.is_default) {
    rendered.out = words.say("{} (the default; was {})", now, harmless(change.before.value)) + "\n";
  } else {
    rendered.out = words.say("{} (was {})", now, harmless(change.before.value)) + "\n";
  }
  if (!change.next.empty()) rendered.notes = harmless(words.of(change.next)) + "\n";
  if (!change.warning.empty()) rendered.notes += harmless(words.of(change.warning)) + "\n";
  return rendered;
}

Rendered render(const ConfigExplanation& explanation, const Words& words) {
  Rendered rendered;
  const auto line = [&](const std::string& label, const std::string& text) {
    rendered.out += words.say("{}: {}", label, text) + "\n";
  };
  rendered.out = explanation.setting.key + "\n" + words.of(explanation.help) + "\n\n";
  line(words.say("type"), type_line(explanation, words));
  line(words.say("default"), explanation.setting.default_value);
  line(words.say("value"), harmless(source_line(explanation, words)));
  if (!explanation.openclaw.empty()) line(words.say("in OpenClaw"), explanation.openclaw);
  std::string nearby;
  for (const std::string& key : explanation.nearby) nearby += (nearby.empty() ? "" : ", ") + key;
  if (!nearby.empty()) line(words.say("see also"), nearby);
  if (!explanation.problem.empty()) {
    rendered.notes = harmless(words.of(explanation.problem)) + "\n";
  }
  return rendered;
}

Rendered render(const ConfigCheck& check, const Words& words) {
  Rendered rendered;
  for (const ConfigFinding& finding : check.findings) {
    std::string where = harmless(finding.file);
    if (finding.line > 0) where += ":" + std::to_string(finding.line);
    rendered.out += words.say("{}: {}", where, harmless(words.of(finding.message))) + "\n";
  }
  rendered.notes = check.findings.empty()
                       ? words.say("no problems") + "\n"
                       : words.count(check.findings.size(), "{} problem", "{} problems") + "\n";
  return rendered;
}

}  // namespace nacre::cli
