// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a product of a matrix and a vector, the same on the simulated device and on
/// GPUs.
#pragma once

#include "matmul.hpp"
#include "vector_heuristic.hpp"

#include <gpualgo/kernel/matmul/narrow.hpp>
#include <gpualgo/kernel/matmul/vector.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// How a product of a matrix and a vector is launched.
struct vector_shape {
    std::size_t groups; ///< of rows that a block computes
    std::size_t splits; ///< blocks that share them
    std::size_t part;   ///< elements of k that each takes
};

/// The fewest blocks that leave hardly a multiprocessor idle.
/// @param rows per block
/// @param least elements of k that are worth a block; parts are multiples of it
constexpr vector_shape vector_shape_of(std::size_t m, std::size_t k, std::size_t rows,
                                       std::size_t least, std::size_t multiprocessors) {
    std::size_t const groups = kernel::pieces(m, rows);
    std::size_t const slots = 2 * multiprocessors; // blocks that run at once
    std::size_t splits = 1, idle = slots;          // of the last round of blocks
    for (std::size_t rounds = 1; rounds <= 4 && idle > slots * rounds / 10; ++rounds) {
        std::size_t const tried = std::max<std::size_t>(rounds * slots / groups, 1);
        std::size_t const last = tried * groups % slots;
        std::size_t const left = last == 0 ? 0 : slots - last;
        if (left >= idle) continue;
        splits = tried;
        idle = left;
    }
    std::size_t const part = kernel::pieces(kernel::pieces(k, splits), least) * least;
    return {groups, kernel::pieces(k, part), part};
}

/// @param least see `vector_shape_of`
template <class Body, class Queue, class Value, class Result>
void matmul_vector_by(Queue& queue, kernel::matmul_problem<Value, Result> const& product,
                      std::size_t rows, std::size_t least) {
    using accumulator = matmul_accumulator<Value>;
    using adding = kernel::matmul_vector_add_parts;
    vector_shape const shape =
        vector_shape_of(product.m, product.k, rows, least, queue.resident_blocks(1024));
    accumulator* const partial =
        shape.splits > 1
            ? queue.template allocate<accumulator>(shape.splits * product.m * product.n)
            : nullptr;
    kernel::vector_arguments<Value, Result> const arguments{product, shape.splits, shape.part,
                                                            partial};
    queue.template launch<Body>(launch_config{shape.groups * shape.splits, Body::threads,
                                              Body::template slots<Value>() * sizeof(accumulator)},
                                arguments, kernel::plus{});
    if (shape.splits == 1) return;
    std::size_t const grid = std::min(kernel::pieces(product.m * product.n, adding::warps),
                                      queue.resident_blocks(adding::threads));
    queue.template launch<adding>(launch_config{grid, adding::threads, 0}, arguments,
                                  kernel::plus{});
}

/// A block per `Body::threads` rows.
template <class Body, class Queue, class Value, class Result>
void matmul_narrow_by(Queue& queue, kernel::matmul_problem<Value, Result> const& product) {
    launch_config const shape{kernel::pieces(product.m, Body::threads), Body::threads,
                              Body::slots * sizeof(matmul_accumulator<Value>)};
    queue.template launch<Body>(shape, product, kernel::plus{});
}

/// A product that `has_vector_kernel`.
template <class Queue, class Value, class Result>
void matmul_vector(Queue& queue, kernel::matmul_problem<Value, Result> product) {
    using kernel::matmul_vector_by_columns;
    using kernel::matmul_vector_by_rows;
    if (product.n > product.m) product = product.transposed();
    constexpr std::size_t rows = matmul_vector_by_columns<1>::rows<Value>;
    constexpr std::size_t width = kernel::matmul_vector::threads * rows / 32;
    constexpr std::size_t columns = 64; // of A, worth a block
    if (is_narrow(static_cast<std::int64_t>(product.m), static_cast<std::int64_t>(product.n),
                  static_cast<std::int64_t>(product.k)))
        return matmul_narrow_by<kernel::matmul_narrow<narrow_columns>>(queue, product);
    if constexpr (std::same_as<Value, float>) {
        if (product.n > 4)
            return matmul_vector_by<matmul_vector_by_columns<few_columns>>(queue, product, rows,
                                                                           columns);
        if (product.n > 1)
            return matmul_vector_by<matmul_vector_by_columns<4>>(queue, product, rows, columns);
    }
    if (product.a.column_stride != 1 && product.m >= 32)
        matmul_vector_by<matmul_vector_by_columns<1>>(queue, product, rows, columns);
    else if (product.m >= 4)
        matmul_vector_by<matmul_vector_by_rows<4>>(queue, product, 4, 4 * width);
    else matmul_vector_by<matmul_vector_by_rows<1>>(queue, product, 1, 4 * width);
}

} // namespace gpu::inline v0::detail

namespace gpu::inline v0::kernel {

template <unsigned Rows>
consteval detail::kernel_name name_of(std::type_identity<matmul_vector_by_rows<Rows>>) {
    return {"matmul_vector_by_rows"};
}
template <unsigned Columns>
consteval detail::kernel_name name_of(std::type_identity<matmul_vector_by_columns<Columns>>) {
    return {"matmul_vector_by_columns"};
}
template <unsigned Columns>
consteval detail::kernel_name name_of(std::type_identity<matmul_narrow<Columns>>) {
    return {"matmul_narrow"};
}
consteval detail::kernel_name name_of(std::type_identity<matmul_vector_add_parts>) {
    return {"matmul_vector_add_parts"};
}

} // namespace gpu::inline v0::kernel
