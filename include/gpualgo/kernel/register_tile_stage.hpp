// SPDX-License-Identifier: Apache-2.0
/// @file
/// How register_tile brings an operand from global memory to shared memory: through registers, in vectors, so that the
/// next tile is on its way while the present one is multiplied.
///
/// In shared memory a tile has a line for each k, whatever the operand's layout: line elements are those that a thread
/// multiplies together. Where the operand lies along k, this transposes it.
#pragma once

#include <gpualgo/kernel/matmul.hpp>

#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::kernel {

/// Calls f(0), f(1) ... f(N - 1), each with a constant: what is indexed with it can stay in registers.
template <unsigned N, class F>
GPUALGO_DEVICE void unrolled(F f) {
    [&]<unsigned... I>(std::integer_sequence<unsigned, I...>) { (f(std::integral_constant<unsigned, I>{}), ...); }
    (std::make_integer_sequence<unsigned, N>{});
}

/// Neighbouring elements in shared memory, loaded and stored at once.
template <class T>
struct alignas(16) quad_word {
    static constexpr unsigned size = 16 / sizeof(T); ///< elements
    T element[size];                                 ///< the elements
};

/// Where the elements of a tile lie in shared memory.
/// @tparam T the type of elements there
/// @tparam Width elements of a line
/// @tparam Depth lines, one for each k
/// @tparam Items elements of a vector in global memory
template <class T, unsigned Width, unsigned Depth, unsigned Items>
struct swizzled_tile {
    /// @return where element i of line k lies. Neighbouring threads store a vector along k each, Depth / Items of them
    /// those of the same i. Exclusive or sends what they store to as many different banks, and keeps quad words together.
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at(unsigned k, unsigned i) {
        constexpr unsigned along_k = Depth / Items;
        constexpr unsigned lanes = sizeof(T) <= 4 ? 32 : 16; // that shared memory serves at once
        return k * Width + (i ^ (k / Items % along_k * (lanes / along_k)));
    }
};

/// An operand of a block: A by rows, or B by columns. Its lines, of length k in the matrix, are Width in a tile.
struct operand_lines {
    std::size_t line_stride; ///< from a line to the next
    std::size_t k_stride;    ///< along a line
    std::size_t lines;       ///< in the matrix
    std::size_t end;         ///< of k
};

/// A thread's part of a tile, on its way.
/// @tparam Value elements in global memory
/// @tparam T elements in shared memory
/// @tparam Width lines of the operand in a tile
/// @tparam Depth of the tile, along k
/// @tparam Threads of the block
template <class Value, class T, unsigned Width, unsigned Depth, unsigned Threads>
class register_tile_stage {
    static constexpr unsigned items = sizeof(Value) >= 2 ? 16 / sizeof(Value) : 8; // of a vector: 16 bytes, or 8
    static constexpr unsigned vectors = Width * Depth / items / Threads;
    static_assert(vectors * items * Threads == Width * Depth && Depth % items == 0);

public:
    using layout = swizzled_tile<T, Width, Depth, items>; ///< of the tile in shared memory

    /// @param rank of the thread
    /// @param along_k whether the operand lies along k
    GPUALGO_DEVICE register_tile_stage(unsigned rank, bool along_k) : rank_(rank), along_k_(along_k) {}

    /// Loads from global memory. Beyond the matrix there are zeros.
    /// @param source the matrix's elements
    /// @param first the tile's first line
    /// @param begin the tile's first k
    template <class Source>
    GPUALGO_DEVICE void load(Source source, operand_lines const& operand, std::size_t first, std::size_t begin) {
        for (unsigned v = 0; v < vectors; ++v) {
            std::size_t const line = first + line_of(v);
            std::size_t const k = begin + k_of(v);
            bool const whole = along_k_ ? line < operand.lines && k + items <= operand.end : line + items <= operand.lines && k < operand.end;
            std::size_t const at = line * operand.line_stride + k * operand.k_stride;
            if (whole) {
                auto const vector = source.template vector<items>(at);
                for (unsigned i = 0; i < items; ++i) staged_[v][i] = vector[i];
            } else {
                for (unsigned i = 0; i < items; ++i) {
                    bool const inside = along_k_ ? line < operand.lines && k + i < operand.end : line + i < operand.lines && k < operand.end;
                    staged_[v][i] = inside ? source.get(at + i) : Value{};
                }
            }
        }
    }

    /// Stores to shared memory, as accumulators.
    /// @param elements the tile as elements
    /// @param quads the same, as quad words
    template <class Elements, class Quads>
    GPUALGO_DEVICE void store(Elements elements, Quads quads) const {
        for (unsigned v = 0; v < vectors; ++v) {
            unsigned const line = line_of(v);
            unsigned const k = k_of(v);
            if (along_k_) {
                for (unsigned i = 0; i < items; ++i) elements.put(layout::at(k + i, line), static_cast<T>(staged_[v][i]));
            } else {
                for (unsigned i = 0; i < items; i += quad_word<T>::size) {
                    quad_word<T> quad;
                    for (unsigned q = 0; q < quad_word<T>::size; ++q) quad.element[q] = static_cast<T>(staged_[v][i + q]);
                    quads.put(layout::at(k, line + i) / quad_word<T>::size, quad);
                }
            }
        }
    }

private:
    /// Neighbouring threads take neighbouring vectors, along the operand.
    GPUALGO_DEVICE unsigned line_of(unsigned v) const {
        return along_k_ ? (rank_ + v * Threads) / (Depth / items) : (rank_ + v * Threads) % (Width / items) * items;
    }
    GPUALGO_DEVICE unsigned k_of(unsigned v) const {
        return along_k_ ? (rank_ + v * Threads) % (Depth / items) * items : (rank_ + v * Threads) / (Width / items);
    }

    unsigned rank_;
    bool along_k_;
    Value staged_[vectors][items];
};

} // namespace gpu::inline v0::kernel
