# Packages for cpack: three .deb, and one .tar.gz of everything that runs from where it is
# unpacked. scripts/package makes both in build/packages.

set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_PACKAGE_NAME nacre)
set(CPACK_PACKAGE_VENDOR "Nacre")
set(CPACK_PACKAGE_CONTACT "Nacre maintainers <maintainers@nacre.invalid>")
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL nacre libnacre0 libnacre-dev)

# The tarball holds all of them.
set(CPACK_ARCHIVE_COMPONENT_INSTALL OFF)
string(TOLOWER nacre-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}
  CPACK_PACKAGE_FILE_NAME)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)

set(CPACK_DEBIAN_NACRE_PACKAGE_NAME nacre)
set(CPACK_DEBIAN_NACRE_PACKAGE_SECTION utils)
set(CPACK_COMPONENT_NACRE_DESCRIPTION
"An agent's notes stay Markdown files that people read, edit and keep in git;
nacre finds anything in them in milliseconds, in English, Chinese or both,
and shows private memory to nobody else. No service, key, network or model.")

set(CPACK_DEBIAN_LIBNACRE0_PACKAGE_NAME libnacre0)
set(CPACK_DEBIAN_LIBNACRE0_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_LIBNACRE0_PACKAGE_CONTROL_EXTRA ${PROJECT_SOURCE_DIR}/packaging/debian/triggers)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_COMPONENT_LIBNACRE0_DESCRIPTION
"The library, for programs that keep and find an agent's memory themselves,
as the nacre command does.")

set(CPACK_DEBIAN_LIBNACRE-DEV_PACKAGE_NAME libnacre-dev)
set(CPACK_DEBIAN_LIBNACRE-DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBNACRE-DEV_PACKAGE_DEPENDS "libnacre0 (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_LIBNACRE-DEV_PACKAGE_SHLIBDEPS OFF)
set(CPACK_COMPONENT_LIBNACRE-DEV_DESCRIPTION
"Headers and CMake package: what building a program against libnacre needs,
with an example.")

include(CPack)
