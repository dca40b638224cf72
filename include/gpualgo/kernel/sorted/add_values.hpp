// SPDX-License-Identifier: Apache-2.0
/// @file
/// Adds the counts of the 256 values of a byte to those of the bins that have the values.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/bins.hpp>
#include <gpualgo/kernel/sorted/histogram.hpp>

#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `add_values`.
template <class T>
struct value_arguments {
    std::uint32_t const* values; ///< counts of the 256 values, by their bits
    bin_edge<T> const* edges;    ///< sorted
    kernel::bins<T> bins;        ///< the bins
    histogram_counts counts;     ///< zeros
};

/// The kernel body, for one block.
struct add_values {
    static constexpr unsigned threads = 256; ///< one per value

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, value_arguments<T> const& arguments,
                                   Nothing) {
        unsigned const rank = context.block().thread_rank();
        std::uint32_t const total = context.global(arguments.values).get(rank);
        if (total == 0) return;
        auto const value = bit_cast<T>(static_cast<std::uint8_t>(rank));
        stored_edges<Context, bin_edge<T>> const edges{context, arguments.edges};
        std::uint32_t const bin = arguments.bins.find(edges, value);
        if (bin < arguments.bins.count()) add_to_bin(context, arguments.counts, bin, total);
    }
};

} // namespace gpu::inline v0::kernel
