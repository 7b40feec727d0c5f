#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "nacre/memory.h"

// Whole questions in a running process: recall_bench WORKSPACE QUESTIONS [ROUNDS].
// QUESTIONS has one question a line. Prints percentiles in milliseconds per
// language and the process's peak memory. The first round warms and is not counted.

namespace {

double now_ms() {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void print(const char* name, std::vector<double>& times) {
  if (times.empty()) return;
  std::sort(times.begin(), times.end());
  const auto at = [&](double share) {
    return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
  };
  std::printf("%s: %zu questions, p50 %.2f ms, p95 %.2f ms, p99 %.2f ms, max %.2f ms\n", name,
              times.size(), at(0.5), at(0.95), at(0.99), times.back());
}

int run(const char* workspace, const char* file, int rounds) {
  auto memory = nacre::Memory::open({.workspace = workspace});
  if (!memory.ok()) {
    std::fprintf(stderr, "recall_bench: %s\n", memory.error().message.c_str());
    return 1;
  }
  std::vector<std::string> questions;
  std::ifstream input(file);
  for (std::string line; std::getline(input, line);) questions.push_back(line);
  std::vector<double> english, chinese;
  for (int round = 0; round <= rounds; ++round) {
    for (const std::string& question : questions) {
      nacre::RecallRequest request;
      request.query = question;
      const double start = now_ms();
      const auto answer = memory.value()->recall(request);
      const double took = now_ms() - start;
      if (!answer.ok()) {
        std::fprintf(stderr, "recall_bench: %s\n", answer.error().message.c_str());
        return 1;
      }
      const bool is_ascii = std::all_of(question.begin(), question.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
      });
      if (round > 0) (is_ascii ? english : chinese).push_back(took);
    }
  }
  print("English", english);
  print("Chinese", chinese);
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  std::printf("peak memory %ld KiB\n", usage.ru_maxrss);
  return 0;
}

}  // namespace

int main(int count, char** values) {
  if (count < 3) {
    std::fprintf(stderr, "usage: recall_bench WORKSPACE QUESTIONS [ROUNDS]\n");
    return 2;
  }
  return run(values[1], values[2], count > 3 ? std::atoi(values[3]) : 5);
}
