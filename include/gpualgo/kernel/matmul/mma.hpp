// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products by mma.sync, which GPUs of compute capability 8.0 and later have. Each of a block's
/// four warps computes 64 by 64 elements of C. The block repeats along k:
///
/// 1. It waits for the present tiles of A and B, which were copied to one of three buffers in
///    shared memory.
/// 2. It begins to copy the tiles after the next ones to the buffer that it has multiplied before.
/// 3. Meanwhile it multiplies the present tiles.
///
/// If C has few tiles and k is large, several blocks compute one tile, as in
/// kernel/matmul/register_tile.hpp. float is rounded to TF32.
#pragma once

#include <gpualgo/kernel/matmul/mma_operand.hpp>
#include <gpualgo/kernel/matmul/register_tile.hpp>
#include <gpualgo/kernel/matmul/tile_corner.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// A tile of 128 by 128 elements of C per block.
struct matmul_mma {
    static constexpr unsigned rows = 128, columns = 128; ///< of a tile
    static constexpr unsigned threads = 128;             ///< per block
    static constexpr unsigned buffers = 3;               ///< of a tile of A and one of B each
    static constexpr std::size_t shared_bytes = buffers * 2 * 8192; ///< per block

    /// The extent of tiles of A and B along k.
    template <class Value>
    static constexpr unsigned depth = mma_tile<Value, contiguous::along_k>::depth;

    /// @return tiles of C
    [[nodiscard]] static constexpr std::size_t tiles(std::size_t m, std::size_t n) {
        return pieces(m, rows) * pieces(n, columns);
    }

    /// Each block computes a tile of C, or its sums over one part of k. One kernel has a loop for
    /// each order of A and B.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   register_tile_arguments<Value, Result> arguments, Op) {
        if constexpr (warp_matrix<Context>::is_present) {
            using enum contiguous;
            auto const& product = arguments.product;
            auto const corner = corner_of_tile<rows, columns>(
                context.block_rank() / arguments.splits, product.m, product.n);
            sums<detail::matmul_accumulator<Value>> sum{};
            bool const is_a_along_k = product.a.column_stride == 1;
            bool const is_b_along_k = product.b.row_stride == 1;
            if (is_a_along_k && is_b_along_k)
                accumulate<along_k, along_k>(context, arguments, corner, sum);
            else if (is_a_along_k)
                accumulate<along_k, along_lines>(context, arguments, corner, sum);
            else if (is_b_along_k)
                accumulate<along_lines, along_k>(context, arguments, corner, sum);
            else accumulate<along_lines, along_lines>(context, arguments, corner, sum);
            constexpr bool may_interleave = mma_tile<Value, along_lines>::interleaves_lines;
            store(context, arguments, corner, sum, may_interleave && !is_a_along_k,
                  may_interleave && !is_b_along_k);
        }
    }

private:
    static constexpr unsigned warp_edge = 64;                  // of a warp's square of C
    static constexpr unsigned fragments = warp_edge / 16;      // of A, and of B, per warp
    static constexpr unsigned tile_chunks = 512;               // in shared memory, of 16 bytes
    static constexpr unsigned buffer_chunks = 2 * tile_chunks; // A's tile and B's

    /// A lane's sums: elements 4i to 4i + 3 of instruction i / 8 along the columns of C and i % 8
    /// along its rows.
    template <class T>
    struct sums {
        T of[fragments][2 * fragments][4];
    };

    /// The first row of a warp's square in the tile, and the first column.
    GPUALGO_DEVICE static unsigned first_row(unsigned rank) { return rank / 64 * warp_edge; }
    GPUALGO_DEVICE static unsigned first_column(unsigned rank) { return rank / 32 % 2 * warp_edge; }

    /// Adds the products of the block's part of k.
    template <contiguous OrderA, contiguous OrderB, class Context, class Value, class Result,
              class T>
    GPUALGO_DEVICE static void accumulate(Context const& context,
                                          register_tile_arguments<Value, Result> const& arguments,
                                          tile_corner corner, sums<T>& sum) {
        auto const& product = arguments.product;
        unsigned const rank = context.block().thread_rank();
        std::size_t const begin = context.block_rank() % arguments.splits * arguments.part;
        std::size_t left = product.k - begin < arguments.part ? product.k - begin : arguments.part;
        auto const a = context.global(product.a.data);
        auto const b = context.global(product.b.data);
        using array = std::remove_const_t<decltype(a)>;
        mma_operand<array, Value, OrderA, threads> copy_a(a, product.a, product.m, corner.top,
                                                          begin, rank);
        mma_operand<array, Value, OrderB, threads> copy_b(b, product.b.transposed(), product.n,
                                                          corner.left, begin, rank);
        auto const elements = context.template shared<Value>();
        constexpr std::size_t size = 16 / sizeof(Value); // per chunk
        constexpr std::size_t tile_depth = depth<Value>;
        unsigned to = 0;
        // a group of copies per buffer, even if it is empty
        auto const copy_next = [&] {
            if (left > 0) {
                copy_a.copy(context, elements.from(to * size), left);
                copy_b.copy(context, elements.from((to + tile_chunks) * size), left);
                left -= left < tile_depth ? left : tile_depth;
                to = next_buffer(to);
            }
            context.commit_copies();
        };
        std::size_t const steps = pieces(left, tile_depth);
        copy_next();
        copy_next();
        unsigned from = 0;
        for (std::size_t step = 0; step < steps; ++step) {
            context.template wait_for_copies<1>();
            // One barrier suffices: the next copies go to the buffer that was read before it.
            context.block().sync();
            copy_next();
            multiply<Value, OrderA, OrderB>(context, from, sum);
            from = next_buffer(from);
        }
    }
    GPUALGO_DEVICE static unsigned next_buffer(unsigned at) {
        return at == (buffers - 1) * buffer_chunks ? 0 : at + buffer_chunks;
    }

    /// Adds the products of a buffer's tiles.
    /// @param from place of A's tile, in chunks
    template <class Value, contiguous OrderA, contiguous OrderB, class Context, class T>
    GPUALGO_DEVICE static void multiply(Context const& context, unsigned from, sums<T>& sum) {
        unsigned const rank = context.block().thread_rank();
        unrolled<mma_tile<Value, OrderA>::fragments_along_k>([&](auto step) {
            std::uint32_t a[fragments][4], b[fragments][4];
            unrolled<fragments>([&](auto f) {
                load_fragment<factor::a, Value, OrderA>(context, from, first_row(rank) + f * 16,
                                                        step, a[f]);
                load_fragment<factor::b, Value, OrderB>(context, from + tile_chunks,
                                                        first_column(rank) + f * 16, step, b[f]);
            });
            unrolled<fragments * fragments * 2>([&](auto i) {
                constexpr unsigned r = i / (2 * fragments), c = i % (2 * fragments);
                std::uint32_t const* const pair = &b[c / 2][c % 2 * 2];
                warp_matrix<Context>::template multiply<Value>(context, sum.of[r][c], a[r], pair[0],
                                                               pair[1]);
            });
        });
    }

    /// Writes C, or sums to the scratch buffer. Each warp moves 16 rows at a time through shared
    /// memory, so that lanes write neighbouring elements. Works on the first rows of a lane's sums,
    /// and moves the others up in between. Thus registers have constant indices, and the code is
    /// short.
    /// @param interleaves_rows, interleaves_columns see `mma_tile::interleaves_lines`
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void
    store(Context const& context, register_tile_arguments<Value, Result> const& arguments,
          tile_corner corner, sums<T>& sum, bool interleaves_rows, bool interleaves_columns) {
        constexpr unsigned pitch = warp_edge + 1; // rows begin in different banks
        auto const warp = context.template tile<32>();
        unsigned const rank = context.block().thread_rank(), lane = rank % 32;
        auto const square = context.template shared<T>().from(rank / 32 * 16 * pitch);
        std::size_t const left = corner.left + first_column(rank);
        // see mma_tile::line_of
        unsigned const row = lane / 4 * (interleaves_rows ? 2 : 1);
        unsigned const next_row = interleaves_rows ? 1 : 8;
        unsigned const column = lane % 4 * 2 * (interleaves_columns ? 2 : 1);
        unsigned const next_column = interleaves_columns ? 2 : 1;
        unsigned const next_instruction = interleaves_columns ? 1 : 8;
        context.block().sync(); // the last tiles have been read
        unrolled_on_gpu<fragments, 1>([&](unsigned f) {
            unrolled<8 * fragments>([&](auto e) {
                constexpr unsigned c = e / 4, i = e % 4;
                square.put((row + i / 2 * next_row) * pitch + c / 2 * 16 +
                               c % 2 * next_instruction + column + i % 2 * next_column,
                           sum.of[0][c][i]);
            });
            warp.sync();
            write_rows(context, arguments, square, corner.top + first_row(rank) + f * 16, left);
            warp.sync();
            unrolled<(fragments - 1) * 8 * fragments>([&](auto e) {
                constexpr unsigned r = e / (8 * fragments), c = e / 4 % (2 * fragments);
                sum.of[r][c][e % 4] = sum.of[r + 1][c][e % 4];
            });
        });
    }

    /// Writes 16 rows of a warp's square; lanes follow the order of C.
    template <class Context, class Value, class Result, class Square>
    GPUALGO_DEVICE static void write_rows(Context const& context,
                                          register_tile_arguments<Value, Result> const& arguments,
                                          Square square, std::size_t top, std::size_t left) {
        using accumulator = detail::matmul_accumulator<Value>;
        auto const& product = arguments.product;
        unsigned const lane = context.block().thread_rank() % 32;
        bool const by_rows = arguments.partial != nullptr || product.c.column_stride == 1;
        unrolled_on_gpu<16 * warp_edge / 32, 2>([&](unsigned e) {
            unsigned const at = e * 32 + lane;
            unsigned const row = by_rows ? at / warp_edge : at % 16;
            unsigned const column = by_rows ? at % warp_edge : at / 16;
            std::size_t const i = top + row, j = left + column;
            if (i >= product.m || j >= product.n) return;
            accumulator const sum = square.get(row * (warp_edge + 1) + column);
            if (arguments.partial != nullptr) {
                std::size_t const split = context.block_rank() % arguments.splits;
                context.global(arguments.partial).put((split * product.m + i) * product.n + j, sum);
            } else if constexpr (std::floating_point<accumulator>) {
                write_element(context, context.global(product.c.data), product, arguments.then, i,
                              j, sum);
            } else {
                write_element(context.global(product.c.data), product, i, j, sum);
            }
        });
    }
};

} // namespace gpu::inline v0::kernel
