# Where everything goes, in three parts that are also the Debian packages: the program with its
# modules, manual pages and completions; the library; and what building against it needs. Nothing
# installed knows its prefix, so a tree may be moved.

if(NOT TARGET nacre_program)
  return()
endif()
include(CMakePackageConfigHelpers)

set(doc_dir ${CMAKE_INSTALL_DATADIR}/doc/nacre)
set(cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/nacre)

install(TARGETS nacre_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT nacre)
get_property(modules GLOBAL PROPERTY NACRE_MODULES)
if(modules)
  install(TARGETS ${modules} LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/nacre COMPONENT nacre)
endif()
install(DIRECTORY ${NACRE_SHARE}/man ${NACRE_SHARE}/bash-completion ${NACRE_SHARE}/zsh
    ${NACRE_SHARE}/fish
  DESTINATION ${CMAKE_INSTALL_DATADIR} COMPONENT nacre)
install(FILES README.md README.zh-CN.md CHANGELOG.md DESTINATION ${doc_dir} COMPONENT nacre)
install(DIRECTORY docs/ DESTINATION ${doc_dir}/docs COMPONENT nacre)
install(DIRECTORY examples/workspace DESTINATION ${CMAKE_INSTALL_DATADIR}/nacre/examples
  COMPONENT nacre PATTERN .gitignore EXCLUDE)

install(TARGETS nacre EXPORT nacre-targets
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libnacre0 NAMELINK_COMPONENT libnacre-dev
  INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})

install(DIRECTORY include/nacre DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT libnacre-dev)
install(DIRECTORY examples/embed DESTINATION ${CMAKE_INSTALL_DATADIR}/nacre/examples
  COMPONENT libnacre-dev)
install(EXPORT nacre-targets NAMESPACE nacre:: DESTINATION ${cmake_dir} COMPONENT libnacre-dev)
configure_package_config_file(cmake/nacre-config.cmake.in ${PROJECT_BINARY_DIR}/nacre-config.cmake
  INSTALL_DESTINATION ${cmake_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/nacre-config-version.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/nacre-config.cmake
  ${PROJECT_BINARY_DIR}/nacre-config-version.cmake
  DESTINATION ${cmake_dir} COMPONENT libnacre-dev)
file(RELATIVE_PATH NACRE_PC_PREFIX /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
configure_file(cmake/nacre.pc.in ${PROJECT_BINARY_DIR}/nacre.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/nacre.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig
  COMPONENT libnacre-dev)

# Every Debian package says under which terms it comes.
foreach(part IN ITEMS nacre libnacre0 libnacre-dev)
  install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/${part} RENAME copyright
    COMPONENT ${part})
endforeach()

include(packaging)
