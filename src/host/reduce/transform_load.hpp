// SPDX-License-Identifier: Apache-2.0
/// @file
/// Transforms elements into accumulators with loops that g++ vectorises. The results stay in a
/// cache and are folded from there.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/abi/transform_lists.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Writes the transforms of `count` elements from `begin` on, of one or two ranges.
using load_function = void (*)(void const* first, void const* second, std::size_t begin,
                               std::size_t count, void* out);

/// The loop of a transform: a `load_function` for `by_instruction_set`.
template <class Value, class T, class F>
[[gnu::always_inline]] inline void
load_transformed(void const* first, [[maybe_unused]] void const* second, std::size_t begin,
                 std::size_t count, void* out) {
    auto const* const a = static_cast<Value const*>(first) + begin;
    auto* const totals = static_cast<T*>(out);
    constexpr F f;
    if constexpr (is_unary<F>) {
        for (std::size_t i = 0; i < count; ++i) totals[i] = f(static_cast<T>(a[i]));
    } else {
        auto const* const b = static_cast<Value const*>(second) + begin;
        for (std::size_t i = 0; i < count; ++i)
            totals[i] = f(static_cast<T>(a[i]), static_cast<T>(b[i]));
    }
}

/// The loop of a listed transform into accumulators of type T, selected by numbers. Several source
/// files instantiate it for the types that are computed in, so that the compilation is shared.
template <class T>
load_function load_to(std::uint32_t transform, std::uint32_t value, instruction_set set);

} // namespace gpu::inline v0::detail
