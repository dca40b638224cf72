// SPDX-License-Identifier: Apache-2.0
/// @file
/// register_tile: each thread computes 8 by 8 or 8 by 16 elements of C in registers. The block goes
/// along k by tiles of A and B in shared memory. For each k, a thread reads 8 elements of A and 8
/// or 16 of B from there and adds their products to its sums. Meanwhile the next tiles are copied
/// to other buffers in shared memory, in one of two ways:
///
/// - Those of `float` are copied by cp.async, see copied_tiles.hpp. The elements for the next k are
///   read ahead, too.
/// - Others are loaded into registers before the multiplications, and stored after them, see
///   register_tile_stage.hpp.
///
/// If C has few tiles and k is large, several blocks compute one tile. Each sums a part of k into
/// its own part of a scratch buffer, and a second launch, kernel/matmul/split.hpp, adds the parts.
#pragma once

#include <gpualgo/kernel/matmul/copied_tiles.hpp>
#include <gpualgo/kernel/matmul/epilogue.hpp>
#include <gpualgo/kernel/matmul/register_tile_fragment.hpp>
#include <gpualgo/kernel/matmul/register_tile_stage.hpp>
#include <gpualgo/kernel/matmul/tile_corner.hpp>

#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of `matmul_register_tile`.
template <class Value, class Result>
struct register_tile_arguments {
    matmul_problem<Value, Result> product;
    /// parts of k, and blocks per tile
    std::size_t splits;
    /// products in every part except the last: a multiple of `depth`
    std::size_t part;
    /// `splits` matrices of m * n sums, row-major; null if the tiles are stored in C
    detail::matmul_accumulator<Value>* partial;
    /// the steps of an epilogue; not used for sums of integers
    epilogue_list<epilogue_type<detail::matmul_accumulator<Value>>> then{};
};

/// One tile of C per block, or several blocks per tile.
/// @tparam Rows of a block's tile of C
/// @tparam Columns of a block's tile of C
/// @tparam VectorOfB elements of B per copy by cp.async: 1, or 4 if `has_vectors`
template <unsigned Rows, unsigned Columns, unsigned VectorOfB = 1>
struct matmul_register_tile {
    static constexpr unsigned width = Columns > 128 ? 16 : 8;         ///< columns per thread
    static constexpr unsigned threads = Rows * Columns / (8 * width); ///< per block
    /// Whether tiles go through cp.async on GPUs that have it. That would be possible for int32,
    /// too, but it takes long to compile.
    template <class Value>
    static constexpr bool is_copied = std::is_same_v<Value, float>;
    /// @param is_asynchronous whether copies are by cp.async
    /// @return whether tiles are copied. Without cp.async, small ones are staged instead, which is
    /// faster. Large ones have no other way: GPUs with cp.async may run code for GPUs without it.
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr bool has_copies(bool is_asynchronous) {
        return is_copied<Value> && (is_asynchronous || width > 8);
    }
    /// Whether the steps of an epilogue are applied to sums in registers. Tiles of `double`, and
    /// large ones of `float`, leave no registers for that. Their threads apply steps to elements of
    /// C that they have written.
    template <class T>
    static constexpr bool has_registers_for_steps = sizeof(T) <= 4 && Columns <= 128;
    /// The extent of staged tiles of A and B along k.
    /// @tparam T the type of sums
    template <class T>
    static constexpr unsigned staged_depth = (Rows + Columns) / 4 / sizeof(T);
    /// A multiple of the extent of tiles of A and B along k, staged or not.
    template <class Value>
    static constexpr unsigned depth =
        is_copied<Value> ? 16 : staged_depth<detail::matmul_accumulator<Value>>;
    /// @param is_asynchronous whether copies are by cp.async
    /// @return elements of shared memory: buffers with a tile of A and one of B each
    template <class Value>
    [[nodiscard]] static constexpr std::size_t slots(bool is_asynchronous) {
        return has_copies<Value>(is_asynchronous)
                   ? 3 * (Rows + Columns + 8) * depth<Value>
                   : 2 * (Rows + Columns) * staged_depth<detail::matmul_accumulator<Value>>;
    }

    /// The kernel that copies quad words of B.
    template <class Value>
    using by_vectors = matmul_register_tile<Rows, Columns, quad_word<Value>::size>;
    /// @return whether quad words of B's rows are aligned from the first column of each tile on
    template <class Value, class Result>
    [[nodiscard]] static bool has_vectors(matmul_problem<Value, Result> const& product) {
        constexpr std::size_t size = quad_word<Value>::size;
        auto const& b = product.b;
        // the last tile ends with the last column, see `run`
        return b.column_stride == 1 && b.row_stride % size == 0 && product.n % size == 0 &&
               reinterpret_cast<std::uintptr_t>(b.data) % (size * sizeof(Value)) == 0;
    }

    /// @return tiles of C
    [[nodiscard]] static constexpr std::size_t tiles(std::size_t m, std::size_t n) {
        return pieces(m, Rows) * pieces(n, Columns);
    }

    /// Each block computes a tile of C, or its sums over one part of k.
    template <class Context, class Value, class Result, class Op>
    GPUALGO_DEVICE static void run(Context const& context,
                                   register_tile_arguments<Value, Result> arguments, Op) {
        using accumulator = detail::matmul_accumulator<Value>;
        auto const& product = arguments.product;
        std::size_t const tile = context.block_rank() / arguments.splits;
        std::size_t const split = context.block_rank() % arguments.splits;
        auto const corner = corner_of_tile<Rows, Columns>(tile, product.m, product.n);
        // Copied tiles at an edge begin further inside: they are faster if they are whole.
        auto const first = [](std::size_t at, std::size_t extent, std::size_t size) {
            return is_copied<Value> && extent >= size && extent - at < size ? extent - size : at;
        };
        region const area{first(corner.top, product.m, Rows),
                          first(corner.left, product.n, Columns), corner, product.m, product.n};
        std::size_t const begin = split * arguments.part;
        std::size_t const end =
            product.k - begin < arguments.part ? product.k : begin + arguments.part;

        accumulator sum[8][width]{};
        if constexpr (has_copies<Value>(Context::copies_asynchronously))
            accumulate_copied(context, product, area, begin, end, sum);
        else accumulate_staged(context, product, area, begin, end, sum);
        store(context, arguments, area, split, sum);
    }

private:
    using place = register_tile_place<Columns, width>;

    /// The elements of C that a block computes, and those that it writes.
    struct region {
        std::size_t top, left; ///< the first one that is computed
        tile_corner own;       ///< the first one that is written
        std::size_t m, n;      ///< extents of C

        [[nodiscard]] GPUALGO_DEVICE bool has(std::size_t i, std::size_t j) const {
            return i >= own.top && j >= own.left && i < m && j < n;
        }
        /// @return whether all elements are written
        [[nodiscard]] GPUALGO_DEVICE bool is_whole() const {
            return top == own.top && left == own.left && top + Rows <= m && left + Columns <= n;
        }
    };

    /// Writes a block's sums to C, or to its part of the scratch buffer.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void store(Context const& context,
                                     register_tile_arguments<Value, Result> const& arguments,
                                     region const& area, std::size_t split, T (&sum)[8][width]) {
        auto const& product = arguments.product;
        if (arguments.partial != nullptr) {
            if constexpr (is_copied<Value>)
                if (area.is_whole() && product.n % quad_word<T>::size == 0) {
                    strided<T> const part{arguments.partial + split * product.m * product.n,
                                          product.n, 1};
                    return store_quads(context, part, T{1}, area, sum);
                }
            auto const partial = context.global(arguments.partial);
            return for_each(context, area, sum, [&](std::size_t i, std::size_t j, T value) {
                partial.put((split * product.m + i) * product.n + j, value);
            });
        }
        if constexpr (std::floating_point<T> && has_registers_for_steps<T>)
            if (arguments.then.count > 0) {
                auto const c = context.global(product.c.data);
                return for_each(context, area, sum, [&](std::size_t i, std::size_t j, T value) {
                    write_element(context, c, product, arguments.then, i, j, value);
                });
            }
        store_in_c(context, product, area, sum);
        if constexpr (std::floating_point<T> && !has_registers_for_steps<T>)
            if (arguments.then.count > 0) apply_to_c(context, arguments, area);
    }

    /// Writes alpha times the sums, plus beta times C.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void store_in_c(Context const& context,
                                          matmul_problem<Value, Result> const& product,
                                          region const& area, T (&sum)[8][width]) {
        if constexpr (std::is_same_v<Result, T>)
            if (area.is_whole() && has_quads(context, product))
                return store_quads(context, product.c, product.alpha, area, sum);
        auto const c = context.global(product.c.data);
        for_each(context, area, sum, [&](std::size_t i, std::size_t j, T value) {
            write_element(c, product, i, j, value);
        });
    }

    /// Applies the steps of an epilogue to elements of C, each by the thread that has written it.
    template <class Context, class Value, class T>
    GPUALGO_DEVICE static void apply_to_c(Context const& context,
                                          register_tile_arguments<Value, T> const& arguments,
                                          region const& area) {
        auto const& matrix = arguments.product.c;
        auto const c = context.global(matrix.data);
        place const at(context.block().thread_rank());
        unrolled_on_gpu<8, 1>([&](unsigned r) {
            std::size_t const i = area.top + at.template row<T>(r);
            auto const for_row = [&](auto f) {
                unrolled<width>([&](auto s) {
                    std::size_t const j = area.left + at.template column<T>(s);
                    if (area.has(i, j)) f(s, j);
                });
            };
            T row[width]; // so that a thread need not wait for each element
            for_row([&](auto s, std::size_t j) { row[s] = c.get(matrix.at(i, j)); });
            for_row([&](auto s, std::size_t j) {
                c.put(matrix.at(i, j), apply_steps(context, arguments.then, row[s], i, j));
            });
        });
    }

    /// @return whether C is only written, and neighbouring sums of a thread are quad words there
    template <class Context, class Value, class T>
    GPUALGO_DEVICE static bool has_quads(Context const& context,
                                         matmul_problem<Value, T> const& product) {
        constexpr std::size_t size = quad_word<T>::size;
        return product.beta == T{} && product.c.column_stride == 1 &&
               product.c.row_stride % size == 0 &&
               context.global(product.c.data).template is_aligned<size>();
    }
    /// Writes all elements of a tile, times alpha, to a matrix whose rows have quad words.
    template <class Context, class T>
    GPUALGO_DEVICE static void store_quads(Context const& context, strided<T> const& to, T alpha,
                                           region const& area, T const (&sum)[8][width]) {
        constexpr unsigned size = quad_word<T>::size;
        place const at(context.block().thread_rank());
        auto const c = context.global(to.data);
        unrolled<8>([&](auto r) {
            std::size_t const i = area.top + at.template row<T>(r);
            unrolled<width / size>([&](auto q) {
                T values[size];
                unrolled<size>(
                    [&](auto e) { values[e] = multiply_add(T{}, alpha, sum[r][q * size + e]); });
                c.template put_vector<size>(to.at(i, area.left + at.template column<T>(q * size)),
                                            values);
            });
        });
    }

    /// Calls write(i, j, sum) for the thread's sums that are written. Works on a row of them at a
    /// time, and moves the others up in between. Thus registers have constant indices, and the code
    /// is short.
    template <class Context, class T, class Write>
    GPUALGO_DEVICE static void for_each(Context const& context, region const& area,
                                        T (&sum)[8][width], Write write) {
        place const at(context.block().thread_rank());
        unrolled_on_gpu<8, 1>([&](unsigned r) {
            std::size_t const i = area.top + at.template row<T>(r);
            unrolled<width>([&](auto s) {
                std::size_t const j = area.left + at.template column<T>(s);
                if (area.has(i, j)) write(i, j, sum[0][s]);
            });
            unrolled<7 * width>(
                [&](auto e) { sum[e / width][e % width] = sum[e / width + 1][e % width]; });
        });
    }

    /// Adds the products of k from `begin` to `end` to `sum`, by `copied_tiles`.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void
    accumulate_copied(Context const& context, matmul_problem<Value, Result> const& product,
                      region const& area, std::size_t begin, std::size_t end, T (&sum)[8][width]) {
        constexpr unsigned lines = depth<Value>;
        place const at(context.block().thread_rank());
        copied_tiles<Context, Value, Rows, Columns, lines, threads, VectorOfB> tiles(
            context, product, area.top, area.left, begin, end);
        static_assert(tiles.slots == slots<Value>(true));
        register_tile_fragment<T, width> fragments[2]; // for the present k and the next one
        tiles.start();
        tiles.load(fragments[0], at, constant_index<0>());
        for (bool is_more = true; is_more;) {
            tiles.begin_next();
            unrolled<lines>([&](auto k) {
                if constexpr (k + 1 == lines) is_more = tiles.turn();
                if (is_more)
                    tiles.load(fragments[(k + 1) % 2], at, constant_index<(k + 1) % lines>());
                tiles.step(k);
                fragments[k % 2].add_products(sum);
            });
        }
    }

    /// The same by `register_tile_stage`.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void
    accumulate_staged(Context const& context, matmul_problem<Value, Result> const& product,
                      region const& area, std::size_t begin, std::size_t end, T (&sum)[8][width]) {
        constexpr unsigned lines = staged_depth<T>;
        static_assert(depth<Value> % lines == 0 && slots<Value>(false) <= slots<Value>(true));
        auto const block = context.block();
        auto const a = context.global(product.a.data);
        auto const b = context.global(product.b.data);
        using stage_of_a =
            register_tile_stage<std::remove_const_t<decltype(a)>, T, Rows, lines, threads>;
        using stage_of_b =
            register_tile_stage<std::remove_const_t<decltype(b)>, T, Columns, lines, threads>;
        unsigned const rank = block.thread_rank();
        stage_of_a stage_a(a, product.a, product.m, area.top, begin, rank);
        stage_of_b stage_b(b, product.b.transposed(), product.n, area.left, begin, rank);
        auto const elements = context.template shared<T>();
        auto const quads = context.template shared<quad_word<T>>();
        auto const load = [&] {
            unsigned const count = end - begin < lines ? static_cast<unsigned>(end - begin) : lines;
            stage_a.load(count);
            stage_b.load(count);
            begin += count;
        };
        auto const store = [&](unsigned buffer) {
            unsigned const at_a = buffer * (Rows + Columns) * lines;
            unsigned const at_b = at_a + Rows * lines;
            stage_a.store(elements.from(at_a), quads.from(at_a / quad_word<T>::size));
            stage_b.store(elements.from(at_b), quads.from(at_b / quad_word<T>::size));
            // One barrier suffices: all reads of this buffer ended before the previous one.
            block.sync();
        };

        load();
        store(0);
        for (unsigned buffer = 0;; buffer ^= 1) {
            bool const more = begin < end;
            if (more) load();
            auto const tiles = quads.from(buffer * (Rows + Columns) * lines / quad_word<T>::size);
            multiply<lines, typename stage_of_a::layout, typename stage_of_b::layout>(tiles, rank,
                                                                                      sum);
            if (!more) return;
            store(buffer ^ 1);
        }
    }

    /// Adds the products of a buffer's tiles to `sum`. Lines after the last k are zero.
    template <unsigned Lines, class LayoutA, class LayoutB, class Quads, class T>
    GPUALGO_DEVICE static void multiply(Quads tile_a, unsigned rank, T (&sum)[8][width]) {
        place const at(rank);
        auto const tile_b = tile_a.from(Rows * Lines / quad_word<T>::size);
        // in small tiles, sums of double leave no registers for more
        constexpr unsigned at_once = sizeof(T) <= 4 || Rows > 64 ? Lines : 2;
        unrolled_on_gpu<Lines, at_once>([&](auto k) {
            register_tile_fragment<T, width> fragment;
            fragment.template load<LayoutA, LayoutB>(tile_a, tile_b, at, k);
            fragment.add_products(sum);
        });
    }
};

/// The larger of the two tiles of register_tile: 256 threads compute it.
template <class Value>
using large_register_tile =
    matmul_register_tile<128, matmul_register_tile<128, 256>::is_copied<Value> ? 256 : 128>;

} // namespace gpu::inline v0::kernel
