# Compiler launcher, warnings, sanitizers and linker: everything that is the same for every target.

find_program(NACRE_CCACHE ccache)
if(NACRE_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${NACRE_CCACHE})
endif()

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "Build type" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_CXX_FLAGS_DEBUG "-O1 -g1 -fno-omit-frame-pointer")

add_library(nacre_warnings INTERFACE)
target_compile_options(nacre_warnings INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wold-style-cast
  -Wnon-virtual-dtor -Woverloaded-virtual -Wformat=2 -Wmissing-declarations -Wextra-semi -Wundef
  -Wdouble-promotion
  $<$<CXX_COMPILER_ID:Clang>:-Wthread-safety -Wno-gnu-statement-expression
    -Wno-gnu-zero-variadic-macro-arguments -Wno-missing-field-initializers>
  # Designated initialisers leave the rest at its default on purpose.
  # g++ 12 takes inlined std::string code for uninitialised or overlapping; clang's analyser and the
  # sanitizers look for the real ones.
  $<$<CXX_COMPILER_ID:GNU>:-Wno-missing-field-initializers -Wno-maybe-uninitialized -Wno-restrict>
  $<$<BOOL:${NACRE_WERROR}>:-Werror>)

if(NACRE_SANITIZE)
  add_compile_options(-fsanitize=${NACRE_SANITIZE} -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${NACRE_SANITIZE})
endif()
if(NACRE_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    message(FATAL_ERROR "NACRE_FUZZ needs clang: libFuzzer comes with it")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# Lazy binding on purpose (no -z now, no -fno-plt): a recall calls few of the symbols it links,
# and a fresh process has only milliseconds.
add_link_options(-Wl,-O1 -Wl,--as-needed -Wl,-z,lazy)
find_program(NACRE_LLD ld.lld)
if(NACRE_LLD)
  add_link_options(-fuse-ld=lld)
endif()
