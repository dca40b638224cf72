// SPDX-License-Identifier: Apache-2.0
/// @file
/// How register_tile brings an operand from global memory to shared memory: through registers, in
/// vectors, so that the next tile is on its way while the present one is multiplied.
///
/// In shared memory a tile has a line for each k, whatever the operand's layout: line elements are
/// those that a thread multiplies together. Where the operand lies along k, this transposes it.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

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
    /// Neighbouring threads store a vector along k each, Depth / Items of them those of the same
    /// element. Exclusive or sends what they store to as many different banks, and keeps quad words
    /// together.
    /// @return what the places of line k's elements are combined with
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned swizzle(unsigned k) {
        constexpr unsigned along_k = Depth / Items;
        constexpr unsigned lanes = sizeof(T) <= 4 ? 32 : 16; // that shared memory serves at once
        return k / Items % along_k * (lanes / along_k);
    }
    /// @return where element i of line k lies
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned at(unsigned k, unsigned i) {
        return k * Width + (i ^ swizzle(k));
    }
};

/// A thread's part of an operand's tiles, one after the other along k, on its way.
/// @tparam Source the operand's elements in global memory
/// @tparam T elements in shared memory
/// @tparam Width lines of the operand in a tile
/// @tparam Depth of the tile, along k
/// @tparam Threads of the block
template <class Source, class T, unsigned Width, unsigned Depth, unsigned Threads>
class register_tile_stage {
    using value = typename Source::value_type;
    static constexpr unsigned share = Width * Depth / Threads;
    // of a vector
    static constexpr unsigned items = share < 16 / sizeof(value) ? share : 16 / sizeof(value);
    static constexpr unsigned vectors = share / items;
    static_assert(vectors * items * Threads == Width * Depth && Depth % items == 0);

public:
    using layout = swizzled_tile<T, Width, Depth, items>; ///< of the tile in shared memory

    /// All that does not change from tile to tile.
    /// @param source the operand's elements
    /// @param operand how they lie: its rows, along k, are the lines of the tiles
    /// @param lines rows of the operand
    /// @param first the tiles' first line
    /// @param begin the first tile's first k
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

    /// Loads the next tile from global memory. Beyond the matrix there are zeros.
    /// @param count how far the tile reaches along k: `Depth`, but for the last
    GPUALGO_DEVICE void load(unsigned count) {
        if (whole_ && count == Depth) load_whole();
        else load_rest(count);
        for (unsigned v = 0; v < vectors; ++v) at_[v] += step_;
    }

    /// Stores to shared memory, as accumulators.
    /// @param elements the tile as elements
    /// @param quads the same, as quad words
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
                    // exclusive or, as lines begin at multiples of `items`: see `layout`
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

    /// Neighbouring threads take neighbouring vectors, along the operand.
    GPUALGO_DEVICE unsigned line_of(unsigned v) const {
        return along_k_ ? (rank_ + v * Threads) / (Depth / items)
                        : (rank_ + v * Threads) % (Width / items) * items;
    }
    GPUALGO_DEVICE unsigned k_of(unsigned v) const {
        return along_k_ ? (rank_ + v * Threads) % (Depth / items) * items
                        : (rank_ + v * Threads) / (Width / items);
    }

    Source source_;
    std::size_t at_[vectors]; // of the vectors, in the operand
    std::size_t step_;        // from a tile to the next, in the operand
    unsigned rank_;
    unsigned lines_;          // of the operand that are in the tiles
    unsigned place_[vectors]; // of the vectors' first elements, in shared memory
    bool along_k_;            // whether the operand lies along k
    bool whole_ = true;       // whether all vectors' lines are the operand's
    value staged_[vectors][items];
};

} // namespace gpu::inline v0::kernel
