// SPDX-License-Identifier: Apache-2.0
/// @file
/// automatic: the canonical order in one launch. A warp folds a segment, lanes in registers; the block that finishes
/// last folds the segments' totals in adjacent pairs.
#pragma once

#include <gpualgo/kernel/canonical.hpp>
#include <gpualgo/kernel/elements.hpp>

namespace gpu::inline v0::kernel {

/// What a launch of `reduce_canonical` works on.
/// @tparam Input a pointer to elements, or `pairs` of them
/// @tparam Load makes an accumulator of an element, or of a pair
template <class Input, class T, class Load = convert_to<T>>
struct canonical_arguments {
    Input in;        ///< the input
    std::size_t n;   ///< its elements, at least one
    T* totals;       ///< one for every segment
    T* out;          ///< the result
    T init;          ///< folded in front of the total
    Load load{};     ///< applied to each element once
};

/// Reduction in the canonical order, see kernel/canonical.hpp. The bits depend neither on the grid nor on the block.
struct reduce_canonical {
    /// One block: its warps fold segments; the last block to finish folds their totals.
    template <class Context, class Input, class T, class Load, class Op>
    GPUALGO_DEVICE static void run(Context const& context, canonical_arguments<Input, T, Load> arguments, Op op) {
        using Value = element_of<Input>;
        auto const warp = context.template tile<32>();
        segmentation const shape(arguments.n, sizeof(Value));
        auto const segments = static_cast<unsigned>(shape.count(arguments.n)); // of 128 KiB where there are many
        unsigned const warps = context.block().num_threads() / 32;
        auto const in = array_of(context, arguments.in);
        auto const totals = context.global(arguments.totals);

        auto const stride = static_cast<unsigned>(context.num_blocks() * warps);
        for (unsigned s = static_cast<unsigned>(context.block_rank()) * warps + warp.meta_group_rank(); s < segments; s += stride) {
            std::size_t const begin = s * shape.size();
            std::size_t const rest = arguments.n - begin;
            unsigned const m = static_cast<unsigned>(rest < shape.size() ? rest : shape.size());
            T const total = fold_segment<T, vector_of<Value>>(warp, in.from(begin), m, arguments.load, op);
            if (warp.thread_rank() == 0) totals.put(s, total);
        }
        if (!context.is_last_block()) return;
        T const total = fold_totals<T>(context, totals, segments, op);
        if (context.block().thread_rank() == 0) context.global(arguments.out).put(0, quieted(op(arguments.init, total)));
    }

private:
    /// Elements that a thread loads at once: segmentation's `vector`, as a constant.
    template <class Value>
    static constexpr unsigned vector_of = sizeof(Value) < 16 ? 16 / sizeof(Value) : 1;

    /// @return the total of m elements, on thread 0 of the warp. Thread t keeps lanes t * V ... t * V + V - 1.
    template <class T, unsigned V, class Warp, class Input, class Load, class Op>
    GPUALGO_DEVICE static T fold_segment(Warp const& warp, Input in, unsigned m, Load load, Op op) {
        using vector_type = decltype(in.template vector<V>(0));
        constexpr unsigned loads = sizeof(vector_type) > 16 ? sizeof(vector_type) / 16 : 1;
        constexpr unsigned row = 32 * V;
        constexpr unsigned registers = V * (sizeof(T) > 4 ? sizeof(T) / 4 : 1);             // of a thread's lanes
        constexpr unsigned batch = (registers > 32 ? 1 : registers > 8 ? 64 / registers : 8) / (registers > 32 ? 1 : loads); // rows in flight
        unsigned const first = warp.thread_rank() * V;
        unsigned const rows = m / row; // complete ones
        T lane[V]{};
        for (unsigned r = 0; r < rows; r += batch) {
            vector_type vector[batch];
            for (unsigned b = 0; b < batch; ++b)
                if (r + b < rows) vector[b] = in.template vector<V>((r + b) * row + first);
            for (unsigned b = 0; b < batch; ++b)
                for (unsigned v = 0; v < V; ++v)
                    if (r + b < rows) lane[v] = r + b == 0 ? load(vector[b][v]) : op(lane[v], load(vector[b][v]));
        }
        for (unsigned v = 0; v < V; ++v)
            if (unsigned const i = rows * row + first + v; i < m) lane[v] = rows == 0 ? load(in.get(i)) : op(lane[v], load(in.get(i)));
        return fold_lanes<T, V>(warp, lane, m < row ? m : row, op);
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

    /// Folds adjacent pairs, in place, by one block: in each pass a warp folds 256 neighbours into the first of them.
    /// @return what is left, on thread 0 of the block
    template <class T, class Context, class Totals, class Op>
    GPUALGO_DEVICE static T fold_totals(Context const& context, Totals totals, std::size_t count, Op op) {
        constexpr unsigned items = 8; // a thread's
        auto const warp = context.template tile<32>();
        std::size_t const warps = context.block().num_threads() / 32;
        T first{};
        for (std::size_t stride = 1;; stride *= 32 * items) {
            std::size_t const left = (count - 1) / stride + 1;
            for (std::size_t begin = warp.meta_group_rank() * 32 * items; begin < left; begin += warps * 32 * items) {
                unsigned const live = left - begin < 32 * items ? static_cast<unsigned>(left - begin) : 32 * items;
                T const total = fold_neighbours<T, items>(warp, totals.from(begin * stride), stride, live, op);
                if (warp.thread_rank() == 0) totals.put(begin * stride, total);
                if (begin == 0) first = total;
            }
            if (left <= 32 * items) return first;
            context.block().sync();
        }
    }

    /// The fold of `live` values that are `stride` apart; thread t holds Items neighbours.
    template <class T, unsigned Items, class Warp, class Totals, class Op>
    GPUALGO_DEVICE static T fold_neighbours(Warp const& warp, Totals totals, std::size_t stride, unsigned live, Op op) {
        unsigned const first = warp.thread_rank() * Items;
        T item[Items]{};
        for (unsigned i = 0; i < Items; ++i)
            if (first + i < live) item[i] = totals.get((first + i) * stride);
        for (unsigned distance = 1; distance < Items; distance *= 2)
            for (unsigned i = 0; i < Items; i += 2 * distance)
                if (first + i + distance < live) item[i] = op(item[i], item[i + distance]);
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            T const other = warp.shfl_down(item[0], distance);
            if (first + distance * Items < live) item[0] = op(item[0], other);
        }
        return item[0];
    }
};

} // namespace gpu::inline v0::kernel
