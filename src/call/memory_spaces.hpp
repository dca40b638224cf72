// SPDX-License-Identifier: Apache-2.0
/// @file
/// The list of memories, for tables.
#pragma once

#include <gpualgo/abi/type_list.hpp>
#include <gpualgo/kernel/block.hpp>

#include <type_traits>

namespace gpu::inline v0::detail {

/// The memories that threads exchange values through, in the order of memory_space.
using memory_spaces = type_list<std::integral_constant<memory_space, memory_space::shared>,
                                std::integral_constant<memory_space, memory_space::global>,
                                std::integral_constant<memory_space, memory_space::registers>>;
static_assert(memory_spaces::size == known_spaces.size());

} // namespace gpu::inline v0::detail
