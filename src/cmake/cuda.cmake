# SPDX-License-Identifier: Apache-2.0
# Decides whether the CUDA backend is built, and for which GPUs. Sets GPUALGO_HAS_CUDA.

set(GPUALGO_HAS_CUDA FALSE)
if(GPUALGO_CUDA STREQUAL "OFF")
  return()
endif()

# The toolkit's directory is not always on the PATH.
if(NOT CMAKE_CUDA_COMPILER AND NOT DEFINED ENV{CUDACXX})
  find_program(GPUALGO_NVCC nvcc PATHS /usr/local/cuda/bin)
  mark_as_advanced(GPUALGO_NVCC)
  if(GPUALGO_NVCC)
    set(CMAKE_CUDA_COMPILER "${GPUALGO_NVCC}")
  endif()
endif()

include(CheckLanguage)
check_language(CUDA)
if(CMAKE_CUDA_COMPILER)
  # CMake's own default is the toolkit's oldest, without a look at the GPUs that are there.
  if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
    include(architectures)
    gpualgo_choose_architectures(CMAKE_CUDA_ARCHITECTURES "${CMAKE_CUDA_COMPILER}")
  endif()
  enable_language(CUDA)
  find_package(CUDAToolkit 12.8 REQUIRED)
  set(GPUALGO_HAS_CUDA TRUE)
elseif(GPUALGO_CUDA STREQUAL "ON")
  message(FATAL_ERROR "GPUALGO_CUDA is ON, but there is no nvcc on the PATH or in /usr/local/cuda/bin")
else()
  message(STATUS "No CUDA toolkit: the library is built with the host and the simulated device")
endif()
