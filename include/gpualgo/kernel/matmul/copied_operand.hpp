// SPDX-License-Identifier: Apache-2.0
/// @file
/// The copy of an operand of register_tile from global to shared memory by cp.async. Copies of
/// single elements need no registers, no alignment and no order of the operand. Its order decides
/// only which thread copies which element. If aligned quad words of the operand lie across k, as in
/// rows of B, they can be copied by a quarter of the instructions.
#pragma once

#include <gpualgo/kernel/matmul/problem.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0::kernel {

/// The layout of a tile in shared memory: one line per k. The lines begin 4 banks apart, so that
/// 8 elements along k of 4 lines of the operand lie in different banks.
/// @tparam Width elements per line
template <unsigned Width>
struct padded_tile {
    static constexpr unsigned pitch = Width + 4; ///< elements from a line to the next
    /// @return 0: elements are not permuted, see `swizzled_tile`
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned swizzle(unsigned) { return 0; }
};

/// Copies a thread's part of an operand's tiles, one tile after the other along k. With each copy,
/// the threads of a block copy a patch of the tile. It has 8 elements along k by Threads / 8 lines.
/// If a copy has V elements, the patch has all lines, and Threads * V / Width elements along k.
/// @tparam Source the operand's array in global memory
/// @tparam Width rows of the operand per tile
/// @tparam Depth extent of the tile along k
/// @tparam Threads threads per block
/// @tparam V elements per copy, which are adjacent across k and aligned, or 1
template <class Source, unsigned Width, unsigned Depth, unsigned Threads, unsigned V>
class copied_operand {
    using value = typename Source::value_type;
    using strides = strided<value const>;
    using cursor = decltype(std::declval<Source const&>().cursor(0));
    static constexpr unsigned patch = V == 1 ? Threads / 8 : Width; // lines
    static constexpr unsigned patch_depth = Threads * V / patch;    // elements along k
    static constexpr unsigned patches = Width / patch;              // neighbours across k
    static_assert(Depth % patch_depth == 0 && Width % patch == 0);

public:
    using layout = padded_tile<Width>;                                ///< in shared memory
    static constexpr unsigned copies = Width * Depth / (Threads * V); ///< of a thread, per tile
    static constexpr unsigned tile_size = layout::pitch * Depth;      ///< elements of shared memory

    /// Computes the values that are the same for all tiles.
    /// @param source the operand's elements
    /// @param operand its strides; its columns are along k
    /// @param lines rows of the operand
    /// @param first the first row in the tiles
    /// @param begin the first k of the first tile
    /// @param rank of the thread
    /// @param offset of the first buffer's tile in shared memory
    GPUALGO_DEVICE copied_operand(Source source, strided<value const> const& operand,
                                  std::size_t lines, std::size_t first, std::size_t begin,
                                  unsigned rank, unsigned offset)
        : from_(source.cursor(
              operand.at(first + line_of(rank, operand), begin + k_of(rank, operand)))),
          to_(offset + k_of(rank, operand) * layout::pitch + line_of(rank, operand)),
          lines_(lines - first < Width ? static_cast<unsigned>(lines - first) : Width),
          across_(patch * operand.row_stride),
          along_(patch_depth * operand.column_stride - (patches - 1) * across_) {}

    /// @return whether no row of the tiles is outside the matrix
    [[nodiscard]] GPUALGO_DEVICE bool has_all_lines() const { return lines_ == Width; }

    /// Begins the next copy of the present tile, unless it is skipped.
    /// @param c which of the thread's copies, in turn: a constant_index
    /// @param elements the block's shared memory
    /// @param is_skipped if `copy_inside` has copied the tile, or if there is none
    template <class Context, class Elements, class Index>
    GPUALGO_DEVICE void copy(Context const& context, Elements elements, Index c, bool is_skipped) {
        if (!is_skipped) {
            if constexpr (V == 1) context.copy_element(elements, to_ + place_of(c), from_, 0);
            else context.template copy_vector<V>(elements, to_ + place_of(c), from_, 0);
        }
        from_ = after(from_, c);
    }

    /// Begins all copies of the present tile, which may be partly outside: zeros are there.
    /// @param tile the place of the tile in shared memory
    /// @param count extent along k inside the matrix
    template <class Context, class Elements>
    GPUALGO_DEVICE void copy_inside(Context const& context, Elements elements, unsigned tile,
                                    unsigned count) {
        cursor from = from_;
        unrolled_on_gpu<copies, 4>([&](unsigned c) {
            unsigned const to = to_ + place_of(c), k = (to - tile) / layout::pitch;
            for (unsigned v = 0; v < V; ++v) {
                bool const is_inside = k < count && to + v - tile - k * layout::pitch < lines_;
                if (is_inside) context.copy_element(elements, to + v, from, v);
                else elements.put(to + v, value{});
            }
            from = after(from, c);
        });
    }

    /// Goes on to another buffer.
    /// @param step how far it is behind the present one in shared memory, in elements
    GPUALGO_DEVICE void move(unsigned step) { to_ += step; }

private:
    /// Neighbouring threads copy neighbouring elements. If these are along k, a warp copies 8 of
    /// each of 4 lines. Otherwise it copies elements of one k, or of several in different banks.
    [[nodiscard]] GPUALGO_DEVICE static unsigned line_of(unsigned rank, strides const& operand) {
        if constexpr (V > 1) return rank % (Width / V) * V;
        return operand.column_stride == 1 ? rank / 8 : rank % patch;
    }
    [[nodiscard]] GPUALGO_DEVICE static unsigned k_of(unsigned rank, strides const& operand) {
        if constexpr (V > 1) return rank / (Width / V);
        unsigned const k = rank / patch;
        return operand.column_stride == 1 ? rank % 8 : k % 4 * 2 + k / 4;
    }
    /// @return the place of copy c in the tile, from the first one's
    [[nodiscard]] GPUALGO_FUNCTION static constexpr unsigned place_of(unsigned c) {
        return c / patches * patch_depth * layout::pitch + c % patches * patch;
    }
    /// @param from the original of copy c
    /// @return that of the next one, which may be in the next tile
    [[nodiscard]] GPUALGO_DEVICE cursor after(cursor const& from, unsigned c) const {
        return from.from(c % patches + 1 == patches ? along_ : across_);
    }

    cursor from_;        // the original of the next copy
    unsigned to_;        // the place of the thread's first copy in shared memory
    unsigned lines_;     // how many of the tile are inside the matrix
    std::size_t across_; // from a patch to its neighbour across k
    std::size_t along_;  // from the last patch across k to the first one of the next k
};

} // namespace gpu::inline v0::kernel
