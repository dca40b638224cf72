// SPDX-License-Identifier: Apache-2.0
/// @file
/// Runs the program's own operators and types on GPUs, in files compiled by nvcc. With this header,
/// `gpu::reduce`, `gpu::transform_reduce` and `gpu::reduce_into` take them, and `gpu::count_if`,
/// `gpu::copy_if` and their relatives take any predicate.
///
/// `gpu::launch` runs the program's own kernels.
///
/// @par Operators
/// Any callable that may be called in a kernel: an object with a `__host__ __device__` call
/// operator, or a `__host__ __device__` lambda (nvcc's `--extended-lambda`). A `__device__` lambda
/// runs on GPUs only: for a range on the host it throws `gpu::unsupported_operator`.
/// @par Types
/// Elements and accumulators are trivially copyable, of 1 to 64 bytes, and need no default
/// constructor. Functions called in kernels, such as operators and conversions between the two
/// types, must be `__host__ __device__`.
/// @par Ranges
/// Those of `gpu::device_vector`, and those of Thrust, also for `gpu::mean`: `thrust::device_ptr`,
/// `thrust::device_vector` and their iterators.
/// @par Where it runs
/// On the device where the range lies, by the strategies and in the orders of precompiled
/// operators. The kernels are compiled into the program, for the architectures that nvcc is given.
/// @par Errors
/// As for precompiled operators. Also `std::invalid_argument` if a strategy would need more shared
/// memory per block than the GPU has: use smaller blocks for large elements.
#pragma once

#ifndef __CUDACC__
#error "gpualgo/cuda.cuh is for files compiled by nvcc; <gpualgo/gpualgo.hpp> is for any compiler"
#else
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/nvcc/find.cuh>
#include <gpualgo/nvcc/launch.cuh>
#include <gpualgo/nvcc/reduce.cuh>
#include <gpualgo/nvcc/select.cuh>
#include <gpualgo/nvcc/thrust_iterator.cuh>
#endif
