// SPDX-License-Identifier: Apache-2.0
/// @file
/// The default block size, and the memories through which the threads of a block exchange values.
#pragma once

#include <gpualgo/policy.hpp>

#include <algorithm>
#include <array>
#include <string_view>

namespace gpu::inline v0::detail {

/// Threads per block if the policy sets no block size.
inline constexpr unsigned default_block_size = 256;

/// The names of the memories, by `memory_space`.
inline constexpr std::array<std::string_view, 3> known_spaces{"shared", "global", "registers"};

/// Whether a strategy can exchange values through a memory.
template <class Policy>
constexpr bool exchanges_through(memory_space space) {
    return std::find(Policy::spaces.begin(), Policy::spaces.end(), space) != Policy::spaces.end();
}

} // namespace gpu::inline v0::detail
