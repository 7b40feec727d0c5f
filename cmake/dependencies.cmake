# Every outside library under one name, nacre::<library>, with its headers as system headers.

find_package(PkgConfig REQUIRED)
find_package(Threads REQUIRED)

function(nacre_dependency name)
  add_library(nacre_dependency_${name} INTERFACE)
  add_library(nacre::${name} ALIAS nacre_dependency_${name})
  target_link_libraries(nacre_dependency_${name} INTERFACE ${ARGN})
endfunction()

function(nacre_pkg_config_dependency name)
  pkg_check_modules(NACRE_${name} REQUIRED IMPORTED_TARGET ${ARGN})
  nacre_dependency(${name} PkgConfig::NACRE_${name})
endfunction()

nacre_pkg_config_dependency(sqlite sqlite3)
nacre_pkg_config_dependency(icu icu-uc icu-i18n)
nacre_pkg_config_dependency(zstd libzstd)
nacre_pkg_config_dependency(archive libarchive)
nacre_pkg_config_dependency(sodium libsodium)
nacre_pkg_config_dependency(md4c md4c)
nacre_pkg_config_dependency(re2 re2)

find_library(NACRE_STEMMER_LIBRARY stemmer REQUIRED)
find_path(NACRE_STEMMER_INCLUDE libstemmer.h REQUIRED)
nacre_dependency(stemmer ${NACRE_STEMMER_LIBRARY})
target_include_directories(nacre_dependency_stemmer SYSTEM INTERFACE ${NACRE_STEMMER_INCLUDE})

# Header only, inlined where it is used.
find_path(NACRE_XXHASH_INCLUDE xxhash.h REQUIRED)
nacre_dependency(xxhash)
target_include_directories(nacre_dependency_xxhash SYSTEM INTERFACE ${NACRE_XXHASH_INCLUDE})
target_compile_definitions(nacre_dependency_xxhash INTERFACE XXH_INLINE_ALL)

# Header only too: the shared library is built with exceptions, ours returns errors.
find_path(NACRE_TOML_INCLUDE toml++/toml.h REQUIRED)
nacre_dependency(toml)
target_include_directories(nacre_dependency_toml SYSTEM INTERFACE ${NACRE_TOML_INCLUDE})
target_compile_definitions(nacre_dependency_toml INTERFACE TOML_HEADER_ONLY=1 TOML_EXCEPTIONS=0)

find_package(nlohmann_json REQUIRED)
nacre_dependency(json nlohmann_json::nlohmann_json)
find_package(yaml-cpp REQUIRED)
nacre_dependency(yaml yaml-cpp)
find_package(fmt REQUIRED)
nacre_dependency(fmt fmt::fmt)
find_package(spdlog REQUIRED)
nacre_dependency(spdlog spdlog::spdlog)
nacre_dependency(threads Threads::Threads)

if(NACRE_BUILD_TESTS)
  find_package(GTest REQUIRED)
  find_package(rapidcheck REQUIRED)
  nacre_dependency(gtest GTest::gtest GTest::gmock)
  nacre_dependency(rapidcheck rapidcheck rapidcheck_gtest)
endif()
if(NACRE_BUILD_BENCH)
  find_package(benchmark REQUIRED)
endif()
