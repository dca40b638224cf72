// SPDX-License-Identifier: Apache-2.0
/// @file
/// Writes the keys of elements, by which the device's sort of numbers then moves these.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arguments of `list_keys`.
template <class Bits>
struct key_list_arguments {
    Bits const* in; ///< the elements
    Bits* keys;     ///< receives a key per element
    std::size_t n;  ///< how many, at least one
};

/// The kernel body.
struct list_keys {
    /// Runs the thread's part.
    /// @param order gives the key of an element as an unsigned number
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context,
                                   key_list_arguments<Bits> const& arguments, Order order) {
        auto const in = context.global(arguments.in);
        auto const keys = context.global(arguments.keys);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() +
                             context.block().thread_rank();
             i < arguments.n; i += threads)
            keys.put(i, order.sortable(in.get(i)));
    }
};

} // namespace gpu::inline v0::kernel
