// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tags by which calls on devices find overloads of other headers.
#pragma once

namespace gpu::inline v0::detail {

/// Selects overloads for programs without their own kernels.
struct no_kernels {};
/// Selects overloads for programs with their own kernels. The headers gpualgo/cuda.cuh and
/// gpualgo/expression.hpp have overloads with this first parameter, for example of
/// `reduce_by_program`.
struct program_kernels : no_kernels {};

} // namespace gpu::inline v0::detail
