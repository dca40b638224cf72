// SPDX-License-Identifier: Apache-2.0
/// @file
/// Steps that products apply to their elements, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/device_id.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A function of an element x of C, in row i and column j, and of a vector v. New kinds are only
/// appended.
enum class epilogue_kind : std::uint32_t {
    bias,          ///< x + v[j]
    scale_rows,    ///< x * v[i]
    scale_columns, ///< x * v[j]
    relu,
    gelu,
    silu
};
inline constexpr std::uint32_t epilogue_kinds = 6;

/// A function and its vector.
struct epilogue_step {
    epilogue_kind kind{};
    std::uint32_t value = unspecified; ///< index in `matmul_types`: the vector's elements
    device_id memory;                  ///< where it lies; unspecified for a plain pointer
    void const* vector = nullptr;
    std::int64_t length = 0; ///< elements
};

/// Steps, in the order in which they are applied.
struct epilogue_steps {
    static constexpr std::uint32_t most = 4;
    epilogue_step step[most];
    std::uint32_t count = 0;
};

} // namespace gpu::inline v0::detail
