# What is built for users: libnacre.so from all rooms but the shells, the program nacre, and its
# manual pages and completions. cmake/install.cmake says where they go.

get_property(rooms GLOBAL PROPERTY NACRE_BUILT_ROOMS)
set(library_rooms ${rooms})
list(REMOVE_ITEM library_rooms cli mcp http)

set(sources "")
foreach(room IN LISTS library_rooms)
  get_target_property(type nacre_${room} TYPE)
  if(type STREQUAL "OBJECT_LIBRARY")
    list(APPEND sources $<TARGET_OBJECTS:nacre_${room}>)
  endif()
endforeach()
if(NOT sources)
  return()
endif()

list(TRANSFORM library_rooms PREPEND nacre_)
add_library(nacre SHARED)
target_link_libraries(nacre PRIVATE ${library_rooms})
target_compile_features(nacre INTERFACE cxx_std_20)
if(NACRE_PROGRAM_STATIC)
  # Only what include/nacre/ declares is seen from outside; a program that shares the library needs
  # the rooms, too.
  target_link_options(nacre PRIVATE -Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/libnacre.map)
  set_property(TARGET nacre APPEND PROPERTY LINK_DEPENDS ${PROJECT_SOURCE_DIR}/cmake/libnacre.map)
endif()
target_include_directories(nacre INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(nacre PROPERTIES
  VERSION ${PROJECT_VERSION}
  SOVERSION 0
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
add_library(nacre::nacre ALIAS nacre)

# What is loaded on first use (base/module.h) is no part of what is linked.
get_property(modules GLOBAL PROPERTY NACRE_MODULES)
add_dependencies(nacre ${modules})

if(NOT TARGET nacre_cli)
  return()
endif()
get_target_property(type nacre_cli TYPE)
if(NOT type STREQUAL "OBJECT_LIBRARY")
  return()
endif()

add_executable(nacre_program src/cli/main.cpp)
get_property(closure GLOBAL PROPERTY NACRE_CLOSURE_cli)
if(NACRE_PROGRAM_STATIC)
  target_link_libraries(nacre_program PRIVATE nacre_cli ${closure} nacre_warnings)
else()
  # Not through nacre_cli's own link interface: that would bring the rooms' objects in again.
  target_sources(nacre_program PRIVATE $<TARGET_OBJECTS:nacre_cli>)
  target_include_directories(nacre_program PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(nacre_program PRIVATE nacre nacre::json nacre::threads)
endif()
add_dependencies(nacre_program ${modules})
set_target_properties(nacre_program PROPERTIES
  OUTPUT_NAME nacre
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
  BUILD_RPATH "$ORIGIN/../lib")
if(NOT NACRE_PROGRAM_STATIC)
  set_target_properties(nacre_program PROPERTIES INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
endif()

# Manual pages and completions come from the tables that --help reads.
add_executable(nacre_docs src/cli/docs_main.cpp)
target_link_libraries(nacre_docs PRIVATE nacre_cli ${closure} nacre_warnings)
set(NACRE_SHARE ${PROJECT_BINARY_DIR}/share)
find_program(NACRE_GZIP gzip)
set(compress "")
if(NACRE_GZIP)
  set(compress COMMAND find ${NACRE_SHARE}/man -name *.1 -exec ${NACRE_GZIP} -9nf {} +)
endif()
add_custom_command(OUTPUT ${NACRE_SHARE}/made
  COMMAND ${CMAKE_COMMAND} -E rm -rf ${NACRE_SHARE}
  COMMAND nacre_docs ${NACRE_SHARE}
  ${compress}
  COMMAND ${CMAKE_COMMAND} -E touch ${NACRE_SHARE}/made
  DEPENDS nacre_docs
  COMMENT "Writing manual pages and completions"
  VERBATIM)
add_custom_target(nacre_share ALL DEPENDS ${NACRE_SHARE}/made)
