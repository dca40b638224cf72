// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tags by which calls on devices find overloads of other headers.
#pragma once

#include <gpualgo/abi/expression.hpp>

namespace gpu::inline v0::detail {

/// Selects overloads for programs without their own kernels.
struct no_kernels {};
/// Selects overloads for programs with their own kernels. The headers gpualgo/cuda.cuh and
/// gpualgo/expression.hpp have overloads with this first parameter, for example of
/// `reduce_by_program`.
struct program_kernels : no_kernels {};

/// Elements for which headers have overloads with this first parameter that read memory of the
/// host. Calls with other elements name this library's own overload: argument-dependent look-up
/// would add the classes of the arguments, which may be incomplete.
template <class T>
concept is_for_program_kernels = stored_number<T>;

} // namespace gpu::inline v0::detail
