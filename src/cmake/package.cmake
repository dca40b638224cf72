# SPDX-License-Identifier: Apache-2.0
# Debian packages, built by `cpack` in the build directory: the library (named by its SONAME), the
# development files, the tool and the documentation. The library depends on no CUDA package: the
# driver is loaded at run time if present.

set(CPACK_PACKAGE_CONTACT "libgpualgo maintainers <maintainers@gpualgo.example.org>" CACHE STRING "Maintainer of the packages, a name and an address")
set(CPACK_PACKAGE_HOMEPAGE_URL "https://gpualgo.example.org" CACHE STRING "Home page of the packages")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gpualgo)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_COMPONENTS_ALL library development tool doc)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_PRE_BUILD_SCRIPTS "${CMAKE_CURRENT_LIST_DIR}/debian.cmake") # completes the trees that become packages
set(CPACK_GPUALGO_SOURCE_DIR "${PROJECT_SOURCE_DIR}")

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The tool's library is found there before it is installed.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/src")
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(library_package "libgpualgo${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}")
set(package_version "${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}")
set(introduction "reduce, transform_reduce, matmul and others, with kernels that are\ncompiled in advance. Results have the same bits on every device.\nPrograms also run without a GPU, a driver or CUDA.\n.\n")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME "${library_package}")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
file(WRITE "${PROJECT_BINARY_DIR}/debian/triggers" "activate-noawait ldconfig\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/debian/triggers")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "${introduction}This package contains the shared library.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libgpualgo-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${library_package} (= ${package_version})")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SUGGESTS libgpualgo-doc)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "${introduction}This package contains headers, CMake package and pkg-config file.")
set(CPACK_DEBIAN_TOOL_PACKAGE_NAME gpualgo)
set(CPACK_DEBIAN_TOOL_PACKAGE_SECTION science)
# In addition to the shared libraries that the tool links.
set(CPACK_DEBIAN_TOOL_PACKAGE_DEPENDS "${library_package} (= ${package_version})")
set(CPACK_COMPONENT_TOOL_DESCRIPTION "${introduction}This package contains the command-line tool.")
set(CPACK_DEBIAN_DOC_PACKAGE_NAME libgpualgo-doc)
set(CPACK_DEBIAN_DOC_PACKAGE_SECTION doc)
set(CPACK_DEBIAN_DOC_PACKAGE_ARCHITECTURE all)
set(CPACK_COMPONENT_DOC_DESCRIPTION "${introduction}This package contains the documentation.")
if(NOT GPUALGO_BUILD_TOOLS)
  list(REMOVE_ITEM CPACK_COMPONENTS_ALL tool)
endif()

# The pages of the manual; the site stands beside them if it is built.
install(FILES "${PROJECT_SOURCE_DIR}/README.md" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/gpualgo/pages" COMPONENT doc)
install(DIRECTORY "${PROJECT_SOURCE_DIR}/doc" DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/gpualgo/pages" COMPONENT doc
  FILES_MATCHING PATTERN *.md PATTERN *.svg PATTERN examples EXCLUDE)

include(CPack)
