# nacre_layer(<name>
#   SOURCES <file>...           the room; none yet means headers only
#   [TESTS <x_test.cpp>...]     one test program per room, nacre_<name>_test
#   [FUZZ <x_fuzz.cpp>...]      one fuzz target per file, seeds in fuzz/<x>/
#   [BENCH <x_bench.cpp>...]    one benchmark program per room, nacre_<name>_bench
#   [LIBS <nacre::library>...]  outside libraries, see cmake/dependencies.cmake
#   [TEST_LIBS <library>...]    such libraries for the tests alone
#   DEPENDS <lower rooms>)
#
# One folder under src/ is one object library, nacre_<name>, that may use only the rooms named
# here. tools/check_layers.py reads the same DEPENDS lists and fails when an #include steps
# outside them. A DEPENDS room that does not exist yet is passed over.
#
# Objects do not travel along target_link_libraries from one object library to the next, so each
# room remembers all rooms below it in the global property NACRE_CLOSURE_<name>.

include(GoogleTest)

add_custom_target(fuzzers)

function(nacre_layer name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;TESTS;FUZZ;BENCH;LIBS;TEST_LIBS;DEPENDS")
  if(arg_UNPARSED_ARGUMENTS OR NOT CMAKE_CURRENT_SOURCE_DIR STREQUAL ${PROJECT_SOURCE_DIR}/src/${name})
    message(FATAL_ERROR "nacre_layer(${name}): unknown argument or wrong folder: ${arg_UNPARSED_ARGUMENTS}")
  endif()

  set(lower "")
  foreach(room IN LISTS arg_DEPENDS)
    if(NOT room IN_LIST NACRE_ROOMS)
      message(FATAL_ERROR "nacre_layer(${name}): DEPENDS names ${room}, which is not a room")
    endif()
    if(TARGET nacre_${room})
      get_property(below GLOBAL PROPERTY NACRE_CLOSURE_${room})
      list(APPEND lower nacre_${room} ${below})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES lower)
  set_property(GLOBAL PROPERTY NACRE_CLOSURE_${name} ${lower})
  set_property(GLOBAL APPEND PROPERTY NACRE_BUILT_ROOMS ${name})

  if(arg_SOURCES)
    add_library(nacre_${name} OBJECT ${arg_SOURCES})
    target_include_directories(nacre_${name} PUBLIC ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_compile_definitions(nacre_${name} PRIVATE NACRE_VERSION="${PROJECT_VERSION}")
    target_link_libraries(nacre_${name} PUBLIC ${lower} ${arg_LIBS} PRIVATE nacre_warnings)
  else()
    add_library(nacre_${name} INTERFACE)
    target_include_directories(nacre_${name} INTERFACE ${PROJECT_SOURCE_DIR}/src ${PROJECT_SOURCE_DIR}/include)
    target_link_libraries(nacre_${name} INTERFACE ${lower} ${arg_LIBS})
  endif()

  if(arg_TESTS AND NACRE_BUILD_TESTS)
    nacre_room_executable(nacre_${name}_test nacre_${name} ${lower} FILES ${arg_TESTS})
    target_include_directories(nacre_${name}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests)
    target_link_libraries(nacre_${name}_test PRIVATE ${arg_TEST_LIBS} nacre::gtest GTest::gtest_main)
    gtest_discover_tests(nacre_${name}_test
      TEST_PREFIX "${name}."
      DISCOVERY_MODE PRE_TEST
      DISCOVERY_TIMEOUT 60
      PROPERTIES TIMEOUT 120)
  endif()

  if(arg_BENCH AND NACRE_BUILD_BENCH)
    nacre_room_executable(nacre_${name}_bench nacre_${name} ${lower} FILES ${arg_BENCH})
    target_link_libraries(nacre_${name}_bench PRIVATE benchmark::benchmark_main)
  endif()

  foreach(file IN LISTS arg_FUZZ)
    string(REGEX REPLACE "(_fuzz)?\\.cpp$" "" target ${file})
    nacre_fuzz_target(${target} ${file} nacre_${name} ${lower})
  endforeach()
endfunction()

# nacre_module(<target>)
#
# A library that is loaded on first use (base/module.h): built into lib/, installed into
# <libdir>/nacre. Test programs find it through the loader's path.
function(nacre_module target)
  set_target_properties(${target} PROPERTIES
    PREFIX lib
    CXX_VISIBILITY_PRESET hidden
    LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
  set_property(GLOBAL APPEND PROPERTY NACRE_MODULES ${target})
endfunction()

# nacre_room_executable(<target> <room libraries>... FILES <file>...)
function(nacre_room_executable target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FILES")
  add_executable(${target} ${arg_FILES})
  target_link_libraries(${target} PRIVATE ${arg_UNPARSED_ARGUMENTS} nacre_warnings)
  get_property(modules GLOBAL PROPERTY NACRE_MODULES)
  if(modules)
    add_dependencies(${target} ${modules})
  endif()
  set_target_properties(${target} PROPERTIES BUILD_RPATH ${PROJECT_BINARY_DIR}/lib)
endfunction()

# With NACRE_FUZZ a libFuzzer program and the test fuzz.<target>, which looks for new inputs for
# NACRE_FUZZ_SECONDS (or 5) seconds. Without it a program that feeds the seeds once, as the test
# fuzz_seeds.<target>: so every compiler and sanitizer sees them.
function(nacre_fuzz_target target file)
  set(seeds ${PROJECT_SOURCE_DIR}/fuzz/${target})
  if(NACRE_FUZZ)
    nacre_room_executable(nacre_${target}_fuzz ${ARGN} FILES ${file})
    target_link_options(nacre_${target}_fuzz PRIVATE -fsanitize=fuzzer)
    add_dependencies(fuzzers nacre_${target}_fuzz)
    if(NACRE_BUILD_TESTS)
      add_test(NAME fuzz.${target}
        COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tools/run_fuzzer.py
          $<TARGET_FILE:nacre_${target}_fuzz> ${seeds} ${PROJECT_BINARY_DIR}/fuzz/${target})
      set_tests_properties(fuzz.${target} PROPERTIES LABELS fuzz TIMEOUT 4000)
    endif()
  elseif(NACRE_BUILD_TESTS)
    nacre_room_executable(nacre_${target}_fuzz_seeds ${ARGN}
      FILES ${file} ${PROJECT_SOURCE_DIR}/tests/support/fuzz_seeds_main.cpp)
    add_test(NAME fuzz_seeds.${target} COMMAND nacre_${target}_fuzz_seeds ${seeds})
    set_tests_properties(fuzz_seeds.${target} PROPERTIES TIMEOUT 120)
  endif()
endfunction()

# nacre_case(<id> <room> <gtest filter>)
#
# Registers case.<id> for a case that unit tests hold rather than a scenario. Fails when the filter
# matches no test, which GoogleTest itself would call a success.
function(nacre_case id room filter)
  if(NACRE_BUILD_TESTS)
    add_test(NAME case.${id}
      COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/tests/cases/run_gtest_case.py
        $<TARGET_FILE:nacre_${room}_test> ${filter})
    set_tests_properties(case.${id} PROPERTIES TIMEOUT 120)
    set_property(GLOBAL APPEND PROPERTY NACRE_CASES ${id})
  endif()
endfunction()
