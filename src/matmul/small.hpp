// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of small products, the same on the simulated device and on GPUs.
#pragma once

#include "matmul.hpp"
#include "small_heuristic.hpp"

#include <gpualgo/kernel/matmul/small_tile.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The kernel of a row of `small_tiles`.
template <class T, std::size_t Row>
using small_body =
    kernel::matmul_small_tile<small_tiles<T>[Row].rows, small_tiles<T>[Row].columns,
                              small_tiles<T>[Row].parts, small_tiles<T>[Row].across,
                              small_tiles<T>[Row].depth, small_tiles<T>[Row].buffers>;

/// A block per tile.
template <class Body, class Queue, class T>
void matmul_small_by(Queue& queue, kernel::matmul_problem<T, T> const& product) {
    launch_config const shape{Body::tiles(product.m, product.n), Body::threads,
                              Body::template slots<T> * sizeof(T)};
    queue.template launch<Body>(shape, product, kernel::plus{});
}

/// Computes a product that `is_small_product`.
template <class T, class Queue>
void matmul_small(Queue& queue, matmul_request const& request) {
    auto const given = problem_of<T, T, std::size_t>(request);
    auto const product = given.c.column_stride == 1 ? given : given.transposed();
    std::size_t const row = row_of_small_tile<T>(request);
    auto const by_row = [&]<std::size_t... Row>(std::index_sequence<Row...>) {
        ((Row == row ? matmul_small_by<small_body<T, Row>>(queue, product) : void()), ...);
    };
    by_row(std::make_index_sequence<small_tiles<T>.size()>());
}

/// The same for each element type.
template <class Queue>
void run_small(Queue& queue, matmul_request const& request) {
    if (request.value == index_of<double, matmul_types>) matmul_small<double>(queue, request);
    else matmul_small<float>(queue, request);
}

} // namespace gpu::inline v0::detail

namespace gpu::inline v0::kernel {

// Found by argument-dependent lookup from kernel_name.hpp.
template <unsigned Rows, unsigned Columns, unsigned... Others>
consteval detail::kernel_name
name_of(std::type_identity<matmul_small_tile<Rows, Columns, Others...>>) {
    return {Rows == 16 ? Columns == 16 ? "matmul_small_tile<16, 16>" : "matmul_small_tile<16, 32>"
            : Columns == 32 ? "matmul_small_tile<32, 32>"
                            : "matmul_small_tile<32, 64>"};
}

} // namespace gpu::inline v0::kernel
