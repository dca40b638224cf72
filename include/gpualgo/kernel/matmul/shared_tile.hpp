// SPDX-License-Identifier: Apache-2.0
/// @file
/// shared_tile and bank_conflict_free: a block computes a square tile of C from tiles of A and B in
/// shared memory, each element of which is read from global memory once and used as many times as
/// the tile is wide.
///
/// Rows are along x, so that in each step a warp reads a column of A's tile. In rows of 32 elements
/// of 4 bytes that column lies in one bank, and the 32 lanes wait for each other.
/// bank_conflict_free pads the tile, and nothing else differs: tiles of 32 are free of conflicts
/// for elements of 1 to 8 bytes; smaller ones, but for the transposition of some.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/reduce/bank_conflict_free.hpp>

#include <type_traits>

namespace gpu::inline v0::kernel {

/// A square tile of C a block.
/// @tparam Padded whether tiles in shared memory are padded
template <bool Padded>
struct matmul_by_tile {
    /// threads a block: tiles of 32 by 32
    static constexpr unsigned default_threads = 1024;
    /// as messages say it
    static constexpr std::string_view taken = "64, 256 or 1024, for tiles of 8, 16 or 32 squared";
    /// @return whether blocks of so many threads can be used
    [[nodiscard]] static constexpr bool accepts(unsigned threads) {
        return threads == 64 || threads == 256 || threads == 1024;
    }

    /// The type of what is exchanged.
    template <class Value>
    using exchanged = Value;
    /// @return room for a tile of A and one of B
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

    /// One block: a tile of C, of a width that compilers know: of what is constant, places take no
    /// time.
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
    /// A tile of C, by pairs of tiles along k.
    template <unsigned Width, class Context, class Value, class Result>
    GPUALGO_DEVICE static void multiply(Context const& context,
                                        matmul_problem<Value, Result> const& problem) {
        using accumulator = detail::matmul_accumulator<Value>;
        // as there are registers for what is loaded
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

    /// Each thread brings one element of the tile at (row, column) of a matrix; beyond the matrix
    /// there are zeros. Lanes go along the lines of the matrix, whichever way they lie: global
    /// accesses coalesce.
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
