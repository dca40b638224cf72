// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels that multiply panels, written once over an instruction set.
///
/// Each file that includes this one compiles it for the instructions that a `#pragma GCC target` above the inclusion
/// names. Nothing of the standard library may be declared below that pragma: what is, would be compiled for them too, and
/// the linker may hand it to the rest of the program.
///
/// An `Isa` has
/// - `vector_bytes`: the size of a vector
/// - `rows`, `vectors`: of a tile, which is that many rows of that many vectors. These sums, a row of B and a broadcast
///   element of A fill the registers. `rows` is a multiple of 4
/// - `multiply_add(a, b, sum)`: a * b + sum for vectors of float and of double
/// - `add_products(a, b, sum)`: adds the two products of int16 in each 32-bit lane, for vectors of 32-bit integers
#pragma once

#include "matmul_kernels.hpp"
#include "matmul_pack.hpp"

namespace gpu::inline v0::detail {

template <class Isa, class Value, class Result>
class tile {
    using element = packed_element<Value>;
    using lane = matmul_lane<Value>;
    typedef lane vector [[gnu::vector_size(Isa::vector_bytes)]];

    static constexpr unsigned group = elements_in_step<Value>;
    static constexpr unsigned vectors = Isa::vectors;
    static constexpr unsigned lanes = Isa::vector_bytes / sizeof(lane);
    static constexpr unsigned rows = Isa::rows;
    static constexpr unsigned columns = vectors * lanes;

public:
    static constexpr tile_kernels<Value, Result> kernels() {
        return {rows, columns, &panel<Isa, Value, rows>::pack, &panel<Isa, Value, columns>::pack, &multiply};
    }

private:
    static void multiply(std::int64_t steps, element const* left, element const* right, tile_update<Value, Result> const& to) {
        for (unsigned i = 0; i < to.rows; ++i) __builtin_prefetch(to.c + i * to.stride, 1);
        vector sum[rows][vectors] = {};
        for (; steps > 0; --steps, left += rows * group, right += columns * group) {
            vector b[vectors];
#pragma GCC unroll 4
            for (unsigned v = 0; v < vectors; ++v) __builtin_memcpy(&b[v], right + v * lanes * group, sizeof(vector));
#pragma GCC unroll 16
            for (unsigned i = 0; i < rows; ++i) {
                lane a;
                __builtin_memcpy(&a, left + i * group, sizeof a);
#pragma GCC unroll 16
                for (unsigned v = 0; v < vectors; ++v) sum[i][v] = multiply_add(a - vector{}, b[v], sum[i][v]); // x - 0 is x, also for -0
            }
        }
        alignas(64) lane product[rows][columns];
#pragma GCC unroll 16
        for (unsigned i = 0; i < rows; ++i)
#pragma GCC unroll 16
            for (unsigned v = 0; v < vectors; ++v) __builtin_memcpy(&product[i][v * lanes], &sum[i][v], sizeof(vector));
        for (unsigned i = 0; i < to.rows; ++i)
            if (to.columns == columns) update(product[i], i, columns, to); // a constant number: vector code
            else update(product[i], i, to.columns, to);
    }

    [[gnu::always_inline]] static vector multiply_add(vector a, vector b, vector sum) {
        if constexpr (std::is_floating_point_v<lane>) return Isa::multiply_add(a, b, sum);
        else if constexpr (group == 2) return Isa::add_products(a, b, sum);
        else return a * b + sum;
    }

    /// Brings the first n products of row i to C.
    [[gnu::always_inline]] static void update(lane* product, unsigned i, std::int64_t n, tile_update<Value, Result> const& to) {
        if (to.sums != nullptr) {
            auto* const sums = to.sums + i * columns;
            if (!to.first)
                for (unsigned j = 0; j < columns; ++j) product[j] += static_cast<lane>(sums[j]);
            if (!to.last) {
                __builtin_memcpy(sums, product, columns * sizeof(lane));
                return;
            }
        }
        auto const alpha = static_cast<lane>(to.alpha);
        auto const beta = static_cast<lane>(to.beta);
        Result* const c = to.c + i * to.stride;
        if (beta == lane{})
            for (std::int64_t j = 0; j < n; ++j) c[j] = static_cast<Result>(alpha * product[j]);
        else
            for (std::int64_t j = 0; j < n; ++j) c[j] = static_cast<Result>(alpha * product[j] + beta * static_cast<lane>(c[j]));
    }
};

/// The kernels of an instruction set.
template <class Isa, class... Values, class... Results>
constexpr matmul_kernels make_kernels(list<product<Values, Results>...>) {
    return {tile<Isa, Values, Results>::kernels()...};
}

} // namespace gpu::inline v0::detail
