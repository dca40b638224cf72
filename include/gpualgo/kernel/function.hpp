// SPDX-License-Identifier: Apache-2.0
/// @file
/// The function specifiers that nvcc needs and g++ does not know.
#pragma once

#ifdef __CUDACC__
#define GPUALGO_DEVICE __device__ __forceinline__ ///< runs as part of a kernel
#define GPUALGO_FUNCTION __host__ __device__      ///< runs in kernels and on the host
#else
#define GPUALGO_DEVICE inline   ///< runs as part of a kernel
#define GPUALGO_FUNCTION inline ///< runs in kernels and on the host
#endif
