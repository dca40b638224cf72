# SPDX-License-Identifier: Apache-2.0
# Tests of the tool, the library file, the installation, and the documentation.

set(here "${CMAKE_CURRENT_SOURCE_DIR}")

gpualgo_test(readme readme.cpp)
file(GLOB doc_examples CONFIGURE_DEPENDS doc/*.cpp)
gpualgo_test(doc ${doc_examples})
add_test(NAME snippets COMMAND bash "${here}/snippets.sh" "${PROJECT_SOURCE_DIR}")
# The figures are committed: they are drawn again where a measurement, or what draws it, has changed.
add_test(NAME charts COMMAND python3 "${PROJECT_SOURCE_DIR}/bench/plot.py" --check)
add_test(NAME drawings COMMAND python3 "${PROJECT_SOURCE_DIR}/doc/drawings.py" --check)
add_test(NAME recipes COMMAND python3 "${here}/recipes.py" "${PROJECT_SOURCE_DIR}")
add_test(NAME style COMMAND bash "${here}/style.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME architectures COMMAND bash "${here}/architectures.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME diagnostics COMMAND bash "${here}/diagnostics.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME configuration COMMAND bash "${here}/configuration.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME umbrella COMMAND bash "${here}/umbrella.sh" "${PROJECT_SOURCE_DIR}")
add_test(NAME forgotten COMMAND bash "${here}/forgotten.sh" "${CMAKE_CXX_COMPILER}" "${PROJECT_SOURCE_DIR}")
add_test(NAME compile_cost COMMAND bash "${PROJECT_SOURCE_DIR}/bench/compile_cost.sh" "${PROJECT_SOURCE_DIR}/include")
if(GPUALGO_BUILD_BENCHMARKS)
  add_test(NAME bench COMMAND bash "${here}/bench.sh" "$<TARGET_FILE:bench_reduce_host>")
endif()
# The programs of the tutorial, as a reader builds them.
file(GLOB tutorial_programs CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/doc/examples/tutorial/*.cpp")
foreach(source IN LISTS tutorial_programs)
  cmake_path(GET source STEM name)
  add_executable(tutorial_${name} "${source}")
  target_link_libraries(tutorial_${name} PRIVATE gpualgo::gpualgo)
endforeach()
if(GPUALGO_BUILD_TOOLS)
  include(tool/tests.cmake)
  if(TARGET gpualgo_mpi)
    add_test(NAME mpi_tool COMMAND bash "${here}/mpi/tool.sh" "$<TARGET_FILE:gpualgo_mpi>" "$<TARGET_FILE:gpualgo_tool>")
    set_property(TEST mpi_tool PROPERTY RESOURCE_LOCK mpirun)
  endif()
  add_test(NAME doc_tutorial COMMAND bash "${here}/doc/tutorial.sh" "$<TARGET_FILE_DIR:gpualgo_tool>" "${CMAKE_CURRENT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
  add_test(NAME doc_tool COMMAND bash "${here}/doc/tool.sh" "$<TARGET_FILE_DIR:gpualgo_tool>")
endif()

# A sanitised library needs the sanitizer's runtime, and so does every program linked to it.
if(NOT CMAKE_CXX_FLAGS MATCHES "-fsanitize")
  add_test(NAME library COMMAND bash "${here}/library.sh" "$<TARGET_FILE:gpualgo>" "${here}/symbols.txt")
  add_test(NAME two_versions COMMAND bash "${here}/two_versions.sh" "$<TARGET_FILE:gpualgo>" "${PROJECT_SOURCE_DIR}")
  add_test(NAME mpi COMMAND bash "${here}/mpi/run.sh" "$<TARGET_FILE:gpualgo>" "${PROJECT_SOURCE_DIR}")
  # mpirun makes and removes folders that other runs of it use.
  set_property(TEST mpi PROPERTY RESOURCE_LOCK mpirun)
  add_test(NAME compilers COMMAND bash "${here}/drop_in/compilers.sh" "$<TARGET_FILE:gpualgo>" "${PROJECT_SOURCE_DIR}" "${CMAKE_CXX_COMPILER}" g++-11 g++-12 clang++-14 clang++-16 clang++-19)
  add_test(NAME install COMMAND bash "${here}/install.sh" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
  add_test(NAME examples COMMAND bash "${here}/examples.sh" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
  add_test(NAME package COMMAND bash "${here}/package.sh" "${PROJECT_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
  # They install the site, too, and not while it is made: the test `documentation` makes it.
  set_property(TEST install examples package PROPERTY FIXTURES_REQUIRED site)
  add_test(NAME static_objects COMMAND bash "${here}/static_objects.sh" "$<TARGET_OBJECTS:gpualgo_objects>" COMMAND_EXPAND_LISTS)
  add_test(NAME subproject COMMAND bash "${here}/subproject.sh" "${PROJECT_SOURCE_DIR}")
  # The longest ones begin first, so that none is left alone at the end.
  set_property(TEST subproject compilers package mpi examples PROPERTY COST 100)
endif()

# Programs with privileges that their callers do not have.
add_executable(privileges_probe privileges/probe.cpp)
target_link_libraries(privileges_probe PRIVATE gpualgo_conventions gpualgo::gpualgo)
add_library(privileges_intruder MODULE privileges/intruder.cpp)
target_link_libraries(privileges_intruder PRIVATE gpualgo_conventions ${CMAKE_DL_LIBS})
add_test(NAME privileges COMMAND bash "${here}/privileges/run.sh" "$<TARGET_FILE:privileges_probe>" "$<TARGET_FILE:privileges_intruder>" "${GPUALGO_HAS_CUDA}")
set_property(TEST privileges PROPERTY SKIP_RETURN_CODE 77)
