#include "cli/man_page.h"

#include <algorithm>

#include "nacre/memory.h"

namespace nacre::cli {
namespace {

// Text of a page: no character of it means anything to roff.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\\') {
      out += "\\e";
    } else if (c == '-') {
      out += "\\-";
    } else {
      // A line that starts so would be a request.
      if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
      out += c;
    }
  }
  return out;
}

std::string bold(std::string_view text) {
  return "\\fB" + plain(text) + "\\fR";
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

class Page {
 public:
  Page(std::string_view name, std::string_view summary, const Words& words) : words_(&words) {
    // not for people: roff
    out_ = ".TH " + upper(plain(name)) + " 1 \"\" \"nacre " + std::string(version()) +
           "\" \"Nacre\"\n";
    section(words.say("NAME"));
    out_ += plain(name) + " \\- " + plain(summary) + "\n";
  }

  void section(const std::string& title) { out_ += ".SH " + plain(title) + "\n"; }

  // Empty lines part paragraphs.
  void text(std::string_view lines) {
    while (!lines.empty()) {
      const std::size_t end = std::min(lines.find('\n'), lines.size());
      out_ += end == 0 ? ".PP" : plain(lines.substr(0, end));
      out_ += '\n';
      lines.remove_prefix(std::min(end + 1, lines.size()));
    }
  }
  void bold_line(std::string_view text) { out_ += bold(text) + "\n"; }

  void commands(std::string_view lines) {
    section(words_->say("EXAMPLES"));
    out_ += ".nf\n";
    text(lines);
    out_ += ".fi\n";
  }
  void item(std::string_view left, std::string_view value, std::string_view right) {
    out_ += ".TP\n" + bold(left);
    if (!value.empty()) out_ += " \\fI" + plain(value) + "\\fR";
    out_ += "\n" + plain(right) + "\n";
  }
  void options(const std::string& title, std::span<const Option> options) {
    if (options.empty()) return;
    section(title);
    for (const Option& option : options) item(option.name, option.value, words_->of(option.help));
  }
  void exit_codes() {
    section(words_->say("EXIT STATUS"));
    item("0", "", words_->say("Found, or done."));
    item("1", "", words_->say("Nothing found."));
    item("2", "", words_->say("Wrong usage."));
    item("3", "", words_->say("Denied in this context."));
    item("4", "", words_->say("Answered, but a part that is configured failed."));
    item("5", "", words_->say("Failed."));
  }
  void see_also(std::string_view except) {
    section(words_->say("SEE ALSO"));
    std::string pages = except == "nacre" ? "" : bold("nacre") + "(1)";
    for (const Verb& verb : verbs()) {
      const std::string name = "nacre-" + std::string(verb.name);
      if (name == except) continue;
      pages += (pages.empty() ? "" : ",\n") + bold(name) + "(1)";
    }
    out_ += pages + "\n";
  }
  std::string take() { return std::move(out_); }

 private:
  const Words* words_;
  std::string out_;
};

void describe_surroundings(Page& page, const Words& words) {
  page.section(words.say("ENVIRONMENT"));
  page.item("NACRE_WORKSPACE", "",
            words.say("The workspace, where --workspace does not name one."));
  page.item("NACRE_NOW", "",
            words.say("An instant such as 2026-02-09T18:30:00+08:00 that counts as now."));
  page.item("LC_ALL, LC_MESSAGES, LANG", "",
            words.say("The language of help and messages, where neither --lang nor user.language "
                      "names one: Chinese for zh, else English."));
  page.item("NO_COLOR", "", words.say("When set, no colour on a terminal."));
  page.section(words.say("FILES"));
  page.item("MEMORY.md, USER.md, memory/, projects/", "",
            words.say("The notes of a workspace, which are the truth."));
  page.item(".nacre/config.toml", "", words.say("The configuration of a workspace."));
  page.item(".nacre/cache/", "",
            words.say("What is derived from the notes; it may be deleted at any time."));
}

}  // namespace

std::string man_page(const Words& words) {
  Page page("nacre", words.say("memory for AI agents, in Markdown files"), words);
  page.section(words.say("SYNOPSIS"));
  page.bold_line("nacre COMMAND [OPTIONS] ...");
  page.section(words.say("DESCRIPTION"));
  page.text(
      words.say("An agent's notes stay Markdown files that people read, edit and keep in git;\n"
                "nacre finds anything in them, in English, Chinese or both, and shows private\n"
                "memory to nobody else."));
  page.section(words.say("COMMANDS"));
  for (const Verb& verb : verbs()) {
    page.item("nacre " + std::string(verb.name), verb.words, words.of(verb.summary));
  }
  page.options(words.say("OPTIONS OF EVERY COMMAND"), global_options());
  page.exit_codes();
  describe_surroundings(page, words);
  page.see_also("nacre");
  return page.take();
}

std::string man_page(const Verb& verb, const Words& words) {
  const std::string name = "nacre-" + std::string(verb.name);
  Page page(name, words.of(verb.summary), words);
  page.section(words.say("SYNOPSIS"));
  page.bold_line("nacre " + std::string(verb.name) + " [OPTIONS]" +
                 (verb.words.empty() ? "" : " ") + std::string(verb.words));
  page.section(words.say("DESCRIPTION"));
  page.text(words.say("{}.", words.of(verb.summary)));
  if (!verb.alias.empty()) page.text(words.say("Also called {}.", verb.alias));
  if (!verb.details.empty()) page.text("\n" + words.of(verb.details));
  page.options(words.say("OPTIONS"), verb.options);
  page.options(words.say("OPTIONS OF EVERY COMMAND"), global_options());
  page.commands(verb.examples);
  page.exit_codes();
  page.see_also(name);
  return page.take();
}

}  // namespace nacre::cli
