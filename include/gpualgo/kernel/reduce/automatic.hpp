// SPDX-License-Identifier: Apache-2.0
/// @file
/// automatic: the canonical order in one launch. Each warp folds a segment, and each block folds
/// the partials of neighbouring segments in adjacent pairs. The block that finishes last folds the
/// partials of all blocks, unless they are left for a larger range.
#pragma once

#include <gpualgo/kernel/byte_range.hpp>
#include <gpualgo/kernel/reduce/segment.hpp>

namespace gpu::inline v0::kernel {

/// The arguments of `reduce_canonical`.
/// @tparam Input a pointer to elements, or `pairs` of them
/// @tparam Load makes an accumulator of an element, or of a pair
template <class Input, class T, class Load = convert_to<T>>
struct canonical_arguments {
    Input in;           ///< the input
    std::size_t n;      ///< its elements, at least one
    unsigned group_log; ///< binary logarithm of the segments that a block folds, 5 at most
    T* partials;        ///< one for every group of segments
    T* out;             ///< the result
    T init;             ///< folded in front of the total
    Load load{};        ///< applied to each element once
    /// Whether the kernel ends with the partials: the totals of complete groups, and those of the
    /// single segments of an incomplete first or last group.
    bool leaves_partials = false;
    unsigned skipped = 0; ///< segments of the first group that lie before the input
};

/// Reduction in the canonical order, see kernel/reduce/canonical.hpp. The bits depend neither on
/// the grid nor on the block. There is one block per group of segments, with shared memory for the
/// partials of a group.
struct reduce_canonical {
    static constexpr bool finishes = true;        ///< calls the context's `finish`
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// @return the elements that a block reads, if there are few. With more, copies to the cache
    /// would compete with those of the kernel ahead: sums of 12 MB took 4 percent longer on an H200
    template <class Value, class T, class Load>
    [[nodiscard]] GPUALGO_FUNCTION static byte_ranges<1>
    read_by(std::size_t block, canonical_arguments<Value const*, T, Load> const& arguments) {
        constexpr segmentation shape(sizeof(Value));
        if (arguments.n > (std::size_t{8} << 20) / sizeof(Value)) return {};
        auto const [first, count] = group_of_segments(shape.count(arguments.n), block,
                                                      arguments.group_log, arguments.skipped);
        std::size_t const begin = first * shape.size(), rest = arguments.n - begin,
                          whole = count * shape.size();
        return {{{arguments.in + begin, (rest < whole ? rest : whole) * sizeof(Value)}}};
    }

    /// The warps of each block fold the segments of a group; the last block folds the groups'
    /// partials.
    template <class Context, class Input, class T, class Load, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   canonical_arguments<Input, T, Load> arguments, Op op) {
        auto const groups = static_cast<unsigned>(context.num_blocks());
        auto const group = static_cast<unsigned>(context.block_rank());
        auto const [first, count] =
            group_of_segments(segmentation(sizeof(element_of<Input>)).count(arguments.n), group,
                              arguments.group_log, arguments.skipped);
        T total = fold_segments(context, arguments, first, count, op);
        context.let_next_start();
        bool const is_folded = !arguments.leaves_partials || count >> arguments.group_log != 0;
        if (is_folded) total = fold_group(context, total, count, op);
        if (arguments.leaves_partials)
            return leave(context, arguments, group, is_folded ? 1 : count, total);
        if (groups > 1) {
            auto const partials = context.global(arguments.partials);
            if (context.block().thread_rank() == 0) partials.put(group, total);
            if (!context.is_last_block()) return;
            total = fold_partials<T>(context, partials, groups, op);
        }
        if (context.block().thread_rank() == 0) {
            context.global(arguments.out).put(0, quieted(op(arguments.init, total)));
            context.finish();
        }
    }

private:
    /// @return on thread s of the block: the total of segment s of `count`
    template <class Context, class Input, class T, class Load, class Op>
    GPUALGO_DEVICE static T fold_segments(Context const& context,
                                          canonical_arguments<Input, T, Load> const& arguments,
                                          std::size_t first, unsigned count, Op op) {
        using Value = element_of<Input>;
        constexpr segmentation shape(sizeof(Value));
        auto const warp = context.template tile<32>();
        auto const part = context.template shared<T>();
        T total{};
        for (unsigned s = warp.meta_group_rank(); s < count; s += warp.meta_group_size()) {
            std::size_t const begin = (first + s) * shape.size();
            total = segment_fold<Value, T, Load, Op>::run(
                warp, array_of(context, arguments.in).from(begin), arguments.n - begin,
                arguments.load, op);
            if (count > 1 && warp.thread_rank() == 0) part.put(s, total);
        }
        if (count == 1) return total;
        context.block().sync();
        if (context.block().thread_rank() < count) total = part.get(context.block().thread_rank());
        return total;
    }

    /// @param total of segment s of `count`, on thread s of the block
    /// @return the total of all, on thread 0 of the block
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static T fold_group(Context const& context, T total, unsigned count, Op op) {
        auto const warp = context.template tile<32>();
        if (warp.meta_group_rank() == 0 && count > 1)
            total = fold_neighbours(warp, total, count, op);
        return total;
    }

    /// Writes the block's partials.
    /// @param count of them, on as many threads
    template <class Context, class Arguments, class T>
    GPUALGO_DEVICE static void leave(Context const& context, Arguments const& arguments,
                                     unsigned group, unsigned count, T partial) {
        // an incomplete first group has more partials than one
        unsigned const more = group == 0 || arguments.skipped == 0
                                  ? 0
                                  : (1u << arguments.group_log) - arguments.skipped - 1;
        unsigned const rank = context.block().thread_rank();
        if (rank < count) context.global(arguments.partials).put(group + more + rank, partial);
    }

    /// Folds adjacent pairs, in place, by one block: in each pass a warp folds 256 neighbours into
    /// the first of them.
    /// @return the total, on thread 0 of the block
    template <class T, class Context, class Partials, class Op>
    GPUALGO_DEVICE static T fold_partials(Context const& context, Partials partials, unsigned count,
                                          Op op) {
        constexpr unsigned items = 8;          // per thread
        constexpr unsigned width = 32 * items; // per warp
        auto const warp = context.template tile<32>();
        unsigned const mine = warp.thread_rank() * items;
        for (std::size_t stride = 1;; stride *= width) {
            auto const left = static_cast<unsigned>((count - 1) / stride) + 1;
            for (unsigned begin = warp.meta_group_rank() * width; begin < left;
                 begin += warp.meta_group_size() * width) {
                unsigned const num_valid = left - begin < width ? left - begin : width;
                T item[items]{};
                for (unsigned i = 0; i < items; ++i)
                    if (mine + i < num_valid) item[i] = partials.get((begin + mine + i) * stride);
                for (unsigned distance = 1; distance < items; distance *= 2)
                    for (unsigned i = 0; i < items; i += 2 * distance)
                        if (mine + i + distance < num_valid)
                            item[i] = op(item[i], item[i + distance]);
                T const total = fold_neighbours(warp, item[0], (num_valid + items - 1) / items, op);
                if (left <= width) return total;
                if (warp.thread_rank() == 0) partials.put(begin * stride, total);
            }
            if (left <= width) return T{};
            context.block().sync();
        }
    }

    /// @return the fold in adjacent pairs of the values of the first `num_valid` threads, on thread
    /// 0
    template <class Warp, class T, class Op>
    GPUALGO_DEVICE static T fold_neighbours(Warp const& warp, T value, unsigned num_valid, Op op) {
        if constexpr (requires { warp.reduce(value, num_valid, op); }) { // integers, in any order
            return warp.reduce(value, num_valid, op);
        } else {
            for (unsigned distance = 1; distance < num_valid; distance *= 2) {
                T const other = warp.shfl_down(value, distance);
                if (warp.thread_rank() + distance < num_valid) value = op(value, other);
            }
            return value;
        }
    }
};

} // namespace gpu::inline v0::kernel
