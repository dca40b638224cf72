// SPDX-License-Identifier: Apache-2.0
/// @file
/// The fold of segments' totals in constant memory.
#pragma once

#include <cstddef>
#include <limits>

namespace gpu::inline v0::detail {

/// Folds totals in adjacent pairs as they arrive, like `kernel::fold_adjacent`. The pending ones
/// form a binary counter: a total of 2^k segments for every bit k that is set in their number.
template <class T>
class adjacent_fold {
public:
    /// Adds the next total.
    template <class Op>
    [[gnu::always_inline]] void push(T total, Op op) {
        for (std::size_t carries = count_++; carries % 2 == 1; carries /= 2)
            total = op(waiting_[--size_], total);
        waiting_[size_++] = total;
    }

    /// @return the fold of all totals, at least one; unpaired last ones move up
    template <class Op>
    [[gnu::always_inline]] [[nodiscard]] T total(Op op) const {
        if (size_ == 0) __builtin_unreachable(); // otherwise g++ 12 warns of this case
        T total = waiting_[size_ - 1];
        for (std::size_t i = size_ - 1; i > 0; --i) total = op(waiting_[i - 1], total);
        return total;
    }

private:
    T waiting_[std::numeric_limits<std::size_t>::digits];
    std::size_t size_ = 0;
    std::size_t count_ = 0;
};

} // namespace gpu::inline v0::detail
