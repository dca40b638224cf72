// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a product of matrices, the same on the simulated device and on GPUs. Queues are
/// the same as for reductions.
#pragma once

#include "problem.hpp"
#include "tile_heuristic.hpp"

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/matmul/cg_tile.hpp>
#include <gpualgo/kernel/matmul/fold.hpp>
#include <gpualgo/kernel/matmul/register_tile.hpp>
#include <gpualgo/kernel/matmul/row.hpp>
#include <gpualgo/kernel/matmul/scale.hpp>
#include <gpualgo/kernel/matmul/shared_tile.hpp>
#include <gpualgo/kernel/matmul/split.hpp>
#include <gpualgo/kernel/matmul/warp_shuffle.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The number of blocks for a loop over the elements of C.
template <class Queue>
std::size_t blocks_for_elements(Queue& queue, std::size_t m, std::size_t n) {
    return std::min(kernel::pieces(m * n, default_block_size),
                    queue.resident_blocks(default_block_size));
}

/// Computes beta * C only, for k = 0 or alpha = 0.
template <class Queue, class Value, class Result>
void matmul_scaled(Queue& queue, kernel::matmul_problem<Value, Result> const& problem) {
    std::size_t const grid = blocks_for_elements(queue, problem.m, problem.n);
    queue.template launch<kernel::matmul_scale>(launch_config{grid, default_block_size, 0}, problem,
                                                kernel::plus{});
}

/// A named strategy, in one launch.
template <class Policy, memory_space Space, class Queue, class Value, class Result>
void matmul_named(Queue& queue, kernel::matmul_problem<Value, Result> const& problem,
                  unsigned threads) {
    using body = kernel::matmul<Policy, Space>;
    using exchanged = typename body::template exchanged<Value>;
    std::size_t const grid = body::template blocks<Value>(problem.m, problem.n, threads);
    std::size_t const slots = body::template slots<Value>(threads);
    if constexpr (Space == memory_space::global) {
        kernel::exchange_arguments<Value, Result> const arguments{
            problem, queue.template allocate<exchanged>(grid * slots)};
        queue.template launch<body>(launch_config{grid, threads, 0}, arguments, kernel::plus{});
    } else {
        launch_config const shape{grid, threads, slots * sizeof(exchanged)};
        queue.template launch<body>(shape, problem, kernel::plus{});
    }
}

/// The division of k between blocks.
template <class Sum>
struct divided_k {
    std::size_t splits; ///< the number of parts
    std::size_t part;   ///< products in every part except the last
    Sum* partial;       ///< memory for the sums of all parts, if there are several

    /// @param depth `part` is a multiple of it
    template <class Queue>
    divided_k(Queue& queue, std::size_t m, std::size_t n, std::size_t k, std::size_t wanted,
              std::size_t depth)
        : splits(wanted), part(length_of_part(k, wanted, depth)), partial(nullptr) {
        splits = kernel::pieces(k, part); // no part of k is empty
        if (splits > 1) partial = queue.template allocate<Sum>(splits * m * n);
    }
};

/// Adds the sums of parts of k, and applies the epilogue.
template <class Queue, class Value, class Result, class Sum>
void matmul_add_parts(Queue& queue, kernel::matmul_problem<Value, Result> const& problem,
                      divided_k<Sum> const& parts,
                      kernel::epilogue_list<kernel::epilogue_type<Sum>> const& then) {
    using adding = kernel::matmul_add_parts;
    unsigned const sharers = adding::sharers(parts.splits);
    std::size_t const blocks = kernel::pieces(problem.m * problem.n, adding::threads / sharers);
    queue.template launch<adding>(
        launch_config{std::min(blocks, queue.resident_blocks(adding::threads)), adding::threads,
                      sharers > 1 ? adding::threads * sizeof(Sum) : 0},
        kernel::add_parts_arguments<Value, Result>{problem, parts.splits, parts.partial, then,
                                                   sharers},
        kernel::plus{});
}

/// The tiles of a body. If k is split, several blocks share an element of C, and a second launch
/// adds their partials.
/// @param depth extent of the tiles of A and B along k
/// @param shared_bytes per block
/// @param then the steps of an epilogue
template <class Body, class Queue, class Value, class Result>
void matmul_tiles(
    Queue& queue, kernel::matmul_problem<Value, Result> const& problem, std::size_t splits,
    std::size_t depth, std::size_t shared_bytes,
    kernel::epilogue_list<kernel::epilogue_type<matmul_accumulator<Value>>> const& then) {
    divided_k<matmul_accumulator<Value>> const parts(queue, problem.m, problem.n, problem.k, splits,
                                                     depth);
    std::size_t const grid = Body::tiles(problem.m, problem.n) * parts.splits;
    queue.template launch<Body>(launch_config{grid, Body::threads, shared_bytes},
                                kernel::register_tile_arguments<Value, Result>{
                                    problem, parts.splits, parts.part, parts.partial, then},
                                kernel::plus{});
    if (parts.splits > 1) matmul_add_parts(queue, problem, parts, then);
}

/// Whether a GPU computes large tiles. Those of `float` need copies by cp.async, and the shared
/// memory of the GPUs that have them.
template <class Value, class Queue>
bool has_large_tiles([[maybe_unused]] Queue const& queue) {
    if constexpr (kernel::large_register_tile<Value>::template is_copied<Value>)
        return queue.copies_asynchronously();
    else return true;
}

/// The shared memory of a block of register_tile.
template <class Tile, class Value, class Queue>
std::size_t bytes_of_tiles(Queue const& queue) {
    return Tile::template slots<Value>(queue.copies_asynchronously()) *
           sizeof(matmul_accumulator<Value>);
}

/// Computes a product by tiles of a chosen size.
/// @param then the steps of an epilogue
template <class Queue, class Value, class Result>
void matmul_register_tiles(
    Queue& queue, kernel::matmul_problem<Value, Result> const& problem, tile_choice const& choice,
    kernel::epilogue_list<kernel::epilogue_type<matmul_accumulator<Value>>> const& then) {
    auto const launch = [&]<class Body>(std::type_identity<Body>) {
        matmul_tiles<Body>(queue, problem, choice.splits, Body::template depth<Value>,
                           bytes_of_tiles<Body, Value>(queue), then);
    };
    auto const launch_fastest = [&]<class Body>(std::type_identity<Body> body) {
        if constexpr (Body::template is_copied<Value>)
            if (queue.copies_asynchronously() && Body::has_vectors(problem))
                return launch(std::type_identity<typename Body::template by_vectors<Value>>());
        launch(body);
    };
    if (choice.tile == 128 && has_large_tiles<Value>(queue))
        launch_fastest(std::type_identity<kernel::large_register_tile<Value>>());
    else launch_fastest(std::type_identity<kernel::matmul_register_tile<64, 64>>());
}

/// Chooses the tile size by the shape, or by the number of threads per block if it is given.
/// @param threads per block, or `unspecified`
template <class Value, class Queue>
tile_choice choose_register_tile(Queue& queue, std::size_t m, std::size_t n, std::size_t k,
                                 unsigned threads) {
    using large = kernel::large_register_tile<Value>;
    if (threads == large::threads) return {128, 1};
    if (threads == kernel::matmul_register_tile<64, 64>::threads) return {64, 1};
    auto const choice = choose_tile(m, n, k, queue.resident_blocks(1024), 1, large::width == 16);
    // small tiles instead of large ones need not be shared
    return choice.tile == 128 && !has_large_tiles<Value>(queue) ? tile_choice{64, 1} : choice;
}

} // namespace gpu::inline v0::detail

namespace gpu::inline v0::kernel {

// Found by argument-dependent lookup from kernel_name.hpp.
template <class Policy, memory_space Space>
consteval detail::kernel_name name_of(std::type_identity<matmul<Policy, Space>>) {
    return {"matmul", Policy::name, detail::known_spaces[static_cast<std::size_t>(Space)]};
}
template <unsigned Rows, unsigned Columns, unsigned VectorOfB>
consteval detail::kernel_name
name_of(std::type_identity<matmul_register_tile<Rows, Columns, VectorOfB>>) {
    return {Rows == 64       ? "matmul_register_tile<64, 64>"
            : Columns == 128 ? "matmul_register_tile<128, 128>"
                             : "matmul_register_tile<128, 256>"};
}
consteval detail::kernel_name name_of(std::type_identity<matmul_add_parts>) {
    return {"matmul_add_parts"};
}
consteval detail::kernel_name name_of(std::type_identity<matmul_scale>) { return {"matmul_scale"}; }

} // namespace gpu::inline v0::kernel
