// SPDX-License-Identifier: Apache-2.0
/// @file
/// The reduction by a named strategy. In the first launch, each block folds its share of the input
/// and writes one partial. If there are several blocks, a second launch of one block folds these.
///
/// In each launch, every thread first folds elements of the input in a register. Then the threads
/// of a block fold their values with each other. Strategies differ only in this second step:
/// `fold<Policy>`, one file per strategy.
///
/// Kernel bodies are templates over a context, see doc/architecture.md. On a GPU the context is
/// cooperative groups and plain memory, and the block barrier `block.sync()` is `__syncthreads()`.
/// On the simulated device the context checks every access.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/unrolled.hpp>
#include <gpualgo/policy.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// How a strategy folds the values that the threads of a block hold. Each specialisation has
/// - `slots<T>(threads)`: elements of the exchange, the array in shared or global memory through
///   which the threads of a block pass values;
/// - `items<T>`: neighbouring elements of the input that a thread loads at once;
/// - `run(context, exchange, value, num_valid, op)`: called by all threads of a block. The first
///   `num_valid` of them, at least one, hold a value. Returns the fold on thread 0; on other
///   threads, a value without meaning.
template <class Policy, memory_space Space>
struct fold;

/// Base of folds with one slot per thread.
struct one_value_a_thread {
    /// One element per load.
    template <class T>
    static constexpr std::size_t items = 1;

    /// @return one slot per thread
    template <class T>
    GPUALGO_FUNCTION static constexpr unsigned slots(unsigned threads) {
        return threads;
    }
};

/// The arguments of `reduce`.
template <class T>
struct reduce_arguments {
    T const* in;   ///< the input
    std::size_t n; ///< its elements, at least one per block
    T* exchange;   ///< for `memory_space::global`: the slots of all blocks; otherwise unused
    T* out;        ///< one partial per block
    T init;        ///< the left operand of the total, if `finish`
    bool finish;   ///< whether this is the last launch, of one block
};

/// The largest grid of `reduce`: few enough partials for one block to fold. Up to 2^24 elements in
/// blocks of 512 there is one block per tile, as in the literature; then blocks fold several tiles.
inline constexpr std::size_t max_blocks = 32768;

/// Reduction by a named strategy. Sources: Cheng, Grossman, McKercher, Professional CUDA C
/// Programming, ch. 3; Kirk and Hwu, Programming Massively Parallel Processors, ch. 5; M. Harris,
/// Optimizing Parallel Reduction in CUDA.
template <class Policy, memory_space Space>
struct reduce {
    /// The strategy's fold of a block.
    using fold = kernel::fold<Policy, Space>;

    /// @param n elements, at least one
    /// @param threads threads per block
    /// @return blocks to launch, each with at least one element
    template <class T>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t n, unsigned threads) {
        std::size_t const tile = std::size_t{threads} * fold::template items<T>;
        std::size_t const tiles = n / tile + (n % tile != 0);
        return tiles < max_blocks ? tiles : max_blocks;
    }

    /// Each thread folds its elements of all tiles of the block; then the block folds the threads'
    /// values, and thread 0 writes the total. A tile is the elements that a block loads at once.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, reduce_arguments<T> arguments, Op op) {
        auto const block = context.block();
        unsigned const rank = block.thread_rank();
        constexpr std::size_t items = fold::template items<T>;
        std::size_t const tile = std::size_t{block.num_threads()} * items;
        std::size_t const begin = context.block_rank() * tile;

        // Threads from num_valid on have no element: their `value` must not be used.
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
    /// Grid-stride loop: `width` is the number of elements that the grid loads at once.
    /// @return the fold of the thread's elements: `Items` neighbours at `first`, `first + width`,
    /// `first + 2 * width` ...
    template <class T, std::size_t Items, class Input, class Op>
    GPUALGO_DEVICE static T load(Input in, std::size_t n, std::size_t first, std::size_t width,
                                 Op op) {
        constexpr unsigned batch = 4; // loads in flight per thread
        // The fold starts from elements: 0 is not the identity of every operator.
        T value = fold_items<T, Items>(in, n, first, op);
        std::size_t i = first + width;
        for (; i + (batch - 1) * width + Items <= n; i += batch * width) {
            decltype(in.template vector<Items>(0)) vector[batch];
            unrolled<batch>([&](auto b) { vector[b] = in.template vector<Items>(i + b * width); });
            unrolled<batch>(
                [&](auto b) { value = op(value, fold_vector<T, Items>(vector[b], op)); });
        }
        for (; i < n; i += width) value = op(value, fold_items<T, Items>(in, n, i, op));
        return value;
    }

    /// @return the fold of elements i ... i + Items - 1, or as many of them as there are
    template <class T, std::size_t Items, class Input, class Op>
    GPUALGO_DEVICE static T fold_items(Input in, std::size_t n, std::size_t i, Op op) {
        if (n - i >= Items) return fold_vector<T, Items>(in.template vector<Items>(i), op);
        T value = in.get(i);
        for (std::size_t k = 1; k < Items; ++k)
            if (k < n - i) value = op(value, in.get(i + k));
        return value;
    }

    /// @return the fold of the elements of a vector
    template <class T, std::size_t Items, class Vector, class Op>
    GPUALGO_DEVICE static T fold_vector(Vector const& vector, Op op) {
        T value = vector[0];
        unrolled<Items - 1>([&](auto k) { value = op(value, vector[k + 1]); });
        return value;
    }
};

} // namespace gpu::inline v0::kernel
