// nacre_docs DIRECTORY: writes the manual pages and the completions of the shells into
// DIRECTORY, laid out as below a prefix's share/. Run by the build.

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <string>

#include "cli/completion.h"
#include "cli/man_page.h"

namespace {

// Makes the directories of `path` and the file; says why not on standard error.
bool write_file(const std::string& path, const std::string& text) {
  for (std::size_t at = path.find('/', 1); at != std::string::npos; at = path.find('/', at + 1)) {
    const std::string directory = path.substr(0, at);
    if (::mkdir(directory.c_str(), 0755) != 0 && errno != EEXIST) {
      std::perror(directory.c_str());
      return false;
    }
  }
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (file == nullptr || std::fwrite(text.data(), 1, text.size(), file) != text.size()) {
    std::perror(path.c_str());
    if (file != nullptr) std::fclose(file);
    return false;
  }
  return std::fclose(file) == 0;
}

}  // namespace

int main(int count, char** values) {
  if (count != 2) {
    std::fputs("usage: nacre_docs DIRECTORY\n", stderr);
    return 2;
  }
  using nacre::cli::Language;
  using nacre::cli::Words;
  const std::string share = values[1];
  const Words english, chinese(Language::Chinese);
  bool done =
      write_file(share + "/bash-completion/completions/nacre", nacre::cli::bash_completion()) &&
      write_file(share + "/zsh/site-functions/_nacre", nacre::cli::zsh_completion(english)) &&
      write_file(share + "/fish/vendor_completions.d/nacre.fish",
                 nacre::cli::fish_completion(english));
  for (const auto& [directory, words] :
       {std::pair(share + "/man", &english), std::pair(share + "/man/zh_CN", &chinese)}) {
    const std::string section = directory + "/man1/nacre";
    done = done && write_file(section + ".1", nacre::cli::man_page(*words));
    for (const nacre::cli::Verb& verb : nacre::cli::verbs()) {
      done = done && write_file(section + "-" + std::string(verb.name) + ".1",
                                nacre::cli::man_page(verb, *words));
    }
  }
  return done ? 0 : 1;
}
