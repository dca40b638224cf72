# SPDX-License-Identifier: Apache-2.0
# Tests of what is around the code: the tool, the library as a file, its installation, and what is written about it.

set(here "${CMAKE_CURRENT_SOURCE_DIR}")

gpualgo_test(readme readme.cpp)
add_test(NAME readme_is_tested COMMAND bash "${here}/readme.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME style COMMAND bash "${here}/style.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME compile_time COMMAND bash "${PROJECT_SOURCE_DIR}/bench/compile_time.sh" "${PROJECT_SOURCE_DIR}/include")
set_property(TEST compile_time PROPERTY RUN_SERIAL ON)
if(GPUALGO_BUILD_TOOLS)
  find_package(fmt REQUIRED)
  set(tool "${PROJECT_SOURCE_DIR}/src/tool")
  gpualgo_test(tool_results tool/results.cpp "${tool}/json.cpp" "${tool}/table.cpp" "${tool}/timing.cpp" LINK fmt::fmt)
  target_include_directories(test_tool_results PRIVATE "${PROJECT_SOURCE_DIR}/src")

  # What it reads: files that NumPy wrote, and the corpus that a fuzzer found. `bash test/fuzz/run.sh` goes on with that.
  set(input_sources array_file.cpp mapped_file.cpp npy.cpp npy_dictionary.cpp truncation_guard.cpp)
  list(TRANSFORM input_sources PREPEND "${tool}/")
  file(GLOB input_tests CONFIGURE_DEPENDS tool/*.cpp)
  list(FILTER input_tests EXCLUDE REGEX "/results\\.cpp$")
  gpualgo_test(tool_files ${input_tests} ${input_sources} LINK fmt::fmt)
  target_include_directories(test_tool_files PRIVATE "${PROJECT_SOURCE_DIR}/src")
  add_executable(replay_npy fuzz/replay.cpp fuzz/npy.cpp "${tool}/npy.cpp" "${tool}/npy_dictionary.cpp")
  target_include_directories(replay_npy PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(replay_npy PRIVATE gpualgo_conventions fmt::fmt)
  add_test(NAME replay_npy COMMAND replay_npy "${here}/fuzz/corpus/npy" "${here}/tool/data")
  add_test(NAME tool COMMAND "${CMAKE_COMMAND}" -D "TOOL=$<TARGET_FILE:gpualgo_tool>" -P "${here}/tool.cmake")
endif()

# A sanitised library needs the sanitizer's runtime, and so does what is linked to it.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  add_test(NAME library COMMAND bash "${here}/library.sh" "$<TARGET_FILE:gpualgo>" "${here}/symbols.txt")
  add_test(NAME install COMMAND bash "${here}/install.sh" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
  add_test(NAME subproject COMMAND bash "${here}/subproject.sh" "${PROJECT_SOURCE_DIR}")
endif()
