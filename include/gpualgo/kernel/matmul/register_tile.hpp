// SPDX-License-Identifier: Apache-2.0
/// @file
/// register_tile: each thread computes 8 by 8 elements of C in registers, and each warp 32 by 64.
/// The block repeats three steps along k:
///
/// 1. It starts to load the next tiles of A and B from global memory into registers.
/// 2. Meanwhile it multiplies the present tiles. For each k, a thread reads 8 elements of A and 8
///    of B from shared memory and adds their 64 products to its sums.
/// 3. It stores the next tiles in the other of two buffers in shared memory; a block barrier waits
///    until they are complete.
///
/// If C has few tiles and k is large, several blocks compute one tile. Each sums a part of k into
/// its own part of a scratch buffer, and a second launch, kernel/matmul/split.hpp, adds the parts.
#pragma once

#include <gpualgo/kernel/matmul/epilogue.hpp>
#include <gpualgo/kernel/matmul/register_tile_stage.hpp>
#include <gpualgo/kernel/matmul/tile_corner.hpp>

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
template <unsigned Rows, unsigned Columns>
struct matmul_register_tile {
    static constexpr unsigned threads = Rows * Columns / 64; ///< per block
    /// Whether the steps of an epilogue are in the kernel: not if registers would not suffice.
    template <class T>
    static constexpr bool has_epilogue = std::floating_point<T> && (sizeof(T) <= 4 || Rows < 128);
    /// The extent of tiles of A and B along k: 8 or 16 floats, chosen by measurement.
    template <class T>
    static constexpr unsigned depth = (Rows + Columns) / 4 / sizeof(T);
    /// Elements of shared memory: two buffers with a tile of A and one of B each.
    template <class T>
    static constexpr std::size_t slots = 2 * (Rows + Columns) * depth<T>;

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
        std::size_t const top = corner.top;
        std::size_t const left = corner.left;
        std::size_t const begin = split * arguments.part;
        std::size_t const end =
            product.k - begin < arguments.part ? product.k : begin + arguments.part;

        accumulator sum[8][8]{};
        accumulate(context, product, top, left, begin, end, sum);

        if constexpr (has_epilogue<accumulator>)
            if (arguments.partial == nullptr && arguments.then.count > 0)
                return finish(context, arguments, top, left, sum);
        auto const for_each_element = [&](auto write) {
            place const at(context.block().thread_rank());
            unrolled<64>([&](auto element) {
                constexpr unsigned r = element / 8;
                constexpr unsigned s = element % 8;
                std::size_t const i = top + at.template row<accumulator>(r);
                std::size_t const j = left + at.template column<accumulator>(s);
                if (i < product.m && j < product.n) write(i, j, sum[r][s]);
            });
        };
        if (arguments.partial == nullptr) {
            auto const c = context.global(product.c.data);
            for_each_element([&](std::size_t i, std::size_t j, accumulator value) {
                write_element(c, product, i, j, value);
            });
        } else {
            auto const partial = context.global(arguments.partial);
            for_each_element([&](std::size_t i, std::size_t j, accumulator value) {
                partial.put((split * product.m + i) * product.n + j, value);
            });
        }
    }

private:
    /// The elements of the tile that a thread computes. The lanes of a warp form 4 rows of 8 lanes.
    /// Their elements alternate in quad words of 16 bytes, so that neighbouring lanes read
    /// neighbouring quad words from shared memory.
    class place {
    public:
        GPUALGO_DEVICE explicit place(unsigned rank) {
            unsigned const warp = rank / 32;
            unsigned const lane = rank % 32;
            constexpr unsigned warps_across = Columns / 64;
            warp_row_ = warp / warps_across * 32;
            warp_column_ = warp % warps_across * 64;
            lane_row_ = lane / 8;
            lane_column_ = lane % 8;
        }
        /// @return the row in the tile of the thread's elements sum[r]
        template <class T>
        GPUALGO_DEVICE unsigned row(unsigned r) const {
            constexpr unsigned size = quad_word<T>::size;
            return warp_row_ + (r / size * 4 + lane_row_) * size + r % size;
        }
        /// @return the column in the tile of the thread's elements sum[...][s]
        template <class T>
        GPUALGO_DEVICE unsigned column(unsigned s) const {
            constexpr unsigned size = quad_word<T>::size;
            return warp_column_ + (s / size * 8 + lane_column_) * size + s % size;
        }

    private:
        unsigned warp_row_, warp_column_, lane_row_, lane_column_;
    };

    /// Writes elements after the steps of an epilogue. Works on a row of a thread's elements at a
    /// time, and moves the others up in between. Thus registers have constant indices, and the code
    /// is short.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void finish(Context const& context,
                                      register_tile_arguments<Value, Result> const& arguments,
                                      std::size_t top, std::size_t left, T (&sum)[8][8]) {
        auto const& product = arguments.product;
        auto const c = context.global(product.c.data);
        place const at(context.block().thread_rank());
        unrolled_on_gpu<8, 1>([&](unsigned r) {
            std::size_t const i = top + at.template row<T>(r);
            unrolled<8>([&](auto s) {
                std::size_t const j = left + at.template column<T>(s);
                if (i < product.m && j < product.n)
                    write_element(context, c, product, arguments.then, i, j, sum[0][s]);
            });
            unrolled<56>([&](auto e) { sum[e / 8][e % 8] = sum[e / 8 + 1][e % 8]; });
        });
    }

    /// Adds the products of k from `begin` to `end` to `sum`.
    template <class Context, class Value, class Result, class T>
    GPUALGO_DEVICE static void accumulate(Context const& context,
                                          matmul_problem<Value, Result> const& product,
                                          std::size_t top, std::size_t left, std::size_t begin,
                                          std::size_t end, T (&sum)[8][8]) {
        constexpr unsigned lines = depth<T>;
        auto const block = context.block();
        auto const a = context.global(product.a.data);
        auto const b = context.global(product.b.data);
        using stage_of_a =
            register_tile_stage<std::remove_const_t<decltype(a)>, T, Rows, lines, threads>;
        using stage_of_b =
            register_tile_stage<std::remove_const_t<decltype(b)>, T, Columns, lines, threads>;
        unsigned const rank = block.thread_rank();
        stage_of_a stage_a(a, product.a, product.m, top, begin, rank);
        stage_of_b stage_b(b, product.b.transposed(), product.n, left, begin, rank);
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
            multiply<typename stage_of_a::layout, typename stage_of_b::layout>(tiles, rank, sum);
            if (!more) return;
            store(buffer ^ 1);
        }
    }

    /// Adds the products of a buffer's tiles to `sum`. Lines after the last k are zero.
    template <class LayoutA, class LayoutB, class Quads, class T>
    GPUALGO_DEVICE static void multiply(Quads tile_a, unsigned rank, T (&sum)[8][8]) {
        constexpr unsigned size = quad_word<T>::size;
        place const at(rank);
        auto const tile_b = tile_a.from(Rows * depth<T> / size);
        // in small tiles, sums of double leave no registers for more
        constexpr unsigned at_once = sizeof(T) <= 4 || Rows > 64 ? depth<T> : 2;
        unrolled_on_gpu<depth<T>, at_once>([&](auto k) {
            quad_word<T> a[8 / size];
            quad_word<T> b[8 / size];
            // The constant part of an address is added last: it becomes the instruction's offset.
            unrolled<8 / size>([&](auto q) {
                a[q] = tile_a.from((at.template row<T>(q * size) ^ LayoutA::swizzle(k)) / size)
                           .get(k * Rows / size);
                b[q] = tile_b.from((at.template column<T>(q * size) ^ LayoutB::swizzle(k)) / size)
                           .get(k * Columns / size);
            });
            unrolled<64>([&](auto element) {
                constexpr unsigned r = element / 8;
                constexpr unsigned s = element % 8;
                sum[r][s] = multiply_add(sum[r][s], a[r / size].element[r % size],
                                         b[s / size].element[s % size]);
            });
        });
    }
};

} // namespace gpu::inline v0::kernel
