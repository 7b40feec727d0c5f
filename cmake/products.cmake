# What is installed: libnacre.so from all rooms but the shells, and the program nacre.

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
target_include_directories(nacre INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
set_target_properties(nacre PROPERTIES
  VERSION ${PROJECT_VERSION}
  SOVERSION 0
  LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
install(TARGETS nacre LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/nacre TYPE INCLUDE)

if(NOT TARGET nacre_cli)
  return()
endif()
get_target_property(type nacre_cli TYPE)
if(NOT type STREQUAL "OBJECT_LIBRARY")
  return()
endif()

add_executable(nacre_program src/cli/main.cpp)
if(NACRE_PROGRAM_STATIC)
  get_property(closure GLOBAL PROPERTY NACRE_CLOSURE_cli)
  target_link_libraries(nacre_program PRIVATE nacre_cli ${closure} nacre_warnings)
else()
  # Not through nacre_cli's own link interface: that would bring the rooms' objects in again.
  target_sources(nacre_program PRIVATE $<TARGET_OBJECTS:nacre_cli>)
  target_include_directories(nacre_program PRIVATE ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(nacre_program PRIVATE nacre nacre::json nacre::threads)
endif()
set_target_properties(nacre_program PROPERTIES
  OUTPUT_NAME nacre
  RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin
  BUILD_RPATH "$ORIGIN/../lib"
  INSTALL_RPATH "$ORIGIN/../${CMAKE_INSTALL_LIBDIR}")
install(TARGETS nacre_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
