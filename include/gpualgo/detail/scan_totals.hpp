// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals that precede a block in the canonical order of scans.
#pragma once

#include <gpualgo/detail/scan_block.hpp>

#include <cstddef>
#include <vector> // std::construct_at; <memory> compiles 0.1 s longer

namespace gpu::inline v0::detail {

/// Memory for N elements, which are constructed later.
/// @tparam T trivially copyable
template <class T, std::size_t N>
struct memory_of_elements {
    union {
        T x[N];
    };
    memory_of_elements() {}
};

/// Init, if there is one, and the totals of the aligned groups that the binary digits of a number
/// of blocks name, the largest first.
/// @tparam T trivially copyable
template <class T>
class scan_totals {
public:
    /// @param init null if there is none
    explicit scan_totals(T const* init = nullptr) {
        if (init != nullptr) std::construct_at(totals_.x + depth_++, *init);
    }

    /// Adds the next block's total.
    template <class Op>
    void push(T total, Op& op) {
        for (std::size_t carries = blocks_++; carries % 2 == 1; carries /= 2)
            total = op(totals_.x[--depth_], total);
        std::construct_at(totals_.x + depth_++, total);
    }

    /// Puts the totals in front of elements.
    template <class Op>
    void precede(T* x, std::size_t n, Op& op) const {
        detail::precede(totals_.x, depth_, x, n, op);
    }

    /// @return the fold of init and of all blocks; there is at least one of these
    template <class Op>
    [[nodiscard]] T all(Op& op) const {
        T total = totals_.x[depth_ - 1];
        detail::precede(totals_.x, depth_ - 1, __builtin_addressof(total), 1, op);
        return total;
    }

private:
    memory_of_elements<T, 65> totals_; ///< one for each digit, and init
    std::size_t depth_ = 0;
    std::size_t blocks_ = 0;
};

/// Scans elements in place, a block at a time.
template <class T, class Op>
void scan_blocks(T* x, std::size_t n, Op& op) {
    scan_totals<T> totals;
    for (std::size_t i = 0; i < n; i += scanned_block) {
        std::size_t const m = n - i < scanned_block ? n - i : scanned_block;
        detail::scan_block(x + i, m, op);
        T const total = x[i + m - 1];
        totals.precede(x + i, m, op);
        totals.push(total, op);
    }
}

} // namespace gpu::inline v0::detail
