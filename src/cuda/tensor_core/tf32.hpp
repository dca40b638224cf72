// SPDX-License-Identifier: Apache-2.0
/// @file
/// The element type of products of float that tensor cores compute in TF32.
#pragma once

#include <gpualgo/kernel/matmul/matmul.hpp>

namespace gpu::inline v0::sm90 {

/// A float that is rounded to 11 significant bits when the copy engine loads it.
struct tf32 {
    float value;
};

/// The type in which tensor cores add products of `Value`.
template <class Value>
struct sum {
    using type = detail::matmul_accumulator<Value>;
};
template <>
struct sum<tf32> {
    using type = float;
};
template <class Value>
using sum_of = typename sum<Value>::type;

} // namespace gpu::inline v0::sm90
