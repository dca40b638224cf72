// SPDX-License-Identifier: Apache-2.0
/// @file
/// Segments of the canonical order at any address, folded by a warp with few registers.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/kernel/reduce_by_key/few.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// @return the fold in adjacent pairs of the values of the first `num_valid` lanes, on lane 0
template <class Warp, class T, class Op>
GPUALGO_DEVICE T fold_lanes(Warp const& warp, T value, unsigned num_valid, Op op) {
    for (unsigned distance = 1; distance < num_valid; distance *= 2) {
        T const other = warp.shfl_down(value, distance);
        if (warp.thread_rank() + distance < num_valid) value = op(value, other);
    }
    return value;
}

/// @return the fold by halves of the values of the first `num_valid` lanes, on lane 0
template <class Warp, class T, class Op>
GPUALGO_DEVICE T fold_halves(Warp const& warp, T value, unsigned num_valid, Op op) {
    if constexpr (requires { warp.reduce(value, num_valid, op); }) { // in one instruction
        return warp.reduce(value, num_valid, op);
    } else {
        for (unsigned distance = 16; distance > 0; distance /= 2) {
            T const other = warp.shfl_down(value, distance);
            if (warp.thread_rank() + distance < num_valid) value = op(value, other);
        }
        return value;
    }
}

/// A segment's fold. Thread t has lanes t, t + 32, ... of a row, or one total if the order does not
/// matter.
template <class T, class Warp, class Input, class Op>
class segment_at {
    static constexpr bool any_order = folds_in_any_order<T, Op>;
    static constexpr unsigned vector = segmentation(sizeof(T)).vector;
    static constexpr unsigned lanes = any_order ? 1 : vector;
    static constexpr unsigned many = 8, few = 4; // elements that a thread loads at once

public:
    /// @param in the first element
    /// @param m elements, at least one and at most a segment
    GPUALGO_DEVICE segment_at(Warp const& warp, Input in, unsigned m, Op op)
        : warp_(warp), in_(in), m_(m), op_(op) {}

    /// @return the total, on thread 0
    GPUALGO_DEVICE T fold() {
        unsigned first = 0;
        for (; first + 32 * many <= m_; first += 32 * many) take<many, true>(first);
        for (; first < m_; first += 32 * few) take<few, false>(first);
        if constexpr (!any_order)
            for (unsigned half = vector / 2; half > 0; half /= 2)
                for (unsigned k = 0; k < half; ++k)
                    if ((k + half) * 32 + warp_.thread_rank() < m_)
                        total_[k] = op_(total_[k], total_[k + half]);
        return fold_halves(warp_, total_[0], m_ < 32 ? m_ : 32, op_);
    }

private:
    /// Takes elements from a row on. Loads are unconditional, so that they are in flight together:
    /// instead of an absent element the last one is loaded, and dropped.
    template <unsigned Count, bool AreComplete>
    GPUALGO_DEVICE void take(unsigned first) {
        static_assert(Count % lanes == 0);
        T loaded[Count];
        for (unsigned k = 0; k < Count; ++k) {
            unsigned const i = first + 32 * k + warp_.thread_rank();
            loaded[k] = in_.get(AreComplete || i < m_ ? i : m_ - 1);
        }
        for (unsigned k = 0; k < Count; ++k) {
            T& total = total_[k % lanes];
            T const folded = first == 0 && k < lanes ? loaded[k] : op_(total, loaded[k]);
            if (AreComplete || first + 32 * k + warp_.thread_rank() < m_) total = folded;
        }
    }

    Warp const& warp_;
    Input in_;
    unsigned m_;
    Op op_;
    T total_[lanes]{};
};

/// Folds some elements by each part of 8 lanes of a warp. Thread t of a part has lanes t, t + 8,
/// ... of a row.
template <class T, class Op>
class part_fold {
    static constexpr unsigned row = static_cast<unsigned>(segmentation(sizeof(T)).lanes);

public:
    static constexpr unsigned lanes = 8; ///< of a part
    static constexpr unsigned width = row / lanes;

    /// Called by all lanes of a warp.
    /// @param in the first element of the part's
    /// @param m elements of the part: none, or more than `lanes` and at most a segment
    /// @return the total, on the part's first lane
    template <class Warp, class Input>
    GPUALGO_DEVICE static T fold(Warp const& warp, Input in, unsigned m, Op op) {
        unsigned const t = warp.thread_rank() % lanes;
        T total[width]{};
        for (unsigned k = 0; k < width; ++k)
            if (lanes * k + t < m) total[k] = in.get(lanes * k + t);
        for (unsigned first = row; first < m; first += row)
            for (unsigned k = 0; k < width; ++k)
                if (first + lanes * k + t < m)
                    total[k] = op(total[k], in.get(first + lanes * k + t));
        for (unsigned half = width / 2; half > 0; half /= 2)
            for (unsigned k = 0; k < half; ++k)
                if (lanes * (k + half) + t < m) total[k] = op(total[k], total[k + half]);
        for (unsigned distance = lanes / 2; distance > 0; distance /= 2) {
            T const other = warp.shfl_down(total[0], distance);
            if (t + distance < lanes && m > 0) total[0] = op(total[0], other);
        }
        return total[0];
    }
};

/// Folds at most 32 segments by a warp.
/// @param in the first element
/// @param m elements, at least one
/// @return the total, on thread 0
template <class T, class Warp, class Input, class Op>
GPUALGO_DEVICE T fold_segments(Warp const& warp, Input in, unsigned m, Op op) {
    constexpr auto size = static_cast<unsigned>(segmentation(sizeof(T)).size());
    unsigned const count = (m - 1) / size + 1;
    T mine{}; // the total of segment k is lane k's
    for (unsigned k = 0; k < count; ++k) {
        unsigned const rest = m - k * size;
        T const total =
            segment_at<T, Warp, Input, Op>(warp, in.from(k * size), rest < size ? rest : size, op)
                .fold();
        if (count == 1) return total;
        T const shared = warp.shfl(total, 0);
        if (warp.thread_rank() == k) mine = shared;
    }
    return fold_lanes(warp, mine, count, op);
}

} // namespace gpu::inline v0::kernel
