// SPDX-License-Identifier: Apache-2.0
/// @file
/// The blocked matrix product: panels of A and B are packed once per block, and all cores multiply
/// them tile by tile.
///
/// Sources: K. Goto, R. van de Geijn, Anatomy of High-Performance Matrix Multiplication, 2008; F.
/// Van Zee, R. van de Geijn, BLIS, 2015. Unlike there, threads share one block: packing is parallel
/// over panels, multiplication over groups of tiles. The summation order depends on k only, so that
/// the bits of the result do not depend on the number of threads.
#pragma once

#include "host/floating_environment.hpp"
#include "host/parallel.hpp"
#include "kernels.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <new>

namespace gpu::inline v0::detail {

/// x / y, rounded up.
constexpr std::int64_t ceil_div(std::int64_t x, std::int64_t y) { return x / y + (x % y != 0); }

/// A product and its partition. C and k are cut into blocks, blocks into panels and tiles; threads
/// compute groups of tiles.
template <class Value, class Result>
class blocked_product {
public:
    /// Keeps references to both. Elements of a row of C must be contiguous.
    blocked_product(host_problem<Value, Result> const& problem,
                    tile_kernels<Value, Result> const& kernels)
        : problem_(problem), kernels_(kernels),
          steps_(std::min(ceil_div(problem.k, group), steps_in_block)),
          row_panels_(ceil_div(std::min(problem.m, lines_in_block), kernels.rows)),
          column_panels_(ceil_div(std::min(problem.n, lines_in_block), kernels.columns)) {}

    /// Bytes of scratch that `run` needs. The panels of a block take at most 4 MiB, for double 8
    /// MiB. If C is narrower than the accumulators and k exceeds a block, a block of sums takes at
    /// most 17 MiB more.
    [[nodiscard]] std::size_t scratch() const {
        auto const elements =
            row_panels_ * panel_size(kernels_.rows) + column_panels_ * panel_size(kernels_.columns);
        auto const sums = keeps_sums() ? row_panels_ * column_panels_ * tile_size() : 0;
        return static_cast<std::size_t>(elements) * sizeof(element) +
               static_cast<std::size_t>(sums) * sizeof(accumulator);
    }

    /// @param scratch scratch() bytes, aligned to 64
    void run(void* scratch) {
        if (problem_.m * problem_.n >= work_for_threads / problem_.k)
            share(static_cast<std::int64_t>(concurrency()));
        rows_ = static_cast<element*>(scratch);
        columns_ = rows_ + row_panels_ * panel_size(kernels_.rows);
        sums_ = keeps_sums() ? reinterpret_cast<accumulator*>(
                                   columns_ + column_panels_ * panel_size(kernels_.columns))
                             : nullptr;
        std::int64_t const rows = row_panels_ * kernels_.rows;
        std::int64_t const columns = column_panels_ * kernels_.columns;
        std::int64_t const depth = steps_ * group;
        standard_floating_environment const standard;
        for (std::int64_t j = 0; j < problem_.n; j += columns)
            for (std::int64_t i = 0; i < problem_.m; i += rows)
                for (std::int64_t d = 0; d < problem_.k; d += depth)
                    multiply({i, std::min(rows, problem_.m - i), j,
                              std::min(columns, problem_.n - j), d,
                              std::min(depth, problem_.k - d)});
    }

private:
    using element = packed_element<Value>;
    using accumulator = matmul_accumulator<Value>;
    static constexpr std::int64_t group = elements_in_step<Value>;

    /// so that a panel of B fills most of the L1 cache
    static constexpr std::int64_t steps_in_block = 256;
    /// approximate; bounds the scratch memory
    static constexpr std::int64_t lines_in_block = 2048;
    /// minimum number of multiplications that justifies waking threads
    static constexpr std::int64_t work_for_threads = 1 << 20;

    /// A block of C and of k.
    struct block {
        std::int64_t i, rows, j, columns, d, depth;
    };

    [[nodiscard]] std::int64_t panel_size(std::int64_t lines) const {
        return steps_ * group * lines;
    }
    [[nodiscard]] std::int64_t tile_size() const {
        return std::int64_t{kernels_.rows} * kernels_.columns;
    }
    [[nodiscard]] std::int64_t groups(std::int64_t rows, std::int64_t columns) const {
        return ceil_div(rows, row_group_) * ceil_div(columns, column_group_);
    }
    /// Whether sums over blocks of k need their own memory, because C would round them.
    [[nodiscard]] bool keeps_sums() const {
        return sizeof(Result) < sizeof(accumulator) && steps_ * group < problem_.k;
    }

    /// Makes groups small enough that every thread gets some, even if panels are then read more
    /// often.
    void share(std::int64_t threads) {
        threads_ = threads;
        while (groups(row_panels_, column_panels_) < 4 * threads_ && row_group_ * column_group_ > 8)
            (row_group_ > column_group_ ? row_group_ : column_group_) /= 2;
    }

    void multiply(block const& part) {
        std::int64_t const rows = ceil_div(part.rows, kernels_.rows);
        std::int64_t const columns = ceil_div(part.columns, kernels_.columns);
        for_each(rows + columns, [&](std::int64_t p) {
            p < rows ? pack_rows(part, p) : pack_columns(part, p - rows);
        });
        for_each(groups(rows, columns), [&](std::int64_t g) {
            std::int64_t const across = ceil_div(columns, column_group_);
            std::int64_t const row = g / across * row_group_;
            std::int64_t const column = g % across * column_group_;
            // A panel of B stays in the L1 cache, those of A in L2.
            for (std::int64_t j = column; j < std::min(column + column_group_, columns); ++j)
                for (std::int64_t i = row; i < std::min(row + row_group_, rows); ++i)
                    multiply_tile(part, i, j);
        });
    }

    void pack_rows(block const& part, std::int64_t panel) {
        std::int64_t const i = panel * kernels_.rows;
        kernels_.pack_rows(problem_.a.from(part.i + i, part.d),
                           std::min<std::int64_t>(kernels_.rows, part.rows - i), part.depth,
                           rows_ + panel * panel_size(kernels_.rows));
    }

    void pack_columns(block const& part, std::int64_t panel) {
        std::int64_t const j = panel * kernels_.columns;
        kernels_.pack_columns(problem_.b.from(part.d, part.j + j).transposed(),
                              std::min<std::int64_t>(kernels_.columns, part.columns - j),
                              part.depth, columns_ + panel * panel_size(kernels_.columns));
    }

    void multiply_tile(block const& part, std::int64_t row, std::int64_t column) {
        std::int64_t const i = row * kernels_.rows;
        std::int64_t const j = column * kernels_.columns;
        bool const first = part.d == 0;
        tile_update<Value, Result> const to{
            .c = problem_.c.from(part.i + i, part.j + j).data,
            .stride = problem_.c.row_stride,
            .rows = std::min<std::int64_t>(kernels_.rows, part.rows - i),
            .columns = std::min<std::int64_t>(kernels_.columns, part.columns - j),
            .alpha = problem_.alpha,
            .beta = first || sums_ != nullptr ? problem_.beta
                                              : accumulator{1}, // C itself holds the sum so far
            .sums =
                sums_ != nullptr ? sums_ + (row * column_panels_ + column) * tile_size() : nullptr,
            .first = first,
            .last = part.d + part.depth == problem_.k,
        };
        kernels_.multiply(ceil_div(part.depth, group), rows_ + row * panel_size(kernels_.rows),
                          columns_ + column * panel_size(kernels_.columns), to);
    }

    /// Calls f(i) for 0 <= i < count.
    template <class F>
    void for_each(std::int64_t count, F f) const {
        if (threads_ == 1)
            for (std::int64_t i = 0; i < count; ++i) f(i);
        else
            parallel_for(static_cast<std::uint64_t>(count), [&](std::uint64_t i) {
                standard_floating_environment const standard;
                f(static_cast<std::int64_t>(i));
            });
    }

    host_problem<Value, Result> const& problem_;
    tile_kernels<Value, Result> const& kernels_;
    std::int64_t steps_;         ///< of k in a block
    std::int64_t row_panels_;    ///< per block, at most
    std::int64_t column_panels_; ///< per block, at most
    std::int64_t threads_ = 1;
    std::int64_t row_group_ = 16;   ///< panels of A per group of tiles
    std::int64_t column_group_ = 8; ///< panels of B per group of tiles
    element* rows_ = nullptr;       ///< panels of A
    element* columns_ = nullptr;    ///< panels of B
    accumulator* sums_ = nullptr;   ///< sums of the tiles of a block
};

/// Bytes of scratch that `multiply_blocked` has on the stack: enough for 64 by 64 by 64 floats.
inline constexpr std::size_t small_scratch = 64 << 10;

/// Computes the product; k > 0. Allocates nothing if `small_scratch` suffices.
/// @return number of tiles of C
template <class Value, class Result>
std::uint64_t multiply_blocked(host_problem<Value, Result> const& given,
                               tile_kernels<Value, Result> const& kernels) {
    // If C allows both orders, rows of tiles run along its longer side.
    bool const transpose =
        given.c.column_stride != 1 || (given.c.row_stride == 1 && given.m > given.n);
    auto const problem = transpose ? given.transposed() : given;
    blocked_product<Value, Result> product(problem, kernels);
    constexpr std::align_val_t line{64};
    if (std::size_t const bytes = product.scratch(); bytes <= small_scratch) {
        alignas(static_cast<std::size_t>(line)) std::byte scratch[small_scratch];
        product.run(scratch);
    } else {
        auto const free = [](void* memory) { ::operator delete(memory, line); };
        std::unique_ptr<void, decltype(free)> const scratch(::operator new(bytes, line), free);
        product.run(scratch.get());
    }
    return static_cast<std::uint64_t>(ceil_div(problem.m, kernels.rows) *
                                      ceil_div(problem.n, kernels.columns));
}

} // namespace gpu::inline v0::detail
