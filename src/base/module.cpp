#include "base/module.h"

#include <dlfcn.h>
#include <unistd.h>

#include <array>

namespace nacre::base {
namespace {

// The directory of the file that holds this code: the program, or libnacre.so in
// a program that embeds us.
std::string own_directory() {
  Dl_info info{};
  if (dladdr(reinterpret_cast<const void*>(&module_directories), &info) == 0) return {};
  std::string path = info.dli_fname == nullptr ? "" : info.dli_fname;
  // A program is named here as it was called, which may be by a link or a bare name.
  std::array<char, 4096> buffer{};
  const ssize_t length = ::readlink("/proc/self/exe", buffer.data(), buffer.size());
  const bool is_library = path.find(".so") != std::string::npos;
  if (!is_library && length > 0) path.assign(buffer.data(), static_cast<std::size_t>(length));
  const std::size_t slash = path.rfind('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

}  // namespace

std::vector<std::string> module_directories(std::string_view directory) {
  const std::string here(directory);
  return {here + "/nacre", here + "/../" NACRE_MODULE_DIRECTORY, here + "/../lib/nacre",
          here + "/../lib", here};
}

Result<Module> Module::load(std::string_view name) {
  const std::string file = "libnacre_" + std::string(name) + ".so";
  const std::string directory = own_directory();
  std::string tried;
  if (!directory.empty()) {
    for (const std::string& place : module_directories(directory)) {
      const std::string path = place + "/" + file;
      if (::access(path.c_str(), F_OK) != 0) continue;
      if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return Module(handle, path);
      const char* why = dlerror();
      tried = why == nullptr ? path : why;
    }
  }
  if (void* handle = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL)) return Module(handle, file);
  if (tried.empty()) tried = "it is not in '" + module_directories(directory)[1] + "'";
  return Error{ErrorCode::Unsupported, "load " + file + ": " + tried,
               "install Nacre whole, with the modules in lib/nacre and the libraries they need"};
}

Result<void*> Module::symbol(const char* name) const {
  if (void* found = dlsym(handle_, name)) return found;
  return Error{ErrorCode::Unsupported, "'" + path_ + "' has no " + std::string(name),
               "it belongs to another version of Nacre; install both anew"};
}

}  // namespace nacre::base
