#pragma once

#include <memory>
#include <string>

#include "embed/static_space.h"
#include "embed/static_writer.h"

namespace nacre::embed {

// For tests: a small space with the structure of the real one. Words of one concept, in both
// languages, lie around one direction; concepts lie apart. Deterministic.
//
// English: computer laptop pc, medicine drug drugs, doctor physician, beach sea, salary wage;
// "the" and "my" count nothing. Chinese: 计算机 电脑, 药 药物, 医生 大夫, 海边 海滩, 工资 薪水, and
// the single characters 计 算 机 电 脑 with concepts of their own; 的 counts nothing.
StaticContent test_english();
StaticContent test_chinese();

// Bytes in memory and the space over them.
class TestSpace {
 public:
  TestSpace();
  const StaticSpace& space() const { return *space_; }
  const std::string& english() const { return *english_; }
  const std::string& chinese() const { return *chinese_; }

 private:
  std::unique_ptr<const std::string> english_, chinese_;
  std::unique_ptr<const StaticSpace> space_;
};

}  // namespace nacre::embed
