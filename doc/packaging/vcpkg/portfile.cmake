# SPDX-License-Identifier: Apache-2.0
# A port that builds the checkout that it lies in: vcpkg install gpualgo --overlay-ports=doc/packaging/vcpkg

get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)

vcpkg_check_linkage(ONLY_DYNAMIC_LIBRARY)
vcpkg_check_features(OUT_FEATURE_OPTIONS feature_options FEATURES
  cuda GPUALGO_CUDA
  tool GPUALGO_BUILD_TOOLS)

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}"
  OPTIONS ${feature_options} -DGPUALGO_BUILD_TESTS=OFF -DGPUALGO_BUILD_BENCHMARKS=OFF -DGPUALGO_BUILD_DOCS=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME gpualgo CONFIG_PATH lib/cmake/gpualgo)
vcpkg_fixup_pkgconfig()
if("tool" IN_LIST FEATURES)
  vcpkg_copy_tools(TOOL_NAMES gpualgo AUTO_CLEAN)
endif()

file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
