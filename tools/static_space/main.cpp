// nacre_static_builder: word vectors on stdin, glosses and frequencies as files; writes the two
// tables of the static space. tools/static_space/build.py calls it.

#include <charconv>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <string>

#include "embed/static_writer.h"
#include "static_space/chinese.h"
#include "static_space/common_components.h"
#include "static_space/english.h"
#include "static_space/text_mean.h"

namespace nacre::static_space {
namespace {

constexpr std::size_t kCommonComponents = 3;
constexpr std::string_view kOptions[] = {"--glosses",       "--frequencies", "--english-words",
                                         "--chinese-words", "--dimensions",  "--recipe",
                                         "--output"};

Error usage(const std::string& problem) {
  std::string message = problem + "; usage: nacre_static_builder";
  for (const std::string_view option : kOptions) message += " " + std::string(option) + " VALUE";
  return {ErrorCode::InvalidArgument, message + " < vectors.json"};
}

using Options = std::map<std::string, std::string, std::less<>>;

Result<Options> read_options(std::span<char*> arguments) {
  Options options;
  for (std::size_t i = 0; i + 1 < arguments.size(); i += 2) options[arguments[i]] = arguments[i + 1];
  for (const std::string_view option : kOptions) {
    if (!options.contains(option)) return usage("no " + std::string(option));
  }
  if (options.size() != std::size(kOptions) || arguments.size() % 2 != 0) {
    return usage("an unknown option");
  }
  return options;
}

Result<std::size_t> number(const Options& options, const std::string& name) {
  const std::string& text = options.at(name);
  std::size_t value = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
  if (read.ec != std::errc() || read.ptr != text.data() + text.size() || value == 0) {
    return usage(name + " is no number above 0");
  }
  return value;
}

Result<base::Sha256> recipe(const Options& options) {
  const std::string& text = options.at("--recipe");
  base::Sha256 bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const char* begin = text.data() + i * 2;
    if (text.size() != bytes.size() * 2 ||
        std::from_chars(begin, begin + 2, bytes[i], 16).ptr != begin + 2) {
      return usage("--recipe is no sha256 in hex");
    }
  }
  return bytes;
}

Status write(const std::string& directory, const std::string& name, embed::StaticContent content) {
  const std::size_t words = content.words.size();
  const std::string bytes = NACRE_TRY(embed::write_static_table(std::move(content)));
  const std::string path = directory + "/" + name;
  std::ofstream file(path, std::ios::binary);
  file.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  file.close();
  if (!file) return Error{ErrorCode::Io, "write '" + path + "' failed"};
  std::cerr << "static-space: " << words << " words in " << name << "\n";
  return Ok{};
}

Result<std::ifstream> open(const std::string& path) {
  std::ifstream file(path);
  if (!file) return Error{ErrorCode::Io, "open '" + path + "' failed"};
  return file;
}

Status run(std::span<char*> arguments) {
  const Options options = NACRE_TRY(read_options(arguments));
  const std::size_t english_max = NACRE_TRY(number(options, "--english-words"));
  const std::size_t chinese_max = NACRE_TRY(number(options, "--chinese-words"));
  const std::size_t dimensions = NACRE_TRY(number(options, "--dimensions"));
  const base::Sha256 made_by = NACRE_TRY(recipe(options));
  std::ifstream glosses = NACRE_TRY(open(options.at("--glosses")));
  std::ifstream frequencies = NACRE_TRY(open(options.at("--frequencies")));

  std::ios::sync_with_stdio(false);
  WordVectors vectors = NACRE_TRY(read_wink(std::cin));
  if (dimensions > vectors.dimensions) return usage("--dimensions is above the table's own");
  remove_common_components(vectors, std::min(kCommonComponents, vectors.dimensions), dimensions);

  embed::StaticContent english{.language = {'e', 'n'},
                               .dimensions = static_cast<std::uint32_t>(dimensions),
                               .recipe = made_by,
                               .words = english_words(vectors, english_max)};
  embed::StaticContent chinese{.language = {'z', 'h'},
                               .dimensions = english.dimensions,
                               .has_costs = true,
                               .recipe = made_by};
  chinese.words = NACRE_TRY(chinese_words(vectors, {glosses, frequencies, chinese_max}));
  subtract_text_mean(english.words);
  subtract_text_mean(chinese.words);
  const std::string& output = options.at("--output");
  NACRE_TRY(write(output, "nacre-static-en.bin", std::move(english)));
  return write(output, "nacre-static-zh.bin", std::move(chinese));
}

}  // namespace
}  // namespace nacre::static_space

int main(int count, char** arguments) {
  const auto done = nacre::static_space::run({arguments + 1, static_cast<std::size_t>(count - 1)});
  if (done.ok()) return 0;
  std::cerr << "static-space: " << done.error().message << "\n";
  return 5;
}
