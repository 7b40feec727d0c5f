#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nacre {

struct CompareRequest {
  std::string with;  // "openclaw"
  std::string query;
  std::uint32_t limit = 0;       // 0: recall.limit, for both.
  std::uint32_t timeout_ms = 0;  // 0: compare.timeout_ms
  std::string agent;             // Of the other; empty: its default agent.
  std::string own_program;       // Our command, run as a process of its own as well.
};

struct ComparedHit {
  std::uint32_t rank = 0;  // From 1.
  std::uint32_t start_line = 0, end_line = 0;
  double score = 0;
  std::string snippet;
};

// A place that one or both have found: same file, lines that meet.
struct ComparedPlace {
  std::string path;
  std::optional<ComparedHit> ours, theirs;
};

struct ComparedRun {
  double wall_ms = 0;  // Of the whole process.
  std::uint32_t results = 0;
  std::string note;  // What it says of its answer: stale, degraded, a warning.
};

struct CompareAnswer {
  std::string query, with;
  ComparedRun ours, theirs;
  std::vector<ComparedPlace> places;  // By our rank, then by theirs.
  std::uint32_t both = 0, only_ours = 0, only_theirs = 0;
};

}  // namespace nacre
