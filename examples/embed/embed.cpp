// A program with a memory: opens a workspace, keeps something, finds it again, and prints what a
// session would start with.
//
//   cmake -S . -B build && cmake --build build
//   ./build/embed DIRECTORY

#include <nacre/memory.h>

#include <cstdio>
#include <string>

namespace {

// Every call says what went wrong and what to do about it.
int complain(const nacre::Error& error) {
  std::fprintf(stderr, "%s\n", error.message.c_str());
  if (!error.hint.empty()) std::fprintf(stderr, "  %s\n", error.hint.c_str());
  return error.code == nacre::ErrorCode::InvalidArgument ? 2 : 1;
}

int use(nacre::Memory& memory) {
  const auto written = memory.remember({.text = "部署窗口是每周二上午 (deploys: Tuesday mornings)",
                                        .importance = 8});
  if (!written.ok()) return complain(written.error());
  std::printf("written: %s:%u\n", written.value().path.c_str(), written.value().line);

  const auto answer = memory.recall({.query = "什么时候部署", .limit = 3});
  if (!answer.ok()) return complain(answer.error());
  for (const nacre::RecallHit& hit : answer.value().results) {
    std::printf("found: %s:%u  %.2f  %s\n", hit.path.c_str(), hit.line, hit.score,
                hit.snippet.c_str());
  }
  // Nothing found and denied are answers, not errors.
  if (answer.value().results.empty()) std::printf("nothing found\n");

  const auto group = memory.get(
      {.path = "MEMORY.md", .scope = {.context = nacre::ContextKind::Group}});
  if (!group.ok()) return complain(group.error());
  std::printf("in a group: %s\n", std::string(nacre::name(group.value().status)).c_str());

  const auto start = memory.context({.budget_tokens = 2000});
  if (!start.ok()) return complain(start.error());
  std::printf("a session starts with %llu tokens:\n%s",
              static_cast<unsigned long long>(start.value().tokens), start.value().text.c_str());
  return 0;
}

}  // namespace

int main(int count, char** values) {
  if (count != 2) {
    std::fprintf(stderr, "usage: embed DIRECTORY\n");
    return 2;
  }
  const auto made = nacre::Memory::init(values[1], "");
  if (!made.ok()) return complain(made.error());
  const auto memory = nacre::Memory::open({.workspace = values[1]});
  if (!memory.ok()) return complain(memory.error());
  return use(*memory.value());
}
