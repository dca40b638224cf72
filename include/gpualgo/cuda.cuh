// SPDX-License-Identifier: Apache-2.0
/// @file
/// For files compiled by nvcc: operators and types of one's own on GPUs. Include it, and
/// `gpu::reduce`, `gpu::transform_reduce` and `gpu::reduce_into` take them.
///
/// @par Operators
/// Any callable that may be called in a kernel: an object with a `__host__ __device__` call
/// operator, or, with nvcc's
/// `--extended-lambda`, a `__host__ __device__` lambda. A `__device__` lambda runs on GPUs only:
/// where the range lies on the host, it is a `gpu::unsupported_operator`.
/// @par Types
/// Elements and accumulators of 1 to 64 bytes that are trivially copyable. They need no default
/// constructor. What is called in kernels, as operators and conversions between the two, must be
/// `__host__ __device__`.
/// @par Ranges
/// Those of `gpu::device_vector`, and those of Thrust, also for `gpu::mean`: `thrust::device_ptr`,
/// `thrust::device_vector` and their iterators.
/// @par Where it runs
/// Where the range lies. By the strategies and in the orders that precompiled operators have; the
/// kernels are compiled into the program, for the architectures that nvcc is told.
/// @par Errors
/// As for precompiled operators; and `std::invalid_argument` where a strategy would need more
/// shared memory in a block than the GPU has: large elements want small blocks.
#pragma once

#ifndef __CUDACC__
#error "gpualgo/cuda.cuh is for files compiled by nvcc; <gpualgo/gpualgo.hpp> is for any compiler"
#else
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/nvcc/reduce.cuh>
#include <gpualgo/nvcc/thrust_iterator.cuh>
#endif
