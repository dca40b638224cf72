// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a product by mma.sync.
#pragma once

#include "matmul.hpp"
#include "tile_heuristic.hpp"

#include <gpualgo/kernel/matmul/mma.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The number of blocks that share a tile of C. If there are fewer tiles than multiprocessors, k is
/// split until each multiprocessor has two blocks. Deterministic for a shape and device, because
/// the bits of the result depend on it.
constexpr std::size_t mma_splits(std::size_t m, std::size_t n, std::size_t k,
                                 std::size_t multiprocessors) {
    std::size_t const tiles = kernel::matmul_mma::tiles(m, n);
    if (tiles >= multiprocessors) return 1;
    return std::clamp<std::size_t>(2 * multiprocessors / tiles, 1,
                                   std::max<std::size_t>(k / shortest_part, 1));
}

/// A product of matrices of half, bfloat16, int8, or of float in TF32.
/// @param then the steps of an epilogue
template <class Queue, class Value, class Result>
void matmul_mma_tiles(
    Queue& queue, kernel::matmul_problem<Value, Result> const& problem, std::size_t splits,
    kernel::epilogue_list<kernel::epilogue_type<matmul_accumulator<Value>>> const& then) {
    using body = kernel::matmul_mma;
    matmul_tiles<body>(queue, problem, splits, body::depth<Value>, body::shared_bytes, then);
}

} // namespace gpu::inline v0::detail

namespace gpu::inline v0::kernel {

consteval detail::kernel_name name_of(std::type_identity<matmul_mma>) {
    return {"matmul_tensor_core<128, 128, mma>"};
}

} // namespace gpu::inline v0::kernel
