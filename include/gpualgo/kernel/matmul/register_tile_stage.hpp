// SPDX-License-Identifier: Apache-2.0
/// @file
/// The copy of an operand of register_tile from global to shared memory. It goes through registers,
/// in vectors, so that the next tile is loaded while the present one is multiplied.
///
/// In shared memory a tile has one line per k, whatever the operand's layout: threads read line by
/// line. If the operand is contiguous along k, the copy transposes it.
#pragma once

#include <gpualgo/kernel/matmul/problem.hpp>
#include <gpualgo/kernel/matmul/quad_word.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The layout of a tile in shared memory.
/// @tparam T the element type there
/// @tparam Width elements per line
/// @tparam Depth lines, one per k
/// @tparam Items elements per vector in global memory
template <class T, unsigned Width, unsigned Depth, unsigned Items>
struct swizzled_tile {
    static constexpr unsigned pitch = Width; ///< elements from a line to the next
    /// Avoids bank conflicts if the operand is contiguous along k. Then Depth / Items neighbouring
    /// threads store to the same element of different lines, which would lie in the same bank.
    /// An exclusive or of the index puts these into different banks and keeps quad words whole.
    /// @return the second operand of the exclusive or, for all elements of line k
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned swizzle(unsigned k) {
        constexpr unsigned along_k = Depth / Items;
        constexpr unsigned lanes = sizeof(T) <= 4 ? 32 : 16; // that shared memory serves at once
        return k / Items % along_k * (lanes / along_k);
    }
    /// @return the index of element i of line k in the tile
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at(unsigned k, unsigned i) {
        return k * pitch + (i ^ swizzle(k));
    }
};

/// Copies a thread's part of an operand's tiles, one tile after the other along k.
/// @tparam Source the operand's array in global memory
/// @tparam T the element type in shared memory
/// @tparam Width rows of the operand per tile
/// @tparam Depth extent of the tile along k
/// @tparam Threads threads per block
template <class Source, class T, unsigned Width, unsigned Depth, unsigned Threads>
class register_tile_stage {
    using value = typename Source::value_type;
    static constexpr unsigned share = Width * Depth / Threads;
    // elements per vector
    static constexpr unsigned items = share < 16 / sizeof(value) ? share : 16 / sizeof(value);
    static constexpr unsigned vectors = share / items;
    static_assert(vectors * items * Threads == Width * Depth && Depth % items == 0);

public:
    using layout = swizzled_tile<T, Width, Depth, items>; ///< of the tile in shared memory

    /// Computes the values that are the same for all tiles.
    /// @param source the operand's elements
    /// @param operand its strides; its columns are along k
    /// @param lines rows of the operand
    /// @param first the first row in the tiles
    /// @param begin the first k of the first tile
    /// @param rank of the thread
    GPUALGO_DEVICE register_tile_stage(Source source, strided<value const> const& operand,
                                       std::size_t lines, std::size_t first, std::size_t begin,
                                       unsigned rank)
        : source_(source), step_(Depth * operand.column_stride), rank_(rank),
          lines_(lines - first < Width ? static_cast<unsigned>(lines - first) : Width),
          along_k_(operand.column_stride == 1) {
        for (unsigned v = 0; v < vectors; ++v) {
            at_[v] = operand.at(first + line_of(v), begin + k_of(v));
            place_[v] = layout::at(k_of(v), line_of(v));
            whole_ = whole_ && line_of(v) + (along_k_ ? 1 : items) <= lines_;
        }
    }

    /// Loads the next tile from global memory into registers, with zeros outside the matrix.
    /// @param count extent of the tile along k: `Depth`, except for the last tile
    GPUALGO_DEVICE void load(unsigned count) {
        if (whole_ && count == Depth) load_whole();
        else load_rest(count);
        for (unsigned v = 0; v < vectors; ++v) at_[v] += step_;
    }

    /// Stores the loaded elements to shared memory, converted to T.
    /// @param elements the tile as elements
    /// @param quads the same tile as quad words
    template <class Elements, class Quads>
    GPUALGO_DEVICE void store(Elements elements, Quads quads) const {
        constexpr unsigned size = quad_word<T>::size;
        for (unsigned v = 0; v < vectors; ++v) {
            if (along_k_) {
                for (unsigned i = 0; i < items; ++i)
                    elements.put(place_[v] + i * Width, static_cast<T>(staged_[v][i]));
            } else {
                for (unsigned i = 0; i < items; i += size) {
                    quad_word<T> quad;
                    for (unsigned q = 0; q < size; ++q)
                        quad.element[q] = static_cast<T>(staged_[v][i + q]);
                    // Element i lies at place_[v] ^ i: vectors begin at multiples of `items`.
                    quads.put((place_[v] ^ i) / size, quad);
                }
            }
        }
    }

private:
    GPUALGO_DEVICE void load_whole() {
        for (unsigned v = 0; v < vectors; ++v) {
            auto const vector = source_.template vector<items>(at_[v]);
            for (unsigned i = 0; i < items; ++i) staged_[v][i] = vector[i];
        }
    }
    GPUALGO_DEVICE void load_rest(unsigned count) {
        for (unsigned v = 0; v < vectors; ++v)
            for (unsigned i = 0; i < items; ++i) {
                unsigned const line = line_of(v) + (along_k_ ? 0 : i);
                unsigned const k = k_of(v) + (along_k_ ? i : 0);
                staged_[v][i] = line < lines_ && k < count ? source_.get(at_[v] + i) : value{};
            }
    }

    /// Neighbouring threads load neighbouring vectors, so that the loads coalesce.
    GPUALGO_DEVICE unsigned line_of(unsigned v) const {
        return along_k_ ? (rank_ + v * Threads) / (Depth / items)
                        : (rank_ + v * Threads) % (Width / items) * items;
    }
    GPUALGO_DEVICE unsigned k_of(unsigned v) const {
        return along_k_ ? (rank_ + v * Threads) % (Depth / items) * items
                        : (rank_ + v * Threads) / (Width / items);
    }

    Source source_;
    std::size_t at_[vectors]; // offsets of the vectors in the operand
    std::size_t step_;        // offset from a tile to the next in the operand
    unsigned rank_;
    unsigned lines_;          // rows of the operand in the tiles
    unsigned place_[vectors]; // offsets of the vectors' first elements in shared memory
    bool along_k_;            // whether the operand is contiguous along k
    bool whole_ = true;       // whether all vectors are within the operand's rows
    value staged_[vectors][items];
};

} // namespace gpu::inline v0::kernel
