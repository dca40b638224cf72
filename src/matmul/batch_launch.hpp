// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launch of a batch by register_tile, the same on the simulated device and on GPUs.
#pragma once

#include "epilogue.hpp"
#include "matmul.hpp"
#include "problem.hpp"

#include <gpualgo/kernel/matmul/batch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The tiles of all products of a batch.
constexpr tile_choice choose_batch_tile(matmul_request const& r, std::size_t multiprocessors) {
    if (r.block_size == kernel::matmul_register_tile<128, 128>::threads) return {128, 1};
    if (r.block_size == kernel::matmul_register_tile<64, 64>::threads) return {64, 1};
    auto const choice = choose_tile(static_cast<std::size_t>(r.m), static_cast<std::size_t>(r.n),
                                    static_cast<std::size_t>(r.k), multiprocessors,
                                    static_cast<std::size_t>(r.count), has_wide_tiles[r.value]);
    // otherwise half of each large tile, or more, would lie outside C
    bool const is_narrow = r.m <= 64 || r.n <= 64;
    return choice.tile == 128 && is_narrow ? tile_choice{64, 1} : choice;
}

/// The number of blocks of a batch.
constexpr std::uint64_t blocks_of_batch(matmul_request const& r, unsigned tile) {
    auto const pieces = [](std::int64_t n, std::uint64_t size) {
        return (static_cast<std::uint64_t>(n) + size - 1) / size;
    };
    return pieces(r.m, tile) * pieces(r.n, tile == 128 && has_wide_tiles[r.value] ? 256 : tile) *
           static_cast<std::uint64_t>(r.count);
}

/// Whether register_tile computes a batch in one launch. The matrices are then at equal distances,
/// and there are enough tiles, so that k is not split.
inline bool is_one_launch(matmul_request const& r, std::size_t multiprocessors) {
    if (r.count <= 1 || !multiplies(r)) return false;
    if (r.a.pointers != nullptr || r.b.pointers != nullptr || r.c.pointers != nullptr) return false;
    if (!known_products[r.value][r.result]) return false;
    auto const choice = choose_batch_tile(r, multiprocessors);
    constexpr std::uint64_t most_blocks = std::numeric_limits<std::int32_t>::max();
    return choice.splits == 1 && blocks_of_batch(r, choice.tile) <= most_blocks;
}

/// Tiles of one size.
template <class Tile, class Queue, class Value, class Result>
void launch_batch(Queue& queue, matmul_request const& r) {
    using accumulator = matmul_accumulator<Value>;
    using arguments = kernel::register_tile_arguments<Value, Result>;
    auto const first = problem_of<Value, Result, std::size_t>(r);
    arguments const of_first{first, 1, first.k, nullptr, epilogue_list_of<accumulator>(r)};
    kernel::batch_arguments<arguments> const batch{of_first, Tile::tiles(first.m, first.n),
                                                   static_cast<std::ptrdiff_t>(r.a.matrix_stride),
                                                   static_cast<std::ptrdiff_t>(r.b.matrix_stride),
                                                   static_cast<std::ptrdiff_t>(r.c.matrix_stride)};
    launch_config const shape{batch.blocks_of_product * static_cast<std::size_t>(r.count),
                              Tile::threads, bytes_of_tiles<Tile, Value>(queue)};
    queue.template launch<kernel::matmul_batch<Tile>>(shape, batch, kernel::plus{});
}

/// Computes a batch that `is_one_launch`.
template <class Queue, class Value, class Result>
void run_batch(Queue& queue, matmul_request const& r) {
    if (choose_batch_tile(r, queue.resident_blocks(1024)).tile == 128 &&
        has_large_tiles<Value>(queue))
        launch_batch<kernel::large_register_tile<Value>, Queue, Value, Result>(queue, r);
    else launch_batch<kernel::matmul_register_tile<64, 64>, Queue, Value, Result>(queue, r);
}

template <class Queue>
using batch_function = void (*)(Queue& queue, matmul_request const& request);

/// The function for each type of A and B, and of C; null if it is not listed.
template <class Queue>
inline constexpr auto batches = tabulate(
    []<class Value, class Result>(type_list<Value, Result>) -> batch_function<Queue> {
        if constexpr (listed_product<Value, Result>) return &run_batch<Queue, Value, Result>;
        else return nullptr;
    },
    matmul_types(), matmul_types());

} // namespace gpu::inline v0::detail

namespace gpu::inline v0::kernel {

// Found by argument-dependent lookup from kernel_name.hpp.
template <class Body>
consteval detail::kernel_name name_of(std::type_identity<matmul_batch<Body>>) {
    return {Body::threads != 256 ? "matmul_batch<64, 64>"
            : Body::width == 8   ? "matmul_batch<128, 128>"
                                 : "matmul_batch<128, 256>"};
}

} // namespace gpu::inline v0::kernel
