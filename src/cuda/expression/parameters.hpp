// SPDX-License-Identifier: Apache-2.0
/// @file
/// The parameters of kernels that are made at run time, the same for nvcc and g++.
#pragma once

#include "expression/bits.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/extrema/extrema.hpp>
#include <gpualgo/kernel/extrema/number_order.hpp>
#include <gpualgo/kernel/reduce/positions.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The values of the scalars of all expressions of a kernel, and the address and the step of each
/// range.
struct alignas(16) expression_scalars {
    unsigned char bytes[2 * most_scalar_bytes + 16 * most_ranges];
};

/// The input of a reduction: one range, two, or none.
template <class Value, std::size_t Ranges>
using fold_input =
    std::conditional_t<Ranges == 0, kernel::positions<Value>,
                       std::conditional_t<Ranges == 1, Value const*, kernel::pairs<Value>>>;

/// As `kernel::canonical_arguments`, without the load.
template <class Input, class T>
struct fold_parameters {
    Input in;
    std::size_t n;
    unsigned group_log;
    unsigned fold_scalars; ///< offset of the operator's scalars
    T* partials;
    T* out;
    T init;
};

/// The arguments of a search by keys, and the order of these.
/// @tparam KeyBits unsigned, of a key's size
template <class Bits, class KeyBits, bool Both>
struct extrema_parameters {
    kernel::extrema_arguments<Bits const*, Both, std::make_signed_t<KeyBits>> search;
    kernel::number_order<KeyBits> order;
};

/// As `kernel::launch_memory`, which only nvcc compiles.
struct finish_memory {
    unsigned* arrivals = nullptr;
    unsigned* finished = nullptr;
    unsigned ticket = 0;
};

} // namespace gpu::inline v0::detail
