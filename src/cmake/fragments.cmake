# SPDX-License-Identifier: Apache-2.0
# The parts of kernels that are completed at run time: nvcc compiles them to LTO-IR of the toolkit's
# oldest architecture, which links for all newer ones. They are embedded in the library. Scans and
# selections copy to shared memory asynchronously from 8.0 on: so theirs are compiled for that, too.

set(kernel_folder "${CMAKE_CURRENT_SOURCE_DIR}/cuda/expression/kernels")
set(fragment_folder "${CMAKE_CURRENT_BINARY_DIR}/fragments")
file(MAKE_DIRECTORY "${fragment_folder}")
execute_process(COMMAND "${CMAKE_CUDA_COMPILER}" --list-gpu-arch OUTPUT_VARIABLE known_architectures)
string(REGEX MATCH "compute_([0-9]+)" oldest "${known_architectures}")
set(oldest "${CMAKE_MATCH_1}")
set(fragments "")

# Adds the fragment NAME of SOURCE, compiled with definitions. FRAGMENT_OPTIONS are of nvcc.
function(add_fragment name source)
  set(fragment "${fragment_folder}/${name}.fatbin")
  list(TRANSFORM ARGN PREPEND "-D" OUTPUT_VARIABLE definitions)
  add_custom_command(
    OUTPUT "${fragment}"
    COMMAND "${CMAKE_CUDA_COMPILER}" -fatbin ${FRAGMENT_OPTIONS} -std=c++20
            --expt-relaxed-constexpr -fmad=false -diag-suppress=177 -D_CG_LIMIT_INCLUDED_DEPENDENCIES ${definitions}
            "-I${PROJECT_SOURCE_DIR}/include" "-I${CMAKE_CURRENT_SOURCE_DIR}" -MD -MF "${fragment}.d" -o "${fragment}" "${kernel_folder}/${source}"
    DEPENDS "${kernel_folder}/${source}"
    DEPFILE "${fragment}.d"
    COMMENT "Kernel for expressions: ${name}"
    VERBATIM)
  set(fragments ${fragments} "${fragment}" PARENT_SCOPE)
endfunction()

set(FRAGMENT_OPTIONS -dlto -gen-opt-lto -rdc=true -arch=lto_${oldest})
foreach(value 1 2 4 8)
  foreach(total 4 8)
    foreach(ranges_and_alignment 0-1 1-0 1-1 2-0 2-1)
      string(REGEX MATCH "(.)-(.)" matched ${ranges_and_alignment})
      add_fragment(${value}-${total}-${ranges_and_alignment}-fold fold.cu
        GPUALGO_VALUE_BYTES=${value} GPUALGO_TOTAL_BYTES=${total} GPUALGO_RANGES=${CMAKE_MATCH_1} GPUALGO_IS_ALIGNED=${CMAKE_MATCH_2})
    endforeach()
  endforeach()
  add_fragment(${value}-0-select select.cu GPUALGO_VALUE_BYTES=${value} GPUALGO_TARGETS=0)
  foreach(key 4 8)
    foreach(both 0 1)
      foreach(aligned 0 1)
        add_fragment(${value}-${key}-${both}-${aligned}-extrema extrema.cu
          GPUALGO_VALUE_BYTES=${value} GPUALGO_KEY_BYTES=${key} GPUALGO_BOTH=${both} GPUALGO_IS_ALIGNED=${aligned})
      endforeach()
    endforeach()
  endforeach()
  add_fragment(${value}-find find.cu GPUALGO_VALUE_BYTES=${value})
endforeach()

add_fragment(made-find made_find.cu)
foreach(key 4 8)
  foreach(both 0 1)
    add_fragment(made-${key}-${both}-extrema made_extrema.cu GPUALGO_KEY_BYTES=${key} GPUALGO_BOTH=${both})
  endforeach()
endforeach()

set(FRAGMENT_OPTIONS -gen-opt-lto -rdc=true -gencode=arch=compute_${oldest},code=lto_${oldest}
  -gencode=arch=compute_80,code=lto_80)
list(REMOVE_DUPLICATES FRAGMENT_OPTIONS)
foreach(value 1 2 4 8)
  foreach(at_once 0 1)
    add_fragment(${value}-${at_once}-scan scan.cu GPUALGO_VALUE_BYTES=${value} GPUALGO_IS_AT_ONCE=${at_once})
    foreach(targets 1 2)
      add_fragment(${value}-${targets}-${at_once}-select select.cu
        GPUALGO_VALUE_BYTES=${value} GPUALGO_TARGETS=${targets} GPUALGO_IS_AT_ONCE=${at_once})
    endforeach()
  endforeach()
endforeach()

add_library(gpualgo_fragments OBJECT cuda/expression/fragments.cpp)
set_target_properties(gpualgo_fragments PROPERTIES POSITION_INDEPENDENT_CODE ON)
target_include_directories(gpualgo_fragments PRIVATE "${PROJECT_SOURCE_DIR}/include" "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(gpualgo_fragments PRIVATE gpualgo_conventions)
set_source_files_properties(cuda/expression/fragments.cpp PROPERTIES
  COMPILE_OPTIONS "-Wa,-I${fragment_folder},-I${CMAKE_CURRENT_SOURCE_DIR}/cuda/expression/kernels"
  OBJECT_DEPENDS "${fragments};${CMAKE_CURRENT_SOURCE_DIR}/cuda/expression/kernels/transform.cu")
target_link_libraries(gpualgo_objects PUBLIC $<TARGET_OBJECTS:gpualgo_fragments>)
