// SPDX-License-Identifier: Apache-2.0
/// @file
/// How elementwise kernels divide an array that they write. It has vectors of 16 bytes, and single
/// elements before and after them. The first vector begins at a line of memory, so that no two
/// warps write parts of the same 32 bytes.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/unrolled.hpp>
#include <gpualgo/kernel/vector_store.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// An element of 16 bytes. Smaller elements are unsigned integers of their size.
struct alignas(16) element_of_16_bytes {
    std::uint64_t words[2]; ///< its bytes
};

/// Bytes of a line of memory: a warp stores four.
inline constexpr unsigned bytes_of_line = 128;
/// Threads per block of elementwise kernels.
inline constexpr unsigned elementwise_block = 256;
/// Threads per block of kernels that map one array: so few blocks that starting them takes less
/// time than reading, if no vector is stored.
inline constexpr unsigned map_block = 512;
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
/// The words of a vector. Kernels store these: from narrow elements, the compiler would put the
/// words together one by one.
struct vector_words {
    std::uint32_t word[4]; ///< in their order

    /// @param x elements
    template <class Vector>
    [[nodiscard]] GPUALGO_DEVICE static vector_words of(Vector const& x) {
        return __builtin_bit_cast(vector_words, x);
    }
    /// @return whether all bits are equal
    [[nodiscard]] GPUALGO_DEVICE bool operator==(vector_words const& other) const {
        std::uint32_t differences = 0;
        for (unsigned w = 0; w < 4; ++w) differences |= word[w] ^ other.word[w];
        return differences == 0;
    }
};
/// @param x elements
/// @return them in reversed order
template <class T, class Vector>
GPUALGO_DEVICE vector_words reversed(Vector const& x) {
    vector_elements<T> values;
    unrolled_on_gpu<vector_size<T>, vector_size<T>>(
        [&](unsigned v) { values.element[v] = x[vector_size<T> - 1 - v]; });
    return vector_words::of(values);
}
/// Elements per block.
/// @tparam Vectors per thread
template <class T, unsigned Vectors = 1>
inline constexpr std::size_t elements_per_block =
    std::size_t{elementwise_block} * Vectors* vector_size<T>;

/// The division of an array.
struct vector_division {
    std::size_t head;    ///< elements before the first vector, fewer than a line has
    std::size_t vectors; ///< vectors after them
    std::size_t n;       ///< elements in all

    /// @param out the array
    /// @param n its elements
    /// @param boundary the first vector begins at a multiple of so many bytes
    template <class T>
    GPUALGO_FUNCTION static vector_division of(T const* out, std::size_t n,
                                               unsigned boundary = bytes_of_line) {
        auto const address = reinterpret_cast<std::uintptr_t>(out);
        std::size_t const before = (0 - address) % boundary / sizeof(T);
        std::size_t const head = before < n ? before : n;
        return {head, (n - head) / vector_size<T>, n};
    }

    /// @return elements after the last vector
    template <class T>
    [[nodiscard]] GPUALGO_DEVICE std::size_t tail() const {
        return n - head - vectors * vector_size<T>;
    }
};

/// Stores a vector.
/// @param first its first element in global memory, at a multiple of 16 bytes
template <class Context, class T>
GPUALGO_DEVICE void put_words(Context const& context, T* first, vector_words const& words) {
    put_16_bytes(context.global(reinterpret_cast<std::uint32_t*>(first)), 0, words.word);
}

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

/// Stores all vectors.
struct always_stored {
    /// @return true
    template <class Loaded, class Values>
    [[nodiscard]] GPUALGO_DEVICE constexpr bool operator()(Loaded const&, Values const&) const {
        return true;
    }
};

/// Writes an array by the threads of a grid, which has `elements_per_block` elements per block.
/// @tparam Vectors per thread
/// @tparam Threads per block
/// @param memory the array
/// @param division of the array
/// @param load called as load(i): loads what the elements i ... i + V - 1 depend on
/// @param compute called as compute(loaded, i): makes the words of these V elements
/// @param single called as single(i): makes element i
/// @param is_stored called as is_stored(loaded, words): whether a vector is stored
template <unsigned Vectors = 1, unsigned Threads = elementwise_block, class Context, class T,
          class Load, class Compute, class Single, class IsStored = always_stored>
GPUALGO_DEVICE void write_vectors(Context const& context, T* memory, vector_division division,
                                  Load load, Compute compute, Single single,
                                  IsStored is_stored = {}) {
    static_assert(Threads >= bytes_of_line);
    constexpr unsigned V = vector_size<T>;
    auto const out = context.global(memory);
    unsigned const rank = context.block().thread_rank();
    std::size_t const first = context.block_rank() * Threads * Vectors + rank; // vector
    decltype(load(std::size_t())) loaded[Vectors];
    // loops that are not unrolled would keep what is loaded in local memory
    unrolled_on_gpu<Vectors, Vectors>([&](unsigned k) {
        std::size_t const at = first + k * Threads;
        if (at < division.vectors) loaded[k] = load(division.head + at * V);
    });
    context.let_next_start();
    unrolled_on_gpu<Vectors, Vectors>([&](unsigned k) {
        std::size_t const at = first + k * Threads;
        if (at >= division.vectors) return;
        vector_words const words = compute(loaded[k], division.head + at * V);
        if (is_stored(loaded[k], words)) put_words(context, memory + division.head + at * V, words);
    });
    if (context.block_rank() != 0) return;
    if (rank < division.head) out.put(rank, single(rank));
    if (rank < division.template tail<T>())
        out.put(division.n - 1 - rank, single(division.n - 1 - rank));
}

} // namespace gpu::inline v0::kernel
