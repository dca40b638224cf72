# SPDX-License-Identifier: Apache-2.0
# The kernels that use wgmma and the copy engine, for compute capability 9.0 only, independent of
# the architectures of the rest of the library.

file(GLOB tensor_core_sources CONFIGURE_DEPENDS cuda/tensor_core/*.cu cuda/tensor_core/*.cpp)
add_library(gpualgo_tensor_core OBJECT ${tensor_core_sources})
set_target_properties(gpualgo_tensor_core PROPERTIES POSITION_INDEPENDENT_CODE ON CUDA_RUNTIME_LIBRARY Static CUDA_ARCHITECTURES 90a-real)
target_include_directories(gpualgo_tensor_core PRIVATE "${PROJECT_SOURCE_DIR}/include" "${CMAKE_CURRENT_SOURCE_DIR}")
target_link_libraries(gpualgo_tensor_core PRIVATE gpualgo_conventions CUDA::cudart_static)
# Warnings are errors: the build fails if ptxas spills registers. If it serialises wgmma instructions,
# a test fails.
target_compile_options(gpualgo_tensor_core PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-Xptxas=--warn-on-spills,--warn-on-local-memory-usage>)
target_link_libraries(gpualgo_objects PUBLIC $<TARGET_OBJECTS:gpualgo_tensor_core>)
