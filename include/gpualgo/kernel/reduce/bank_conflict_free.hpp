// SPDX-License-Identifier: Apache-2.0
/// @file
/// bank_conflict_free: the pairs of `neighbored_less` in shared memory that is padded, so that
/// elements a power of two apart fall into different banks.
#pragma once

#include <gpualgo/kernel/reduce/neighbored_less.hpp>

namespace gpu::inline v0::kernel {

/// Where element i lies: a hole of one bank's width (or of an element, if wider) after every row of
/// all 32 banks, and another after every row of such rows.
/// @tparam T an element of 1, 2, 4 or 8 bytes; wider ones are right too, but not free of conflicts
/// @param i the element
/// @return its place
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned padded_index(unsigned i) {
    constexpr unsigned bank = 4;
    constexpr unsigned row = 32 * bank / sizeof(T) > 0 ? 32 * bank / sizeof(T) : 1;
    constexpr unsigned hole = sizeof(T) < bank ? bank / sizeof(T) : 1;
    return i + hole * (i / row + i / (row * row));
}

/// An exchange whose elements lie at their padded places.
template <class T, class Exchange>
struct padded {
    Exchange exchange; ///< what is padded

    /// @return element i
    GPUALGO_DEVICE T get(unsigned i) const { return exchange.get(padded_index<T>(i)); }
    /// Writes element i.
    GPUALGO_DEVICE void put(unsigned i, T value) const { exchange.put(padded_index<T>(i), value); }
};

/// See policy::bank_conflict_free.
template <memory_space Space>
struct fold<policy::bank_conflict_free, Space> : one_value_a_thread {
    /// @return the threads' slots, and the holes between them
    template <class T>
    GPUALGO_FUNCTION static constexpr unsigned slots(unsigned threads) {
        return padded_index<T>(threads - 1) + 1;
    }

    /// @return the fold, on thread 0
    template <class Context, class Exchange, class T, class Op>
    GPUALGO_DEVICE static T run(Context const& context, Exchange exchange, T value,
                                unsigned num_valid, Op op) {
        return fold<policy::neighbored_less, Space>::run(context, padded<T, Exchange>{exchange},
                                                         value, num_valid, op);
    }
};

} // namespace gpu::inline v0::kernel
