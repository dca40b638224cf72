# SPDX-License-Identifier: Apache-2.0
# Tests of the command line tool: its parts, what it does with files and options, and what is written about it.

file(GLOB tool_tests CONFIGURE_DEPENDS tool/*.cpp)
gpualgo_test(tool_parts ${tool_tests} LINK gpualgo_tool_objects)
set_property(TEST tool_parts APPEND PROPERTY ENVIRONMENT "GPUALGO_TEST_ARRAYS=${here}/tool/data")

foreach(command reduce scan sort histogram matmul)
  add_test(NAME tool_${command} COMMAND "${CMAKE_COMMAND}" -D "TOOL=$<TARGET_FILE:gpualgo_tool>" -P "${here}/tool/${command}.cmake")
endforeach()
add_test(NAME tool_explain COMMAND bash "${here}/tool/explain.sh" "$<TARGET_FILE:gpualgo_tool>" "${PROJECT_SOURCE_DIR}")
add_test(NAME tool_commands COMMAND bash "${here}/tool/commands.sh" "$<TARGET_FILE:gpualgo_tool>")
add_test(NAME tool_verify COMMAND bash "${here}/tool/verify.sh" "$<TARGET_FILE:gpualgo_tool>" "${PROJECT_SOURCE_DIR}")
add_test(NAME tool_bad_input COMMAND bash "${here}/tool/bad_input.sh" "$<TARGET_FILE:gpualgo_tool>" "${here}/tool/data")
add_test(NAME tool_json COMMAND bash "${here}/tool/json.sh" "$<TARGET_FILE:gpualgo_tool>" "$<TARGET_FILE:fake_blas>" "${here}/tool/data")
add_test(NAME tool_documents COMMAND bash "${here}/tool/documents.sh" "$<TARGET_FILE:gpualgo_tool>" "${PROJECT_SOURCE_DIR}")
add_test(NAME tool_streams COMMAND bash "${here}/tool/streams.sh" "$<TARGET_FILE:gpualgo_tool>" "${here}/tool/data")
add_test(NAME tool_progress COMMAND bash "${here}/tool/progress.sh" "$<TARGET_FILE:gpualgo_tool>")
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize") # a sanitizer's runtime has to be loaded before all others
  add_library(wrong_library MODULE tool/wrong/library.cpp)
  target_link_libraries(wrong_library PRIVATE gpualgo_conventions gpualgo::gpualgo ${CMAKE_DL_LIBS})
  add_test(NAME tool_wrong_results COMMAND bash "${here}/tool/wrong/results.sh" "$<TARGET_FILE:gpualgo_tool>" "$<TARGET_FILE:wrong_library>" "${here}/tool/data")
endif()

# The corpus that a fuzzer found. `bash test/fuzz/run.sh` goes on with that.
add_executable(replay_npy fuzz/replay.cpp fuzz/npy.cpp)
target_link_libraries(replay_npy PRIVATE gpualgo_conventions gpualgo_tool_objects)
add_test(NAME replay_npy COMMAND replay_npy "${here}/fuzz/corpus/npy" "${here}/tool/data")
