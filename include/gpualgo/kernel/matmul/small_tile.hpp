// SPDX-License-Identifier: Apache-2.0
/// @file
/// Small products of float and double: a block computes a small tile of C, so that there are enough
/// blocks. The warps of a block divide k, so that there are enough warps. Each of them has sums for
/// all of the tile, or for some columns of it, and repeats:
///
/// 1. It waits for its next tiles of A and B, which were copied to shared memory.
/// 2. It begins to copy later ones. If k is short, all tiles are copied at once.
/// 3. Meanwhile it multiplies the present tiles.
///
/// In the end, the sums of the parts of k are added in order.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/matmul/small_tile_sums.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Copies a thread's part of an operand's tiles to shared memory, one tile after the other along k,
/// with zeros outside the matrix. Elements of a line lie side by side there.
/// @tparam Source the operand's array in global memory
/// @tparam Lines, Width of a tile
/// @tparam Threads that share the copies
template <class Source, unsigned Lines, unsigned Width, unsigned Threads>
class small_tile_copy {
    using value = typename Source::value_type;
    static constexpr unsigned size = quad_word<value>::size;
    static constexpr unsigned line_quads = Width / size;
    static constexpr unsigned lines_at_once = Threads / line_quads;
    static constexpr unsigned share = pieces(Lines, lines_at_once);
    static_assert(lines_at_once * line_quads == Threads);

public:
    /// @param source the operand's elements
    /// @param first index of the first tile's first element
    /// @param line_stride, stride between lines, and between the elements of a line
    /// @param step from a tile to the next
    /// @param rank among the threads
    GPUALGO_DEVICE small_tile_copy(Source source, std::size_t first, std::size_t line_stride,
                                   std::size_t stride, std::size_t step, unsigned rank)
        : source_(source), first_(first), line_stride_(line_stride), stride_(stride), step_(step),
          rank_(rank), mine_(rank / line_quads * line_stride + rank % line_quads * size),
          is_aligned_(stride == 1 && line_stride % size == 0 &&
                      source.template is_aligned<size>()) {}

    /// Begins to copy the next tile. Its first element is at a multiple of a quad word if the
    /// matrix is aligned.
    /// @param elements in shared memory
    /// @param at returns the place of an element there; whole rounds of lines are at equal
    /// distances
    /// @param lines, width elements up to the end of the matrix
    template <class Context, class Elements, class At>
    GPUALGO_DEVICE void copy(Context const& context, Elements elements, At at, std::size_t lines,
                             std::size_t width) {
        if (!is_aligned_) copy_elements(context, elements, at, lines, width);
        else if (lines >= Lines && width >= Width)
            copy_quads(context, elements, at, [](unsigned, unsigned) { return true; });
        else
            copy_quads(context, elements, at,
                       [&](unsigned line, unsigned i) { return line < lines && i < width; });
        first_ += step_;
    }

private:
    /// @param is_inside whether an element is inside the matrix
    template <class Context, class Elements, class At, class Inside>
    GPUALGO_DEVICE void copy_quads(Context const& context, Elements elements, At at,
                                   Inside is_inside) const {
        unsigned const line = rank_ / line_quads, i = rank_ % line_quads * size;
        unsigned const to = at(line, i);
        std::size_t from = first_ + mine_;
        unrolled<share>([&](auto v) {
            constexpr unsigned round = v * lines_at_once;
            if (Lines % lines_at_once == 0 || line + round < Lines) {
                unsigned const place = to + at(round, 0);
                if (is_inside(line + round, i + size - 1)) {
                    context.template copy_vector<size>(elements, place, source_, from);
                } else {
                    value elements_of_quad[size];
                    unrolled<size>([&](auto e) {
                        elements_of_quad[e] =
                            is_inside(line + round, i + e) ? source_.get(from + e) : value{};
                    });
                    elements.template put_vector<size>(place, elements_of_quad);
                }
            }
            from += lines_at_once * line_stride_;
        });
    }
    template <class Context, class Elements, class At>
    GPUALGO_DEVICE void copy_elements(Context const& context, Elements elements, At at,
                                      std::size_t lines, std::size_t width) const {
        bool const along_lines = stride_ == 1; // neighbouring threads have neighbours in memory
        for (unsigned e = rank_; e < Lines * Width; e += Threads) {
            unsigned const line = along_lines ? e / Width : e % Lines;
            unsigned const i = along_lines ? e % Width : e / Lines;
            if (line < lines && i < width)
                context.copy_element(elements, at(line, i), source_,
                                     first_ + line * line_stride_ + i * stride_);
            else elements.put(at(line, i), value{});
        }
    }

    Source source_;
    std::size_t first_; // index of the next tile's first element
    std::size_t line_stride_, stride_, step_;
    unsigned rank_;
    std::size_t mine_; // from the tile's first element to the thread's first quad word
    bool is_aligned_;  // whether lines begin at multiples of a quad word
};

/// A tile of C per block.
/// @tparam Rows, Columns of the tile
/// @tparam Parts of k that warps compute at the same time
/// @tparam Across warps that share the columns of a part
/// @tparam Depth elements of k in a tile of A or B
/// @tparam Buffers for tiles of A and B per part
template <unsigned Rows, unsigned Columns, unsigned Parts, unsigned Across, unsigned Depth,
          unsigned Buffers>
class matmul_small_tile {
    static constexpr unsigned sharers = 32 * Across; // threads of a part
    template <class T>
    using sums = small_tile_sums<T, Rows, Columns / Across, Depth, Columns>;

public:
    static constexpr bool may_start_early = true;            ///< by programmatic dependent launch
    static constexpr unsigned threads = 32 * Parts * Across; ///< per block

    /// Elements of shared memory: the buffers, and later the sums of the parts.
    template <class T>
    static constexpr std::size_t slots = Parts*
    std::max<std::size_t>(Buffers*(sums<T>::size_a + sums<T>::size_b), Rows* Columns);

    /// @return tiles of C
    [[nodiscard]] static constexpr std::size_t tiles(std::size_t m, std::size_t n) {
        return pieces(m, Rows) * pieces(n, Columns);
    }

    /// One block.
    /// @param product its C is row-major
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<T, T> const& product,
                                   Op op) {
        if constexpr (sums<T>::template is_present<Context>) {
            context.let_next_start();
            // 32 bits suffice, and a division of 64 bits would take long
            auto const across = static_cast<unsigned>(pieces(product.n, Columns));
            auto const tile = static_cast<unsigned>(context.block_rank());
            std::size_t const top = tile / across * Rows, left = tile % across * Columns;
            sums<T> sum;
            accumulate(context, product, top, left, sum);
            context.block().sync(); // all tiles have been read
            add_parts(context, product, top, left, sum, op);
        }
    }

private:
    /// Adds the products of the thread's part of k: every tile whose number has a remainder.
    template <class Context, class T>
    GPUALGO_DEVICE static void accumulate(Context const& context,
                                          matmul_problem<T, T> const& product, std::size_t top,
                                          std::size_t left, sums<T>& sum) {
        constexpr unsigned buffer_size = sums<T>::size_a + sums<T>::size_b;
        constexpr unsigned stride = Parts * Depth; // of k, from a tile of a part to the next
        unsigned const rank = context.block().thread_rank();
        unsigned const part = rank / sharers, rank_in_part = rank % sharers;
        unsigned const first_column = rank_in_part / 32 * (Columns / Across);
        auto const elements = context.template shared<T>();
        auto const a = context.global(product.a.data);
        auto const b = context.global(product.b.data);
        using array = std::remove_const_t<decltype(a)>;
        std::size_t next = part * Depth; // k of the next copies
        small_tile_copy<array, Rows, Depth, sharers> copy_a(
            a, product.a.at(top, next), product.a.row_stride, product.a.column_stride,
            stride * product.a.column_stride, rank_in_part);
        small_tile_copy<array, Depth, Columns, sharers> copy_b(
            b, product.b.at(next, left), product.b.row_stride, product.b.column_stride,
            stride * product.b.row_stride, rank_in_part);

        unsigned const first_buffer = part * Buffers * buffer_size;
        unsigned const end = first_buffer + Buffers * buffer_size;
        auto const after = [&](unsigned buffer) {
            return buffer + buffer_size == end ? first_buffer : buffer + buffer_size;
        };
        unsigned to = first_buffer, from = first_buffer;
        // a group of copies per buffer, even if it is empty
        auto const copy_next = [&] {
            if (next < product.k) {
                copy_a.copy(context, elements.from(to), &sums<T>::at_a, product.m - top,
                            product.k - next);
                copy_b.copy(context, elements.from(to + sums<T>::size_a), &sums<T>::at_b,
                            product.k - next, product.n - left);
            }
            context.commit_copies();
            next += stride;
            to = after(to);
        };
        for (unsigned i = 0; i + 1 < Buffers; ++i) copy_next();
        // As many steps for all threads, because of barriers.
        for (std::size_t k = 0; k < product.k; k += stride) {
            context.template wait_for_copies<Buffers - 2>();
            // One barrier suffices: the next copies go to the buffer that was read before it.
            if constexpr (Across == 1) context.template tile<32>().sync();
            else context.block().sync();
            copy_next();
            if (k + part * Depth < product.k)
                sum.add(context, from, from + sums<T>::size_a + first_column);
            from = after(from);
        }
    }

    /// Adds the sums of the parts and writes the tile.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void add_parts(Context const& context,
                                         matmul_problem<T, T> const& product, std::size_t top,
                                         std::size_t left, sums<T> const& sum, Op op) {
        constexpr unsigned size = quad_word<T>::size, quads = Rows * Columns / size;
        unsigned const rank = context.block().thread_rank();
        auto const memory = context.template shared<quad_word<T>>();
        unrolled<sums<T>::quads>([&](auto q) {
            memory.put(rank / sharers * quads + q * sharers + rank % sharers,
                       sum.template quad<q>());
        });
        context.block().sync();
        unrolled<pieces(quads, threads)>([&](auto v) {
            unsigned const q = v * threads + rank;
            if (quads % threads != 0 && q >= quads) return;
            quad_word<T> total = memory.get(q);
            unrolled<Parts - 1>([&](auto p) {
                quad_word<T> const part = memory.get((p + 1) * quads + q);
                unrolled<size>(
                    [&](auto e) { total.element[e] = op(total.element[e], part.element[e]); });
            });
            unsigned const owner = q % sharers;
            tile_place const at = sums<T>::place(q / sharers, owner % 32);
            write_quad(context, product, top + at.row,
                       left + owner / 32 * (Columns / Across) + at.column, total);
        });
    }

    /// Writes neighbouring elements of a row of C, as far as they are inside.
    template <class Context, class T>
    GPUALGO_DEVICE static void write_quad(Context const& context,
                                          matmul_problem<T, T> const& product, std::size_t i,
                                          std::size_t j, quad_word<T> const& sum) {
        constexpr unsigned size = quad_word<T>::size;
        auto const c = context.global(product.c.data);
        if (i >= product.m) return;
        bool const is_whole = j + size <= product.n && product.c.row_stride % size == 0 &&
                              c.template is_aligned<size>();
        if (is_whole && product.beta == T{}) {
            T values[size];
            unrolled<size>(
                [&](auto e) { values[e] = multiply_add(T{}, product.alpha, sum.element[e]); });
            c.template put_vector<size>(i * product.c.row_stride + j, values);
        } else {
            unrolled<size>([&](auto e) {
                if (j + e < product.n) write_element(c, product, i, j + e, sum.element[e]);
            });
        }
    }
};

} // namespace gpu::inline v0::kernel
