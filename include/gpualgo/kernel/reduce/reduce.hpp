// SPDX-License-Identifier: Apache-2.0
/// @file
/// The reduction by a named strategy: each block folds a share of the input, and one block folds
/// the blocks' totals.
///
/// What differs between strategies is how the threads of a block fold the values they hold:
/// `fold<Policy>`, one file a strategy. Bodies are written over a context, see doc/architecture.md:
/// on a GPU it is cooperative groups and plain memory, on the simulated device every access is
/// checked.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/policy.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// How a strategy folds the values of a block. Each specialisation has
/// - `slots<T>(threads)`: elements of the exchange that a block of so many threads needs;
/// - `items<T>`: neighbouring elements of the input that a thread loads at once;
/// - `run(context, exchange, value, num_valid, op)`: called by all threads of a block, of which the
/// first `num_valid` (at least
///   one) hold a value. Returns the fold on thread 0; on other threads, a value without meaning.
template <class Policy, memory_space Space>
struct fold;

/// What most folds have in common.
struct one_value_a_thread {
    /// One element loaded at a time.
    template <class T>
    static constexpr std::size_t items = 1;

    /// @return one slot a thread
    template <class T>
    GPUALGO_FUNCTION static constexpr unsigned slots(unsigned threads) {
        return threads;
    }
};

/// What a launch of `reduce` works on.
template <class T>
struct reduce_arguments {
    T const* in;   ///< the input
    std::size_t n; ///< its elements, at least one for every block
    T* exchange;   ///< for `memory_space::global`: the slots of every block; else unused
    T* out;        ///< the total of every block
    T init;        ///< folded in front of the total where `finish`
    bool finish;   ///< whether this is the last launch, of one block
};

/// `reduce` never launches more blocks than this; each then folds more of the input. A block a tile
/// up to 2^24 elements in blocks of 512, as in the literature, and few enough totals for one block.
inline constexpr std::size_t max_blocks = 32768;

/// Reduction by a named strategy. Sources: Cheng, Grossman, McKercher, Professional CUDA C
/// Programming, ch. 3; Kirk and Hwu, Programming Massively Parallel Processors, ch. 5; M. Harris,
/// Optimizing Parallel Reduction in CUDA.
template <class Policy, memory_space Space>
struct reduce {
    /// The strategy's fold of a block.
    using fold = kernel::fold<Policy, Space>;

    /// @param n elements, at least one
    /// @param threads threads a block
    /// @return blocks to launch, each with at least one element
    template <class T>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t n, unsigned threads) {
        std::size_t const tile = std::size_t{threads} * fold::template items<T>;
        std::size_t const tiles = n / tile + (n % tile != 0);
        return tiles < max_blocks ? tiles : max_blocks;
    }

    /// One block: its threads fold their elements of every tile, then each other's values.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, reduce_arguments<T> arguments, Op op) {
        auto const block = context.block();
        unsigned const rank = block.thread_rank();
        constexpr std::size_t items = fold::template items<T>;
        std::size_t const tile = std::size_t{block.num_threads()} * items;
        std::size_t const begin = context.block_rank() * tile;

        // Threads without an element hold no value: they are not num_valid, whatever `value` is.
        std::size_t const holders = (arguments.n - begin + items - 1) / items;
        unsigned const num_valid =
            holders < block.num_threads() ? static_cast<unsigned>(holders) : block.num_threads();
        T value{};
        if (rank < num_valid)
            value = load<T, items>(context.global(arguments.in), arguments.n, begin + rank * items,
                                   context.num_blocks() * tile, op);

        if constexpr (Space == memory_space::global) {
            std::size_t const slots = fold::template slots<T>(block.num_threads());
            value = fold::run(context,
                              context.global(arguments.exchange).from(context.block_rank() * slots),
                              value, num_valid, op);
        } else {
            value = fold::run(context, context.template shared<T>(), value, num_valid, op);
        }

        if (rank == 0)
            context.global(arguments.out)
                .put(context.block_rank(),
                     arguments.finish ? quieted(op(arguments.init, value)) : value);
    }

private:
    /// @return the fold of one thread's elements: `Items` neighbours from `first`, and again every
    /// `width` elements
    template <class T, std::size_t Items, class Input, class Op>
    GPUALGO_DEVICE static T load(Input in, std::size_t n, std::size_t first, std::size_t width,
                                 Op op) {
        constexpr std::size_t batch = 4; // loads in flight
        // an element that is absent is not zero: the first ones start the fold
        T value = fold_items<T, Items>(in, n, first, op);
        std::size_t i = first + width;
        for (; i + (batch - 1) * width + Items <= n; i += batch * width) {
            decltype(in.template vector<Items>(0)) vector[batch];
            for (std::size_t b = 0; b < batch; ++b)
                vector[b] = in.template vector<Items>(i + b * width);
            for (std::size_t b = 0; b < batch; ++b)
                value = op(value, fold_vector<T, Items>(vector[b], op));
        }
        for (; i < n; i += width) value = op(value, fold_items<T, Items>(in, n, i, op));
        return value;
    }

    /// @return the fold of the up to `Items` elements at i
    template <class T, std::size_t Items, class Input, class Op>
    GPUALGO_DEVICE static T fold_items(Input in, std::size_t n, std::size_t i, Op op) {
        if (n - i >= Items) return fold_vector<T, Items>(in.template vector<Items>(i), op);
        T value = in.get(i);
        for (std::size_t k = 1; k < Items; ++k)
            if (k < n - i) value = op(value, in.get(i + k));
        return value;
    }

    /// @return the fold of elements that were loaded at once
    template <class T, std::size_t Items, class Vector, class Op>
    GPUALGO_DEVICE static T fold_vector(Vector const& vector, Op op) {
        T value = vector[0];
        for (std::size_t k = 1; k < Items; ++k) value = op(value, vector[k]);
        return value;
    }
};

} // namespace gpu::inline v0::kernel
