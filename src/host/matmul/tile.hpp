// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kernels that multiply panels, written once for all instruction sets.
///
/// Each file that includes this one compiles it for the instructions named by a `#pragma GCC
/// target` above the inclusion. Nothing of the standard library may be declared below that pragma.
/// It would be compiled for these instructions too, and the linker may use that copy in the whole
/// program.
///
/// An `Isa` has
/// - `vector_bytes`: the size of a vector
/// - `rows`, `vectors`: a tile has `rows` rows of `vectors` vectors each. These sums, a row of B
/// and a broadcast element of A fill the registers. `rows` is a multiple of 4
/// - `multiply_add(a, b, sum)`: a * b + sum for vectors of float and of double
/// - `add_products(a, b, sum)`: adds the two products of int16 in each 32-bit lane, for vectors of
/// 32-bit integers
#pragma once

#include "kernels.hpp"
#include "pack.hpp"

namespace gpu::inline v0::detail {

template <class Isa, class Value, class Result>
class tile {
    using element = packed_element<Value>;
    using accumulator = matmul_accumulator<Value>;
    using lane = matmul_lane<Value>;
    typedef lane vector [[gnu::vector_size(Isa::vector_bytes)]];

    static constexpr unsigned group = elements_in_step<Value>;
    static constexpr unsigned vectors = Isa::vectors;
    static constexpr unsigned lanes = Isa::vector_bytes / sizeof(lane);
    static constexpr unsigned rows = Isa::rows;
    static constexpr unsigned columns = vectors * lanes;

public:
    static constexpr tile_kernels<Value, Result> kernels() {
        return {rows, columns, &panel<Isa, Value, rows>::pack, &panel<Isa, Value, columns>::pack,
                &multiply<4>};
    }

private:
    /// Multiplies two panels, computing `Rows` rows, or more if the tile has more inside C: at the
    /// edge of C it may have few.
    template <unsigned Rows>
    static void multiply(std::int64_t steps, element const* left, element const* right,
                         tile_update<Value, Result> const& to) {
        if constexpr (Rows < rows)
            if (to.rows > Rows) return multiply<Rows + 4>(steps, left, right, to);
        for (unsigned i = 0; i < to.rows; ++i) { // a row of C can span two cache lines
            __builtin_prefetch(to.c + i * to.stride, 1);
            __builtin_prefetch(to.c + i * to.stride + to.columns - 1, 1);
        }
        vector sum[Rows][vectors] = {};
        for (; steps > 0; --steps, left += rows * group, right += columns * group) {
            vector b[vectors];
#pragma GCC unroll 4
            for (unsigned v = 0; v < vectors; ++v)
                __builtin_memcpy(&b[v], right + v * lanes * group, sizeof(vector));
#pragma GCC unroll 16
            for (unsigned i = 0; i < Rows; ++i) {
                lane a;
                __builtin_memcpy(&a, left + i * group, sizeof a);
#pragma GCC unroll 16
                // broadcasts a: a - 0 is a, also for -0
                for (unsigned v = 0; v < vectors; ++v)
                    sum[i][v] = multiply_add(a - vector{}, b[v], sum[i][v]);
            }
        }
        alignas(64) lane product[Rows][columns];
#pragma GCC unroll 16
        for (unsigned i = 0; i < Rows; ++i)
#pragma GCC unroll 16
            for (unsigned v = 0; v < vectors; ++v)
                __builtin_memcpy(&product[i][v * lanes], &sum[i][v], sizeof(vector));
        for (unsigned i = 0; i < to.rows; ++i)
            if (to.sums == nullptr || add(product[i], to.sums + i * columns, to))
                update(product[i], to.c + i * to.stride, to);
    }

    [[gnu::always_inline]] static vector multiply_add(vector a, vector b, vector sum) {
        if constexpr (std::is_floating_point_v<lane>) return Isa::multiply_add(a, b, sum);
        else if constexpr (group == 2) return Isa::add_products(a, b, sum);
        else return a * b + sum;
    }

    /// Adds the earlier sums to a row of products, and stores the sum unless this is the last block
    /// of k.
    /// @return whether this is the last block of k: then `product` is the final sum
    [[gnu::always_inline]] static bool add(lane* product, accumulator* sums,
                                           tile_update<Value, Result> const& to) {
        for (unsigned j = 0; j < columns && !to.first; ++j)
            product[j] += static_cast<lane>(sums[j]);
        if (!to.last) __builtin_memcpy(sums, product, columns * sizeof(lane));
        return to.last;
    }

    /// Stores a row of products to C. Loops of constant length become vector code.
    [[gnu::always_inline]] static void update(lane const* product, Result* c,
                                              tile_update<Value, Result> const& to) {
        if (to.columns == columns) return update<columns>(product, c, to);
        std::int64_t j = 0;
        for (; j + 4 <= to.columns; j += 4) update<4>(product + j, c + j, to);
        for (; j < to.columns; ++j) update<1>(product + j, c + j, to);
    }

    template <unsigned N>
    [[gnu::always_inline]] static void update(lane const* product, Result* c,
                                              tile_update<Value, Result> const& to) {
        auto const alpha = static_cast<lane>(to.alpha);
        auto const beta = static_cast<lane>(to.beta);
        if (beta == lane{})
            for (unsigned j = 0; j < N; ++j) c[j] = static_cast<Result>(alpha * product[j]);
        else
            for (unsigned j = 0; j < N; ++j)
                c[j] = static_cast<Result>(alpha * product[j] + beta * static_cast<lane>(c[j]));
    }
};

/// The kernels of an instruction set.
template <class Isa, class... Values, class... Results>
constexpr matmul_kernels make_kernels(type_list<product<Values, Results>...>) {
    return {tile<Isa, Values, Results>::kernels()...};
}

} // namespace gpu::inline v0::detail
