# SPDX-License-Identifier: Apache-2.0
# Installs the library, its headers, a CMake package and a pkg-config file. Neither package makes
# its users look for CUDA.

include(CMakePackageConfigHelpers)

install(TARGETS gpualgo EXPORT gpualgo
  LIBRARY COMPONENT library NAMELINK_COMPONENT development
  ARCHIVE COMPONENT development
  FILE_SET HEADERS COMPONENT development
  FILE_SET cuda_headers COMPONENT development
  FILE_SET mpi_headers COMPONENT development)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/gpualgo")
install(EXPORT gpualgo NAMESPACE gpualgo:: DESTINATION "${package_dir}" FILE gpualgoTargets.cmake COMPONENT development)
configure_package_config_file("${PROJECT_SOURCE_DIR}/src/gpualgoConfig.cmake.in" "${PROJECT_BINARY_DIR}/gpualgoConfig.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/gpualgoConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/gpualgoConfig.cmake" "${PROJECT_BINARY_DIR}/gpualgoConfigVersion.cmake" DESTINATION "${package_dir}" COMPONENT development)

file(RELATIVE_PATH pkgconfig_to_include "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
configure_file("${PROJECT_SOURCE_DIR}/src/gpualgo.pc.in" "${PROJECT_BINARY_DIR}/gpualgo.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/gpualgo.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig" COMPONENT development)
