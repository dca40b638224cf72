// SPDX-License-Identifier: Apache-2.0
/// @file
/// How elementwise kernels divide an array that they write. It has vectors of 16 bytes at multiples
/// of 16 bytes, and single elements before and after them.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// An element of 16 bytes. Smaller elements are unsigned integers of their size.
struct alignas(16) element_of_16_bytes {
    std::uint64_t words[2]; ///< its bytes
};

/// Threads per block of elementwise kernels.
inline constexpr unsigned elementwise_block = 256;
/// Vectors that a thread generates. If it loads vectors, it has one: on an H200, more threads hide
/// more of the latency than more loads per thread do.
inline constexpr unsigned generated_vectors = 4;
/// Elements of a vector.
template <class T>
inline constexpr unsigned vector_size = 16 / sizeof(T);
/// The elements of a vector.
template <class T>
struct vector_elements {
    T element[vector_size<T>]; ///< in their order
};
/// Elements per block.
/// @tparam Vectors per thread
template <class T, unsigned Vectors = 1>
inline constexpr std::size_t elements_per_block =
    std::size_t{elementwise_block} * Vectors* vector_size<T>;

/// The division of an array.
struct vector_division {
    std::size_t head;    ///< elements before the first vector, fewer than a vector has
    std::size_t vectors; ///< vectors after them
    std::size_t n;       ///< elements in all

    /// @param out the array
    /// @param n its elements
    template <class T, class Array>
    GPUALGO_DEVICE static vector_division of(Array out, std::size_t n) {
        constexpr unsigned V = vector_size<T>;
        std::size_t const before = out.template before_boundary<V>();
        std::size_t const head = before < n ? before : n;
        return {head, (n - head) / V, n};
    }

    /// @return elements after the last vector
    template <class T>
    [[nodiscard]] GPUALGO_DEVICE std::size_t tail() const {
        return n - head - vectors * vector_size<T>;
    }
};

/// Loads elements at any address, without reading bytes after the array.
/// @param in the array
/// @param n its elements
/// @param i the first element of the vector
/// @return elements i ... i + V - 1
template <class T, class Array>
GPUALGO_DEVICE auto load_anywhere(Array in, std::size_t n, std::size_t i) {
    constexpr unsigned V = vector_size<T>;
    return i + 2 * V <= n ? in.template shifted_vector<V>(i) : in.template vector<V>(i);
}

/// Writes an array by the threads of a grid, which has `elements_per_block` elements per block.
/// @tparam Vectors per thread
/// @param out the array
/// @param division of the array
/// @param load called as load(i): loads what the elements i ... i + V - 1 depend on
/// @param compute called as compute(loaded, i): makes these V elements
/// @param single called as single(i): makes element i
template <class T, unsigned Vectors = 1, class Context, class Array, class Load, class Compute,
          class Single>
GPUALGO_DEVICE void write_vectors(Context const& context, Array out, vector_division division,
                                  Load load, Compute compute, Single single) {
    constexpr unsigned V = vector_size<T>;
    unsigned const rank = context.block().thread_rank();
    std::size_t const first = context.block_rank() * elementwise_block * Vectors + rank; // vector
    decltype(load(std::size_t())) loaded[Vectors];
    // loops that are not unrolled would keep what is loaded in local memory
    unrolled_on_gpu<Vectors, Vectors>([&](unsigned k) {
        std::size_t const at = first + k * elementwise_block;
        if (at < division.vectors) loaded[k] = load(division.head + at * V);
    });
    context.let_next_start();
    unrolled_on_gpu<Vectors, Vectors>([&](unsigned k) {
        std::size_t const at = first + k * elementwise_block;
        if (at >= division.vectors) return;
        vector_elements<T> const values = compute(loaded[k], division.head + at * V);
        out.template put_vector<V>(division.head + at * V, values.element);
    });
    if (context.block_rank() != 0) return;
    if (rank < division.head) out.put(rank, single(rank));
    if (rank < division.template tail<T>())
        out.put(division.n - 1 - rank, single(division.n - 1 - rank));
}

} // namespace gpu::inline v0::kernel
