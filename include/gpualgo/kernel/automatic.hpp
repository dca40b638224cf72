// SPDX-License-Identifier: Apache-2.0
/// @file
/// automatic: the canonical order in one launch. A warp folds a segment, lanes in registers; the block that finishes
/// last folds the segments' totals in adjacent pairs.
#pragma once

#include <gpualgo/kernel/canonical.hpp>

namespace gpu::inline v0::kernel {

/// What a launch of `reduce_canonical` works on.
template <class Value, class T>
struct canonical_arguments {
    Value const* in; ///< the input
    std::size_t n;   ///< its elements, at least one
    T* totals;       ///< one for every segment
    T* out;          ///< the result
    T init;          ///< folded in front of the total
};

/// Reduction in the canonical order, see kernel/canonical.hpp. The bits depend neither on the grid nor on the block.
struct reduce_canonical {
    /// One block: its warps fold segments; the last block to finish folds their totals.
    template <class Context, class Value, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, canonical_arguments<Value, T> arguments, Op op) {
        auto const warp = context.template tile<32>();
        segmentation const shape(arguments.n, sizeof(Value));
        std::size_t const segments = shape.count(arguments.n);
        std::size_t const warps = context.block().num_threads() / 32;
        auto const in = context.global(arguments.in);
        auto const totals = context.global(arguments.totals);

        for (std::size_t s = context.block_rank() * warps + warp.meta_group_rank(); s < segments; s += context.num_blocks() * warps) {
            std::size_t const begin = s * shape.size();
            std::size_t const rest = arguments.n - begin;
            T const total = fold_segment<T, vector_of<Value>>(warp, in.from(begin), rest < shape.size() ? rest : shape.size(), op);
            if (warp.thread_rank() == 0) totals.put(s, total);
        }
        if (!context.is_last_block()) return;
        fold_totals(context.block(), totals, segments, op);
        if (context.block().thread_rank() == 0) context.global(arguments.out).put(0, quieted(op(arguments.init, totals.get(0))));
    }

private:
    /// Elements that a thread loads at once: segmentation's `vector`, as a constant.
    template <class Value>
    static constexpr unsigned vector_of = sizeof(Value) < 16 ? 16 / sizeof(Value) : 1;

    /// @return the total of m elements, on thread 0 of the warp. Thread t keeps lanes t * V ... t * V + V - 1.
    template <class T, unsigned V, class Warp, class Input, class Op>
    GPUALGO_DEVICE static T fold_segment(Warp const& warp, Input in, std::size_t m, Op op) {
        constexpr unsigned row = 32 * V;
        unsigned const first = warp.thread_rank() * V;
        std::size_t const complete = m / row * row; // elements in complete rows
        T lane[V]{};
        for (std::size_t i = first; i < complete; i += row) {
            auto const vector = in.template vector<V>(i);
            for (unsigned v = 0; v < V; ++v) lane[v] = i == first ? static_cast<T>(vector[v]) : op(lane[v], static_cast<T>(vector[v]));
        }
        for (unsigned v = 0; v < V; ++v)
            if (std::size_t const i = complete + first + v; i < m) lane[v] = complete == 0 ? static_cast<T>(in.get(i)) : op(lane[v], static_cast<T>(in.get(i)));
        return fold_lanes<T, V>(warp, lane, m < row ? static_cast<unsigned>(m) : row, op);
    }

    /// Lanes fold by halves: first those that two threads hold, then those of thread 0. An absent lane is skipped.
    template <class T, unsigned V, class Warp, class Op>
    GPUALGO_DEVICE static T fold_lanes(Warp const& warp, T (&lane)[V], unsigned live, Op op) {
        unsigned const first = warp.thread_rank() * V;
        for (unsigned half = 16; half > 0; half /= 2)
            for (unsigned v = 0; v < V; ++v) {
                T const other = warp.shfl_down(lane[v], half);
                if (first + v + half * V < live) lane[v] = op(lane[v], other);
            }
        for (unsigned half = V / 2; half > 0; half /= 2)
            for (unsigned v = 0; v < half; ++v)
                if (v + half < live) lane[v] = op(lane[v], lane[v + half]);
        return lane[0];
    }

    /// Adjacent pairs, in place, by one block.
    template <class Block, class Totals, class Op>
    GPUALGO_DEVICE static void fold_totals(Block const& block, Totals totals, std::size_t count, Op op) {
        for (std::size_t stride = 1; stride < count; stride *= 2) {
            for (std::size_t i = block.thread_rank() * 2 * stride; i + stride < count; i += block.num_threads() * 2 * stride)
                totals.put(i, op(totals.get(i), totals.get(i + stride)));
            block.sync();
        }
    }
};

} // namespace gpu::inline v0::kernel
