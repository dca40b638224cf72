// SPDX-License-Identifier: Apache-2.0
/// @file
/// Facts about element types and products, by number. Light enough for files that nvcc compiles.
#pragma once

#include "call/type_facts.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

inline constexpr auto known_matmul_types = tabulate(facts_of_type, matmul_types());
/// Whether a product from an element type to a result type is listed.
inline constexpr auto known_products =
    tabulate([]<class Value, class Result>(
                 type_list<Value, Result>) { return listed_product<Value, Result>; },
             matmul_types(), matmul_types());

/// Whether alpha or beta is 0, for elements of type number `value`.
inline bool is_zero(void const* scalar, std::uint32_t value) {
    static constexpr auto tests = tabulate(
        []<class Value>(type_list<Value>) {
            return +[](void const* x) {
                return *static_cast<matmul_accumulator<Value> const*>(x) == 0;
            };
        },
        matmul_types());
    return tests[value](scalar);
}

/// Whether A * B is computed, and not only beta * C.
inline bool multiplies(matmul_request const& r) { return r.k > 0 && !is_zero(r.alpha, r.value); }

} // namespace gpu::inline v0::detail
