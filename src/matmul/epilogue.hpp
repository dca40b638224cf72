// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products with an epilogue. Unless kernels apply it themselves, their sums go to memory of their
/// own, and a pass over it writes C.
#pragma once

#include "batch.hpp"
#include "problem.hpp"
#include "product_facts.hpp"

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/kernel/matmul/epilogue.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Whether the sums of a product of `Value` can become elements of `Result` by an epilogue.
template <class Value, class Result>
inline constexpr bool listed_epilogue =
    !std::is_same_v<Result, std::int32_t> &&
    (listed_product<Value, Result> || is_quantized_product<Value, Result>);

/// By the types of A and B, and of C.
inline constexpr auto known_epilogues =
    tabulate([]<class Value, class Result>(
                 type_list<Value, Result>) { return listed_epilogue<Value, Result>; },
             matmul_types(), matmul_types());

/// The number of the type of sums, and 1 and 0 of it, by element type.
struct sum_facts {
    std::uint32_t type;
    void const *one, *zero;
};
template <class T>
inline constexpr T one_of = 1;
template <class T>
inline constexpr T zero_of = 0;
inline constexpr auto known_sums = tabulate(
    []<class Value>(type_list<Value>) {
        using sum = matmul_accumulator<Value>;
        return sum_facts{number_of<sum, matmul_types>, &one_of<sum>, &zero_of<sum>};
    },
    matmul_types());

/// Whether a product ends with more than alpha and beta.
inline bool has_epilogue(matmul_request const& r) {
    return r.then.count > 0 || !known_products[r.value][r.result];
}

/// Throws std::invalid_argument if a vector does not fit the product, or overlaps C, or if C cannot
/// have an epilogue. Throws gpu::unsupported_operator for a step that this library does not know.
void check_epilogue(matmul_request const& request);

/// The number of bytes of the sums of all products of a request.
inline std::size_t bytes_of_sums(matmul_request const& r) {
    return static_cast<std::size_t>(r.count * r.m * r.n) *
           known_matmul_types[known_sums[r.value].type].size;
}

/// The products A * B without an epilogue, written to `sums`, in the order of C.
inline matmul_request sums_of(matmul_request const& request, void* sums, device_id where) {
    matmul_request r = request;
    auto const& facts = known_sums[r.value];
    bool const by_rows = r.m == 1 || (r.n > 1 && r.c.column_stride == 1);
    r.c = {{sums, by_rows ? r.n : 1, by_rows ? 1 : r.m}, where, r.m * r.n, nullptr};
    r.result = facts.type;
    if (is_zero(r.alpha, r.value)) r.k = 0; // A and B are not read
    r.alpha = facts.one;
    r.beta = facts.zero;
    r.then = {};
    return r;
}

/// The steps of a product.
template <class Sum>
kernel::epilogue_list<kernel::epilogue_type<Sum>> epilogue_list_of(matmul_request const& r) {
    using type = kernel::epilogue_type<Sum>;
    kernel::epilogue_list<type> made;
    made.count = r.then.count;
    for (std::uint32_t s = 0; s < r.then.count; ++s) {
        made.kind[s] = r.then.step[s].kind;
        made.vector[s] = static_cast<type const*>(r.then.step[s].vector);
    }
    return made;
}

/// Whether the kernels of register_tile apply the steps of a product.
inline bool is_fused_by_register_tile(matmul_request const& r) {
    return r.strategy == index_of<policy::register_tile, matmul_strategies> &&
           known_products[r.value][r.result] && multiplies(r);
}

/// The arguments of the pass for one product.
/// @param sums as written by the request `sums_of`
template <class Value, class Result>
kernel::epilogue_arguments<Value, Result> epilogue_arguments_of(matmul_request const& r,
                                                                matmul_operand const& sums) {
    using arguments = kernel::epilogue_arguments<Value, Result>;
    using sum = typename arguments::sum;
    return {matrix_of<sum const, std::size_t>(sums),
            matrix_of<Result, std::size_t>(r.c),
            static_cast<std::size_t>(r.m),
            static_cast<std::size_t>(r.n),
            *static_cast<sum const*>(r.alpha),
            *static_cast<sum const*>(r.beta),
            epilogue_list_of<sum>(r)};
}

/// Calls `pass(product, sums)` for each product of a request.
/// @param all the request `sums_of`
template <class Pass>
void for_each_product(matmul_request const& request, matmul_request const& all, Pass pass) {
    for (std::int64_t i = 0; i < request.count; ++i)
        pass(product_of_batch(request, i),
             matrix_of_batch(all.c, i, known_matmul_types[all.result].size));
}

} // namespace gpu::inline v0::detail
