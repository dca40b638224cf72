// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists of gpu::matmul: types, products and strategies that are precompiled. New entries are
/// only appended.
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

/// The type in which products are summed, and of alpha and beta.
template <class Value>
using matmul_accumulator =
    std::conditional_t<std::is_same_v<Value, std::int8_t>, std::int32_t,
                       std::conditional_t<in_list<Value, matmul_types>, computed_as<Value>, float>>;

/// The default element type of C: that of A and B, unless products do not fit in it.
template <class Value>
using matmul_result = std::conditional_t<std::is_same_v<Value, std::int8_t>, std::int32_t, Value>;

/// Whether the product of matrices of `Value` can be a matrix of `Result`: the elements' type or
/// the accumulator's.
template <class Value, class Result>
inline constexpr bool listed_product = in_list<Value, matmul_types> &&
                                       (std::is_same_v<Result, matmul_result<Value>> ||
                                        std::is_same_v<Result, matmul_accumulator<Value>>);

/// Whether sums of integers can be scaled to a matrix of `Result` by an epilogue.
template <class Value, class Result>
inline constexpr bool is_quantized_product = std::is_same_v<Value, std::int8_t> &&
                                             (std::is_same_v<Result, float> ||
                                              std::is_same_v<Result, half>);

} // namespace gpu::inline v0::detail
