#pragma once

#include <string>
#include <string_view>

#include "cli/render.h"
#include "nacre/memory.h"

namespace nacre::cli {

// Standard output, standard error and standard input of this process.
//
// An answer is written whole and checked: a full disk behind standard output is a
// failure that the exit code shows. A reader that went away is not.
class Output {
 public:
  // Reads NO_COLOR and TERM and asks whether the streams are terminals.
  Output();

  // What is said to people is said in this language; English at first.
  void speak(Language language) { words_ = Words(language); }
  const Words& words() const { return words_; }

  void set_json(bool json) { json_ = json; }
  void forbid_colour() { colour_ = false; }
  bool json() const { return json_; }
  bool colour() const { return colour_ && out_is_terminal_; }
  bool out_is_terminal() const { return out_is_terminal_; }
  bool err_is_terminal() const { return err_is_terminal_; }

  void print(std::string_view text);
  void note(std::string_view text);  // Standard error.
  void print(const Rendered& rendered) {
    print(rendered.out);
    note(rendered.notes);
  }
  bool failed() const { return failed_; }

 private:
  Words words_;
  bool json_ = false;
  bool colour_ = true;
  bool out_is_terminal_ = false;
  bool err_is_terminal_ = false;
  bool failed_ = false;
};

// All of standard input; ResourceExhausted above `bytes_max`.
Result<std::string> read_standard_input(std::size_t bytes_max);

// One line on a terminal's standard error that is drawn over, at most ten times
// a second, and wiped at the end.
class ProgressBar {
 public:
  explicit ProgressBar(Output& output) : output_(&output) {}
  ~ProgressBar();
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  void show(const IndexProgress& progress);

 private:
  Output* output_;
  std::int64_t drawn_ms_ = 0;
};

std::string progress_line(const IndexProgress& progress);

}  // namespace nacre::cli
