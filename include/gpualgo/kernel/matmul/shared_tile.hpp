// SPDX-License-Identifier: Apache-2.0
/// @file
/// shared_tile and bank_conflict_free: each block computes a square tile of C, one element per
/// thread, from tiles of A and B in shared memory. The block repeats two steps along k:
///
/// 1. Each thread copies one element of A's tile and one of B's from global to shared memory. A
///    block barrier waits until both tiles are complete.
/// 2. Each thread multiplies a row of A's tile by a column of B's tile. Another barrier waits until
///    all threads have read the tiles, which are then overwritten.
///
/// An element read from global memory is thus used by as many threads as the tile is wide.
///
/// Rows are along x, so that in each step a warp reads a column of A's tile. With 32 elements of 4
/// bytes per row, that column lies in one bank: a 32-way bank conflict. bank_conflict_free pads the
/// tile and is otherwise the same. Tiles of 32 then have no conflicts for elements of 1 to 8 bytes.
/// Smaller tiles may have some while an operand is transposed.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/reduce/bank_conflict_free.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// One square tile of C per block.
/// @tparam Padded whether tiles in shared memory are padded
template <bool Padded>
struct matmul_by_tile {
    /// threads per block, for tiles of 32 by 32
    static constexpr unsigned default_threads = 1024;
    /// in messages
    static constexpr std::string_view taken = "64, 256 or 1024, for tiles of 8, 16 or 32 squared";
    /// @return whether blocks of this size can be used
    [[nodiscard]] static constexpr bool accepts(unsigned threads) {
        return threads == 64 || threads == 256 || threads == 1024;
    }

    /// The type of exchanged values.
    template <class Value>
    using exchanged = Value;
    /// @return the elements of a tile of A and one of B, with padding
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::size_t slots(unsigned threads) {
        return 2 * tile_slots<Value>(threads);
    }

    /// @return blocks for C
    template <class Value>
    [[nodiscard]] static constexpr std::size_t blocks(std::size_t m, std::size_t n,
                                                      unsigned threads) {
        return pieces(m, edge(threads)) * pieces(n, edge(threads));
    }

    /// Each block computes one tile of C. Its width is a template argument, so that the compiler
    /// can compute offsets in the tiles.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context, matmul_problem<Value, Result> problem,
                                   Op) {
        switch (context.block().num_threads()) {
        case 1024: return multiply<32>(context, problem);
        case 256: return multiply<16>(context, problem);
        default: return multiply<8>(context, problem);
        }
    }

private:
    /// Computes a tile of C from pairs of tiles along k.
    template <unsigned Width, class Context, class Value, class Result>
    GPUALGO_DEVICE static void multiply(Context const& context,
                                        matmul_problem<Value, Result> const& problem) {
        using accumulator = detail::matmul_accumulator<Value>;
        // limited by the registers for loaded elements
        constexpr unsigned at_once = sizeof(Value) <= 4 ? Width : 8;
        auto const block = context.block();
        unsigned const x = block.thread_rank() % Width;
        unsigned const y = block.thread_rank() / Width % Width;
        std::size_t const across = pieces(problem.n, Width);
        std::size_t const top = context.block_rank() / across * Width;
        std::size_t const left = context.block_rank() % across * Width;
        auto const tile_a = arranged<Value>(context.template shared<Value>());
        auto const tile_b = arranged<Value>(
            context.template shared<Value>().from(tile_slots<Value>(Width * Width)));

        accumulator sum{};
        for (std::size_t k = 0; k < problem.k; k += Width) {
            fill<Width>(tile_a, x, y, context.global(problem.a.data), problem.a, top, k, problem.m,
                        problem.k);
            fill<Width>(tile_b, x, y, context.global(problem.b.data), problem.b, k, left, problem.k,
                        problem.n);
            block.sync();
            unrolled_on_gpu<Width, at_once>([&](auto i) {
                auto const a = static_cast<accumulator>(tile_a.get(x * Width + i));
                auto const b = static_cast<accumulator>(tile_b.get(i * Width + y));
                sum = multiply_add(sum, a, b);
            });
            block.sync();
        }
        if (top + x < problem.m && left + y < problem.n)
            write_element(context.global(problem.c.data), problem, top + x, left + y, sum);
    }

    GPUALGO_FUNCTION static constexpr unsigned edge(unsigned threads) {
        return threads == 1024 ? 32 : threads == 256 ? 16 : 8;
    }

    template <class Value>
    GPUALGO_FUNCTION static constexpr unsigned tile_slots(unsigned threads) {
        return Padded ? padded_index<Value>(threads - 1) + 1 : threads;
    }

    template <class Value, class Exchange>
    GPUALGO_DEVICE static auto arranged(Exchange exchange) {
        if constexpr (Padded) return padded<Value, Exchange>{exchange};
        else return exchange;
    }

    /// Copies the tile at (row, column) of a matrix to shared memory, one element per thread, with
    /// zeros outside the matrix. Neighbouring lanes read neighbouring addresses of a row-major and
    /// of a column-major matrix, so that the loads coalesce.
    template <unsigned Width, class Tile, class Source, class Value>
    GPUALGO_DEVICE static void fill(Tile tile, unsigned x, unsigned y, Source source,
                                    strided<Value> matrix, std::size_t row, std::size_t column,
                                    std::size_t rows, std::size_t columns) {
        unsigned const i = matrix.column_stride == 1 ? y : x;
        unsigned const j = matrix.column_stride == 1 ? x : y;
        bool const inside = row + i < rows && column + j < columns;
        tile.put(i * Width + j, inside ? source.get(matrix.at(row + i, column + j))
                                       : std::remove_const_t<Value>{});
    }
};

/// See policy::shared_tile.
template <memory_space Space>
struct matmul<policy::shared_tile, Space> : matmul_by_tile<false> {};

/// See policy::bank_conflict_free.
template <memory_space Space>
struct matmul<policy::bank_conflict_free, Space> : matmul_by_tile<true> {};

} // namespace gpu::inline v0::kernel
