// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products with many rows, few columns and short k: each thread computes a row of C. Memory
/// decides, so that all accesses to A and C are coalesced: rows go through shared memory.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>
#include <gpualgo/kernel/matmul/quad_word.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// A block computes as many rows as it has threads.
/// @tparam Columns of B and C, at most
template <unsigned Columns>
struct matmul_narrow {
    static constexpr unsigned threads = 128; ///< per block, and rows
    static constexpr unsigned depth = 16;    ///< elements along k at a time

    /// Elements of shared memory: rows of A, padded against bank conflicts, and lines of B. Later,
    /// rows of C.
    static constexpr std::size_t slots = threads * (Columns + 1) + depth * Columns;

    /// One block.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   matmul_problem<Value, Result> const& product, Op) {
        using accumulator = detail::matmul_accumulator<Value>;
        unsigned const rank = context.block().thread_rank();
        std::size_t const top = context.block_rank() * threads;
        auto const lines = context.template shared<accumulator>();
        accumulator sum[Columns]{};
        for (std::size_t begin = 0; begin < product.k; begin += depth) {
            if (begin > 0) context.block().sync(); // others may still read
            load(context, product, top, begin);
            context.block().sync();
            add_products(context, sum);
        }

        context.block().sync();
        unrolled<Columns>([&](auto j) { lines.put(rank * (Columns + 1) + j, sum[j]); });
        context.block().sync();
        auto const c = context.global(product.c.data);
        places const at(product.c.column_stride == 1, rank);
        unrolled_on_gpu<Columns, 4>([&](unsigned i) {
            unsigned const row = at.row + i * at.row_step, j = at.column + i * at.column_step;
            if (top + row < product.m && j < product.n)
                write_element(c, product, top + row, j, lines.get(row * (Columns + 1) + j));
        });
    }

private:
    static_assert(depth == Columns); // A's lines and C's have the same places

    /// The elements of a thread's turns, of lines of 16: neighbouring threads have neighbouring
    /// elements in memory.
    struct places {
        unsigned row, column, row_step, column_step;

        GPUALGO_DEVICE places(bool by_rows, unsigned rank)
            : row(by_rows ? rank / Columns : rank), column(by_rows ? rank % Columns : 0),
              row_step(by_rows ? threads / Columns : 0), column_step(by_rows ? 0 : 1) {}
    };

    /// The first quad word of the lines of B.
    template <class T>
    static constexpr unsigned first_quad = threads*(Columns + 1) / quad_word<T>::size;

    /// Loads `depth` elements of each row of A, and lines of B. Elements outside are 0.
    template <class Context, class Value, class Result>
    GPUALGO_DEVICE static void load(Context const& context,
                                    matmul_problem<Value, Result> const& product, std::size_t top,
                                    std::size_t begin) {
        using accumulator = detail::matmul_accumulator<Value>;
        unsigned const rank = context.block().thread_rank();
        auto const shared = context.template shared<accumulator>();
        auto const a = context.global(product.a.data);
        places const at(product.a.column_stride == 1, rank);
        std::size_t const first = product.a.at(top + at.row, begin + at.column);
        std::size_t const step = product.a.at(at.row_step, at.column_step);
        unrolled_on_gpu<depth, 8>([&](unsigned i) {
            unsigned const row = at.row + i * at.row_step, k = at.column + i * at.column_step;
            bool const is_inside = top + row < product.m && begin + k < product.k;
            shared.put(row * (Columns + 1) + k,
                       is_inside ? static_cast<accumulator>(a.get(first + i * step))
                                 : accumulator{});
        });
        auto const b = context.global(product.b.data);
        for (unsigned e = rank; e < depth * Columns; e += threads) {
            std::size_t const k = begin + e / Columns, j = e % Columns;
            shared.put(threads * (Columns + 1) + e,
                       k < product.k && j < product.n
                           ? static_cast<accumulator>(b.get(product.b.at(k, j)))
                           : accumulator{});
        }
    }

    template <class Context, class T>
    GPUALGO_DEVICE static void add_products(Context const& context, T (&sum)[Columns]) {
        constexpr unsigned size = quad_word<T>::size;
        unsigned const rank = context.block().thread_rank();
        auto const row = context.template shared<T>().from(rank * (Columns + 1));
        auto const b = context.template shared<quad_word<T>>().from(first_quad<T>);
        unrolled<depth>([&](auto k) {
            T const x = row.get(k);
            unrolled<Columns / size>([&](auto q) {
                quad_word<T> const quad = b.get(k * (Columns / size) + q);
                unrolled<size>([&](auto e) {
                    sum[q * size + e] = multiply_add(sum[q * size + e], x, quad.element[e]);
                });
            });
        });
    }
};

} // namespace gpu::inline v0::kernel
