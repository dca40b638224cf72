// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists of gpu::matmul: types, products and strategies that are precompiled. Only ever
/// appended to.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/policy.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The types of matrices.
using matmul_types = type_list<float, double, half, bfloat16, std::int8_t, std::int32_t>;

/// The strategies of matmul.
using matmul_strategies =
    type_list<policy::automatic, policy::row_on_x, policy::row_on_y, policy::shared_tile,
              policy::bank_conflict_free, policy::register_tile, policy::warp_shuffle,
              policy::cg_tile<1>, policy::cg_tile<2>, policy::cg_tile<4>, policy::cg_tile<8>,
              policy::cg_tile<16>, policy::cg_tile<32>, policy::neighbored, policy::neighbored_less,
              policy::interleaved, policy::vendor, policy::tensor_core>;

/// What the products of two elements are summed in, and what alpha and beta are.
template <class Value>
using matmul_accumulator =
    std::conditional_t<std::is_same_v<Value, std::int8_t>, std::int32_t,
                       std::conditional_t<in_list<Value, matmul_types>, computed_as<Value>, float>>;

/// What C holds if nobody says: the elements' type, unless products do not fit it.
template <class Value>
using matmul_result = std::conditional_t<std::is_same_v<Value, std::int8_t>, std::int32_t, Value>;

/// Whether matrices of `Value` have a product of `Result`: C is of the elements' type or of the
/// accumulator's.
template <class Value, class Result>
inline constexpr bool listed_product = in_list<Value, matmul_types> &&
                                       (std::is_same_v<Result, matmul_result<Value>> ||
                                        std::is_same_v<Result, matmul_accumulator<Value>>);

} // namespace gpu::inline v0::detail
