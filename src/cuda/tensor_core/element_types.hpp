// SPDX-License-Identifier: Apache-2.0
/// @file
/// The element types of products, of their sums, and of C.
#pragma once

#include "product_arguments.hpp"

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/kernel/matmul/matmul.hpp>

#include <cstdint>

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

/// The type of 16 bits that C may have, or void. Not an alias of std::conditional_t: with one, nvcc
/// mangles names of kernels differently for the host and the GPU.
template <class Value>
struct small {
    using type = void;
};
template <>
struct small<half> {
    using type = half;
};
template <>
struct small<bfloat16> {
    using type = bfloat16;
};
template <>
struct small<std::int8_t> {
    using type = half;
};
template <class Value>
using small_of = typename small<Value>::type;

/// The arguments of the kernels for `Value`.
template <class Value>
using arguments_of = product_arguments<sum_of<Value>, small_of<Value>>;

} // namespace gpu::inline v0::sm90
