// SPDX-License-Identifier: Apache-2.0
/// @file
/// Instantiates the kernels for one element type; int8 and TF32 have K-major operands only.
#pragma once

#include "alternating_product.cuh"
#include "persistent_product.cuh"
#include "single_tile_product.cuh"
#include "transposed_product.cuh"

#include <cstddef>
#include <utility>

namespace gpu::inline v0::sm90 {

template <class Value, major A, major B, std::size_t V>
void const* kernel_of() {
    static_assert(variants[V].shared_bytes() <= most_shared_bytes);
    if constexpr (variants[V].transposes && (sizeof(Value) != 2 || A != major::k)) return nullptr;
    else if constexpr (variants[V].is_persistent_product())
        return reinterpret_cast<void const*>(&persistent_product<Value, A, B, V>);
    else if constexpr (variants[V].alternates)
        return reinterpret_cast<void const*>(&alternating_product<Value, A, B, V>);
    else if constexpr (variants[V].transposes)
        return reinterpret_cast<void const*>(&transposed_product<Value, B, V>);
    else return reinterpret_cast<void const*>(&single_tile_product<Value, A, B, V>);
}

template <class Value, std::size_t... V>
kernel_set make_kernels(std::index_sequence<V...>) {
    using enum major;
    if constexpr (sizeof(Value) != 2) return {{{{kernel_of<Value, k, k, V>()}}...}};
    else
        return {{{{kernel_of<Value, k, k, V>(), kernel_of<Value, k, mn, V>()},
                  {kernel_of<Value, mn, k, V>(), kernel_of<Value, mn, mn, V>()}}...}};
}

template <class Value>
kernel_set make_kernels() {
    return make_kernels<Value>(std::make_index_sequence<variants.size()>{});
}

} // namespace gpu::inline v0::sm90
