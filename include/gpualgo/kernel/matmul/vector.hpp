// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of a matrix and a vector, or a few vectors: every element of A is loaded once, so that
/// memory decides. A thread loads 16 bytes at once if matrices are aligned, and several are in
/// flight.
///
/// Blocks may share rows by parts of k. Their sums are then added in a second launch, in an order
/// that depends on the shape alone.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::kernel {

/// Arguments of a launch.
template <class Value, class Result>
struct vector_arguments {
    matmul_problem<Value, Result> product; ///< with few columns, or one
    std::size_t splits;                    ///< blocks that share rows
    std::size_t part;                      ///< elements of k that each takes
    /// the sums of the parts of each element of C, side by side; not used if there is one part
    detail::matmul_accumulator<Value>* partial;
};

/// Common parts of the kernels for a matrix and a vector.
struct matmul_vector {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch
    static constexpr unsigned threads = 256;      ///< a block
    static constexpr unsigned warps = threads / 32;

    /// Elements that a thread loads at once.
    template <class Value>
    static constexpr unsigned vector = 16 / sizeof(Value);

protected:
    /// Writes an element of C, or one of the parts that it is the sum of.
    template <class Context, class Value, class Result>
    GPUALGO_DEVICE static void
    write(Context const& context, vector_arguments<Value, Result> const& arguments, std::size_t row,
          std::size_t column, std::size_t split, detail::matmul_accumulator<Value> sum) {
        auto const& product = arguments.product;
        if (arguments.splits > 1)
            context.global(arguments.partial)
                .put((row * product.n + column) * arguments.splits + split, sum);
        else write_element(context.global(product.c.data), product, row, column, sum);
    }
};

/// With one vector: a block computes some rows, whose elements its threads share. For rows whose
/// elements lie side by side.
/// @tparam Rows a block
template <unsigned Rows>
struct matmul_vector_by_rows : matmul_vector {
    /// @return elements of an accumulator's type that a block shares
    template <class Value>
    [[nodiscard]] static constexpr std::size_t slots() {
        return std::size_t{warps} * Rows;
    }

    /// One block.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   vector_arguments<Value, Result> arguments, Op op) {
        using accumulator = detail::matmul_accumulator<Value>;
        auto const& product = arguments.product;
        std::size_t const top = context.block_rank() / arguments.splits * Rows;
        std::size_t const split = context.block_rank() % arguments.splits;
        std::size_t const begin = split * arguments.part;
        std::size_t const left = product.k - begin;

        accumulator sum[Rows]{};
        add_products(context, product, top, begin, left < arguments.part ? left : arguments.part,
                     sum);

        context.let_next_start();
        auto const warp = context.template tile<32>();
        auto const of_warps = context.template shared<accumulator>();
        for (unsigned r = 0; r < Rows; ++r) {
            for (unsigned distance = 16; distance > 0; distance /= 2)
                sum[r] = op(sum[r], warp.shfl_xor(sum[r], distance));
            if (warp.thread_rank() == 0) of_warps.put(warp.meta_group_rank() * Rows + r, sum[r]);
        }
        context.block().sync();
        unsigned const r = context.block().thread_rank();
        if (r >= Rows || top + r >= product.m) return;
        accumulator total = of_warps.get(r);
        for (unsigned w = 1; w < warps; ++w) total = op(total, of_warps.get(w * Rows + r));
        write(context, arguments, top + r, 0, split, total);
    }

private:
    static constexpr unsigned at_once = 4; // a row's loads of a thread

    /// Adds the thread's share of `count` products from `begin` on. Rows after the last are the
    /// last one again.
    template <class Context, class Value, class Result>
    GPUALGO_DEVICE static void add_products(Context const& context,
                                            matmul_problem<Value, Result> const& product,
                                            std::size_t top, std::size_t begin, std::size_t count,
                                            detail::matmul_accumulator<Value> (&sum)[Rows]) {
        constexpr unsigned V = vector<Value>;
        auto const row = [&](unsigned r) {
            std::size_t const i = top + r < product.m ? top + r : product.m - 1;
            return context.global(product.a.data).from(product.a.at(i, begin));
        };
        auto const x = context.global(product.b.data).from(product.b.at(begin, 0));
        bool is_aligned =
            product.a.column_stride == 1 && product.b.row_stride == 1 && x.template is_aligned<V>();
        for (unsigned r = 0; r < Rows; ++r) is_aligned &= row(r).template is_aligned<V>();

        std::size_t first = 0;
        if (is_aligned) {
            first = count / V * V;
            add_share<at_once, V>(
                context, count / V, sum,
                [&](std::size_t i) { return x.template aligned_vector<V>(i * V); },
                [&](unsigned r, std::size_t i) {
                    return row(r).template aligned_vector<V>(i * V);
                });
        }
        add_share<at_once, 1>(
            context, count - first, sum,
            [&](std::size_t i) { return one<Value>{x.get((first + i) * product.b.row_stride)}; },
            [&](unsigned r, std::size_t i) {
                return one<Value>{row(r).get((first + i) * product.a.column_stride)};
            });
    }

    /// A single element, as a vector.
    template <class Value>
    struct one {
        Value element;
        GPUALGO_DEVICE Value operator[](unsigned) const { return element; }
    };

    /// Adds the products of vectors of x and of the rows.
    /// @param load_x, load_row load vector i, of row r
    template <unsigned AtOnce, unsigned V, class Context, class Accumulator, class LoadX,
              class LoadRow>
    GPUALGO_DEVICE static void add_share(Context const& context, std::size_t vectors,
                                         Accumulator (&sum)[Rows], LoadX load_x, LoadRow load_row) {
        std::size_t i = context.block().thread_rank();
        for (; i + (AtOnce - 1) * threads < vectors; i += AtOnce * threads)
            add_vectors<AtOnce, V>(i, sum, load_x, load_row);
        for (; i < vectors; i += threads) add_vectors<1, V>(i, sum, load_x, load_row);
    }

    template <unsigned Count, unsigned V, class Accumulator, class LoadX, class LoadRow>
    GPUALGO_DEVICE static void add_vectors(std::size_t i, Accumulator (&sum)[Rows], LoadX load_x,
                                           LoadRow load_row) {
        decltype(load_x(0)) x[Count];
        decltype(load_row(0, 0)) a[Rows][Count];
        for (unsigned c = 0; c < Count; ++c) {
            x[c] = load_x(i + c * threads);
            for (unsigned r = 0; r < Rows; ++r) a[r][c] = load_row(r, i + c * threads);
        }
        for (unsigned c = 0; c < Count; ++c)
            for (unsigned v = 0; v < V; ++v)
                for (unsigned r = 0; r < Rows; ++r)
                    sum[r] = multiply_add(sum[r], static_cast<Accumulator>(a[r][c][v]),
                                          static_cast<Accumulator>(x[c][v]));
    }
};

/// A warp computes as many rows as its threads load at once of a column of A. The warps of a block
/// share the columns. For columns whose elements lie side by side.
/// @tparam Columns of B and C, at most
template <unsigned Columns>
struct matmul_vector_by_columns : matmul_vector {
    /// Rows a block.
    template <class Value>
    static constexpr unsigned rows = 32 * vector<Value>;

    /// @return elements of an accumulator's type that a block shares
    template <class Value>
    [[nodiscard]] static constexpr std::size_t slots() {
        return std::size_t{warps} * rows<Value> * shared_columns;
    }

    /// One block.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   vector_arguments<Value, Result> arguments, Op op) {
        constexpr unsigned V = vector<Value>;
        auto const& product = arguments.product;
        std::size_t const top = context.block_rank() / arguments.splits * rows<Value>;
        std::size_t const split = context.block_rank() % arguments.splits;
        std::size_t const begin = split * arguments.part;
        std::size_t const left = product.k - begin;
        std::size_t const count = left < arguments.part ? left : arguments.part;

        auto const a = context.global(product.a.data).from(product.a.at(top, begin));
        bool const is_aligned = top + rows<Value> <= product.m && a.template is_aligned<V>() &&
                                product.a.column_stride * sizeof(Value) % 16 == 0;
        // of a thread: neighbours, or every 32nd
        unsigned const rank = context.template tile<32>().thread_rank();
        thread_rows const mine{rank * (is_aligned ? V : 1), is_aligned ? 1u : 32u};
        detail::matmul_accumulator<Value> sum[V][Columns]{};
        if (is_aligned) {
            add_products<V * Columns <= 8 ? 8 : 4>(
                context, product, begin, count, sum, [&](auto i) {
                    return a.template aligned_vector<V>(mine.first + i * product.a.column_stride);
                });
        } else {
            std::size_t const last = product.m - 1 - top;
            add_products<(V > 4 || Columns > 4 ? 2 : 4)>(
                context, product, begin, count, sum, [&](auto i) {
                    several<Value, V> loaded;
                    for (unsigned v = 0; v < V; ++v) {
                        std::size_t const row = mine.first + v * mine.step;
                        loaded.element[v] =
                            a.get((row < last ? row : last) + i * product.a.column_stride);
                    }
                    return loaded;
                });
        }
        context.let_next_start();
        unrolled<Columns / shared_columns>([&](auto part) {
            fold(context, arguments, top, split, mine, sum, part * shared_columns, op);
        });
    }

private:
    /// Columns whose sums a block folds at once.
    static constexpr unsigned shared_columns = Columns < 4 ? Columns : 4;

    /// Rows of a thread, from the block's first one on.
    struct thread_rows {
        unsigned first, step;
    };

    /// Elements of rows that are not neighbours.
    template <class Value, unsigned V>
    struct several {
        Value element[V];
        GPUALGO_DEVICE Value operator[](unsigned v) const { return element[v]; }
    };

    /// Adds the products of the warp's share of `count` columns of A from `begin` on.
    /// @tparam AtOnce columns of A in flight
    /// @param load loads the thread's elements of column `begin + i`
    template <unsigned AtOnce, class Context, class Value, class Result, unsigned V, class Load>
    GPUALGO_DEVICE static void
    add_products(Context const& context, matmul_problem<Value, Result> const& product,
                 std::size_t begin, std::size_t count,
                 detail::matmul_accumulator<Value> (&sum)[V][Columns], Load load) {
        std::size_t i = context.template tile<32>().meta_group_rank();
        for (; i + (AtOnce - 1) * warps < count; i += AtOnce * warps)
            add_columns<AtOnce>(context, product, begin, i, sum, load);
        for (; i < count; i += warps) add_columns<1>(context, product, begin, i, sum, load);
    }

    /// The same for columns `i`, `i + warps` ... of A, with as many rows of B, whose elements each
    /// thread loads one or some of, for all. Columns of B after the last are the last one again.
    template <unsigned Count, class Context, class Value, class Result, unsigned V, class Load>
    GPUALGO_DEVICE static void
    add_columns(Context const& context, matmul_problem<Value, Result> const& product,
                std::size_t begin, std::size_t i,
                detail::matmul_accumulator<Value> (&sum)[V][Columns], Load load) {
        using accumulator = detail::matmul_accumulator<Value>;
        constexpr unsigned at_once =
            32 / Columns; // rows of B that a warp loads an element a thread
        constexpr unsigned loads = (Count + at_once - 1) / at_once;
        auto const warp = context.template tile<32>();
        auto const b = context.global(product.b.data);
        unsigned const rank = warp.thread_rank();
        std::size_t const column = rank % Columns < product.n ? rank % Columns : product.n - 1;
        decltype(load(i)) loaded[Count];
        accumulator factor[loads];
        for (unsigned c = 0; c < Count; ++c) loaded[c] = load(i + c * warps);
        for (unsigned l = 0; l < loads; ++l) {
            unsigned const c = l * at_once + rank / Columns;
            factor[l] = static_cast<accumulator>(
                b.get(product.b.at(begin + i + (c < Count ? c : Count - 1) * warps, column)));
        }
        for (unsigned c = 0; c < Count; ++c)
            for (unsigned j = 0; j < Columns; ++j) {
                accumulator const x = warp.shfl(factor[c / at_once], c % at_once * Columns + j);
                for (unsigned v = 0; v < V; ++v)
                    sum[v][j] = multiply_add(sum[v][j], static_cast<accumulator>(loaded[c][v]), x);
            }
    }

    /// Adds the warps' sums of columns from `first` on, in order, and writes them.
    template <class Context, class Value, class Result, unsigned V, class Op>
    GPUALGO_DEVICE static void
    fold(Context const& context, vector_arguments<Value, Result> const& arguments, std::size_t top,
         std::size_t split, thread_rows mine,
         detail::matmul_accumulator<Value> const (&sum)[V][Columns], auto first, Op op) {
        using accumulator = detail::matmul_accumulator<Value>;
        constexpr unsigned elements = rows<Value> * shared_columns;
        auto const of_warps = context.template shared<accumulator>();
        unsigned const warp = context.template tile<32>().meta_group_rank();
        if (first > 0) context.block().sync(); // others may still read
        for (unsigned j = 0; j < shared_columns; ++j)
            for (unsigned v = 0; v < V; ++v)
                of_warps.put(warp * elements + j * rows<Value> + mine.first + v * mine.step,
                             sum[v][first + j]);
        context.block().sync();
        for (unsigned e = context.block().thread_rank(); e < elements; e += threads) {
            std::size_t const row = top + e % rows<Value>;
            std::size_t const column = first + e / rows<Value>;
            if (row >= arguments.product.m || column >= arguments.product.n) continue;
            accumulator total = of_warps.get(e);
            for (unsigned w = 1; w < warps; ++w) total = op(total, of_warps.get(w * elements + e));
            write(context, arguments, row, column, split, total);
        }
    }
};

/// The sums of elements of C whose parts several blocks have computed: a warp an element.
struct matmul_vector_add_parts : matmul_vector {
    /// One block of a loop over the grid.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   vector_arguments<Value, Result> arguments, Op op) {
        using accumulator = detail::matmul_accumulator<Value>;
        auto const& product = arguments.product;
        auto const partial = context.global(arguments.partial);
        auto const warp = context.template tile<32>();
        context.let_next_start();
        for (std::size_t i = context.block_rank() * warps + warp.meta_group_rank();
             i < product.m * product.n; i += context.num_blocks() * warps) {
            accumulator sum{};
            for (std::size_t s = warp.thread_rank(); s < arguments.splits; s += 32)
                sum = op(sum, partial.get(i * arguments.splits + s));
            for (unsigned distance = 16; distance > 0; distance /= 2)
                sum = op(sum, warp.shfl_xor(sum, distance));
            if (warp.thread_rank() == 0)
                write_element(context.global(product.c.data), product, i / product.n, i % product.n,
                              sum);
        }
    }
};

} // namespace gpu::inline v0::kernel
