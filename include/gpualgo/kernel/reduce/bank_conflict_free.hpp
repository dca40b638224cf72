// SPDX-License-Identifier: Apache-2.0
/// @file
/// bank_conflict_free: adds the same pairs as `neighbored_less`, by the same threads in the same
/// steps. Padding in shared memory puts slots a power of two apart into different banks.
#pragma once

#include <gpualgo/kernel/reduce/neighbored_less.hpp>

namespace gpu::inline v0::kernel {

/// The place of slot i in padded shared memory, which has 32 banks of 4 bytes. A row is the slots
/// in 128 bytes, once across all banks. A hole of 4 bytes, or of one slot if that is wider, follows
/// every row. Another one follows every row * row slots.
/// @tparam T an element of 1, 2, 4 or 8 bytes; wider ones work, but not free of conflicts
/// @param i the slot
/// @return the place, in elements
template <class T>
[[nodiscard]] GPUALGO_FUNCTION constexpr unsigned padded_index(unsigned i) {
    constexpr unsigned bank = 4;
    constexpr unsigned row = 32 * bank / sizeof(T) > 0 ? 32 * bank / sizeof(T) : 1;
    constexpr unsigned hole = sizeof(T) < bank ? bank / sizeof(T) : 1;
    return i + hole * (i / row + i / (row * row));
}

/// An exchange whose slots lie at their padded places.
template <class T, class Exchange>
struct padded {
    Exchange exchange; ///< in shared memory

    /// @return the value in slot i
    GPUALGO_DEVICE T get(unsigned i) const { return exchange.get(padded_index<T>(i)); }
    /// Writes slot i.
    GPUALGO_DEVICE void put(unsigned i, T value) const { exchange.put(padded_index<T>(i), value); }
};

/// See policy::bank_conflict_free.
template <memory_space Space>
struct fold<policy::bank_conflict_free, Space> : one_value_a_thread {
    /// @return one slot per thread, and the holes between them
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
