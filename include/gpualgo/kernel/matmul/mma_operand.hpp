// SPDX-License-Identifier: Apache-2.0
/// @file
/// An operand of `matmul_mma`: the copies of its tiles to shared memory, and its fragments.
#pragma once

#include <gpualgo/kernel/matmul/mma_tile.hpp>
#include <gpualgo/kernel/matmul/problem.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The instructions that a warp's lanes execute together, by context. Each specialisation has
/// - `is_present`: whether the GPU that the code is compiled for has them;
/// - `load<Transposes>(context, chunks, place, words)`: ldmatrix of four matrices of 16-bit
///   elements; a lane passes the place of its chunk;
/// - `multiply<T>(context, sums, a, b0, b1)`: mma.sync of 16 by 8 sums, with 32 bytes along k;
/// - `bytes<Selector>(a, b)`: four of the eight bytes of two words, as by prmt;
/// - `to_tf32(bits)`: a float rounded to 11 significant bits, ties away from zero.
template <class Context>
struct warp_matrix;

/// 16 bytes of neighbouring elements.
struct alignas(16) matrix_chunk {
    std::uint32_t word[4]; ///< the elements' bits
};

/// Copies a thread's part of an operand's tiles, one tile after the other along k. Chunks go
/// through cp.async if they are whole and aligned. Others go through registers, with zeros outside
/// the matrix.
/// @tparam Source the operand's array in global memory
/// @tparam Threads per block
template <class Source, class T, contiguous Order, unsigned Threads>
class mma_operand {
    using tile = mma_tile<T, Order>;
    static constexpr unsigned share = tile::chunks / Threads;        // chunks per tile
    static constexpr unsigned row_step = Threads / tile::row_chunks; // from one to the next
    static_assert(share * Threads == tile::chunks && row_step * tile::row_chunks == Threads);
    static_assert(tile::swizzle(row_step) == tile::swizzle(0));

public:
    /// Computes the values that are the same for all tiles.
    /// @param source the operand's elements
    /// @param operand its strides; its rows are lines
    /// @param lines of the operand
    /// @param first line of the tiles
    /// @param begin the first k of the first tile
    /// @param rank of the thread
    GPUALGO_DEVICE mma_operand(Source source, strided<T const> const& operand, std::size_t lines,
                               std::size_t first, std::size_t begin, unsigned rank)
        : source_(source), pitch_(tile::is_along_k ? operand.row_stride : operand.column_stride),
          row_(rank / tile::row_chunks), element_(rank % tile::row_chunks * tile::size),
          place_(tile::at(row_, rank % tile::row_chunks)),
          lines_(lines - first < tile::lines ? static_cast<unsigned>(lines - first) : tile::lines) {
        std::size_t const start =
            tile::is_along_k ? first * pitch_ + begin : begin * pitch_ + first;
        at_ = start + row_ * pitch_ + element_;
        is_aligned_ = source.template is_aligned<tile::size>() && pitch_ % tile::size == 0;
        is_whole_ = is_aligned_ && lines_ == tile::lines;
    }

    /// Begins to copy the next tile.
    /// @param elements the tile's in shared memory
    /// @param left elements of k from the tile's first on
    template <class Context, class Elements>
    GPUALGO_DEVICE void copy(Context const& context, Elements elements, std::size_t left) {
        unsigned const depth = left < tile::depth ? static_cast<unsigned>(left) : tile::depth;
        if (is_whole_ && depth == tile::depth)
            unrolled<share>([&](auto v) { copy_chunk(context, elements, v); });
        else
            unrolled_on_gpu<share, 1>([&](unsigned v) {
                unsigned const count = elements_inside(v, depth);
                if (is_aligned_ && count >= tile::size) copy_chunk(context, elements, v);
                else put_chunk(elements, v, count);
            });
        at_ += tile::is_along_k ? tile::depth : tile::depth * pitch_;
    }

private:
    /// Elements from a chunk's first one to the end of the matrix in the direction of rows.
    [[nodiscard]] GPUALGO_DEVICE unsigned elements_inside(unsigned v, unsigned depth) const {
        unsigned const row = row_ + v * row_step;
        unsigned const rows = tile::is_along_k ? lines_ : depth;
        unsigned const width = tile::is_along_k ? depth : lines_;
        return row < rows && element_ < width ? width - element_ : 0;
    }
    [[nodiscard]] GPUALGO_DEVICE std::size_t offset(unsigned v) const {
        return at_ + v * row_step * pitch_;
    }
    [[nodiscard]] GPUALGO_DEVICE unsigned place(unsigned v) const {
        return (place_ + v * Threads) * tile::size;
    }

    template <class Context, class Elements>
    GPUALGO_DEVICE void copy_chunk(Context const& context, Elements elements, unsigned v) const {
        context.template copy_vector<tile::size>(elements, place(v), source_, offset(v));
    }
    /// Copies the first `count` elements of a chunk.
    template <class Elements>
    GPUALGO_DEVICE void put_chunk(Elements elements, unsigned v, unsigned count) const {
        T values[tile::size];
        unrolled<tile::size>(
            [&](auto e) { values[e] = e < count ? source_.get(offset(v) + e) : T{}; });
        elements.template put_vector<tile::size>(place(v), values);
    }

    Source source_;
    std::size_t at_;    // offset of the next tile's first chunk in the operand
    std::size_t pitch_; // elements from a row to the next
    unsigned row_;      // of the first chunk, in the tile
    unsigned element_;  // of the row, from which chunks begin
    unsigned place_;    // of the first chunk, in chunks
    unsigned lines_;    // of the tile that are inside the matrix
    bool is_aligned_;   // whether rows begin at multiples of 16 bytes
    bool is_whole_;     // whether all lines are inside, too
};

/// Loads a fragment of a tile; all lanes of a warp call.
/// @param tile_at place of the tile in shared memory, in chunks
/// @param first line of the fragment, a multiple of 16
/// @param step of 32 bytes along k
/// @param words of the calling lane
template <factor Operand, class T, contiguous Order, class Context>
GPUALGO_DEVICE void load_fragment(Context const& context, unsigned tile_at, unsigned first,
                                  unsigned step, std::uint32_t (&words)[4]) {
    using tile = mma_tile<T, Order>;
    using unit = warp_matrix<Context>;
    unsigned const lane = context.block().thread_rank() % 32;
    if constexpr (tile::has_matrices) {
        // lanes 8w to 8w + 7 give the chunks of word w
        unsigned const lines = Operand == factor::a ? lane / 8 % 2 : lane / 16;
        unsigned const k = Operand == factor::a ? lane / 16 : lane / 8 % 2;
        unit::template load<tile::is_transposed>(
            context, context.template shared<matrix_chunk>(),
            tile_at + tile::chunk_of(first, step, lines, k, lane % 8), words);
    } else {
        auto const memory = context.template shared<std::uint32_t>();
        unrolled<4>([&](auto w) {
            constexpr unsigned lines = w / 2, k = w % 2;
            words[place_of_word<Operand>(lines, k)] =
                memory.get(tile_at * 4 + tile::word_of(first, step, lines, k, lane));
        });
    }
    if constexpr (tile::interleaves_lines)
        unrolled<2>([&](auto k) {
            std::uint32_t& lower = words[place_of_word<Operand>(0, k)];
            std::uint32_t& upper = words[place_of_word<Operand>(1, k)];
            std::uint32_t const even = unit::template bytes<0x6420>(lower, upper);
            upper = unit::template bytes<0x7531>(lower, upper);
            lower = even;
        });
    if constexpr (std::is_same_v<T, float>)
        unrolled<4>([&](auto w) { words[w] = unit::to_tf32(words[w]); });
}

} // namespace gpu::inline v0::kernel
