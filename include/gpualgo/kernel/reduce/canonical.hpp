// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical order, version 1: the one expression that `gpu::automatic` evaluates on every
/// device.
///
/// It depends only on the values, their number and their type, and not on the device, its number of
/// multiprocessors or threads, or alignment. `canonical` below is the definition; every backend
/// equals it bit for bit. The idea of prescribing the expression is WG21 P4016's "canonical
/// parallel reduction".
#pragma once

#include <gpualgo/kernel/growing_array.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/reduce/segmentation.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0::kernel {

/// The total of one segment, by the definition.
/// @param x its first element: an iterator, left after the last element read if it is an lvalue
/// @param m elements, at least one and at most a segment's size
/// @param lanes elements in a row
/// @param op the operator, on accumulators
/// @return the total
template <class T, class Input, class Op>
[[nodiscard]] constexpr T canonical_segment(Input&& x, std::size_t m, std::size_t lanes, Op op) {
    std::size_t const num_valid = m < lanes ? m : lanes;
    growing_array<T> lane(num_valid);
    for (std::size_t l = 0; l < num_valid; ++l, (void)++x) lane.emplace_back(*x);
    for (std::size_t i = num_valid; i < m; i += lanes) {
        std::size_t const row = m - i < lanes ? m - i : lanes;
        for (std::size_t l = 0; l < row; ++l, (void)++x)
            lane[l] = op(std::move(lane[l]), static_cast<T>(*x));
    }
    // lanes fold by halves; an absent lane is skipped
    for (std::size_t half = lanes / 2; half > 0; half /= 2)
        for (std::size_t l = 0; l < half && l + half < num_valid; ++l)
            lane[l] = op(std::move(lane[l]), std::move(lane[l + half]));
    return std::move(lane[0]);
}

/// Folds totals in adjacent pairs (0,1) (2,3) ..., and again, until one is left; an odd last one
/// moves up.
/// @param total an array of at least one total
/// @param op the operator
/// @return the total that is left
template <class Totals, class Op>
[[nodiscard]] constexpr auto fold_adjacent(Totals total, Op op) {
    for (std::size_t stride = 1; stride < total.size(); stride *= 2)
        for (std::size_t i = 0; i + stride < total.size(); i += 2 * stride)
            total[i] = op(std::move(total[i]), std::move(total[i + stride]));
    return std::move(total[0]);
}

/// The total of any aligned group of segments: all of them, or a power of two.
/// @param x the first element: a forward iterator
/// @param n elements, at least 1
/// @param shape how all elements are cut into segments
/// @param op the operator, on accumulators
/// @return the total, without an init
template <class T, class Input, class Op>
[[nodiscard]] constexpr T canonical_group(Input x, std::size_t n, segmentation shape, Op op) {
    growing_array<T> total(shape.count(n));
    for (std::size_t s = 0; s < n; s += shape.size())
        total.emplace_back(kernel::canonical_segment<T>(
            x, n - s < shape.size() ? n - s : shape.size(), shape.lanes, op));
    return kernel::fold_adjacent(std::move(total), op);
}

/// The definition. Slow on purpose: it is read, and it is what tests compare with.
/// @param x n elements: a forward iterator
/// @param n at least 1
/// @param value_size `sizeof` of an element
/// @param op the operator, on accumulators
/// @return the total, without an init
template <class T, class Input, class Op>
[[nodiscard]] constexpr T canonical(Input x, std::size_t n, std::size_t value_size, Op op) {
    return kernel::canonical_group<T>(std::move(x), n, segmentation(value_size), op);
}

} // namespace gpu::inline v0::kernel
