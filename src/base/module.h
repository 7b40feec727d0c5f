#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace nacre::base {

// A library of ours that is loaded when it is first needed, so that what it brings
// along does not slow the start of a program that never needs it. Once loaded it
// stays until the process ends.
//
// Threads: any.
class Module {
 public:
  // libnacre_<name>.so, looked for in nacre/ below the libraries that belong to the
  // program or library that holds this code, beside it, and then where the system's
  // loader looks. Unsupported, with the places, when it cannot be loaded.
  static Result<Module> load(std::string_view name);

  // Unsupported when the module has no such symbol.
  Result<void*> symbol(const char* name) const;

 private:
  Module(void* handle, std::string path) : handle_(handle), path_(std::move(path)) {}
  void* handle_;
  std::string path_;
};

// Where `load` looks, best first, for code that lies in `directory`.
std::vector<std::string> module_directories(std::string_view directory);

}  // namespace nacre::base
