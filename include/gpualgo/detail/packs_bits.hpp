// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements that share a word with their neighbours, as those of std::vector<bool>.
#pragma once

#include <concepts>
#include <iterator>
#include <vector>

namespace gpu::inline v0::detail {

/// An iterator of which elements share a word with others, so that threads must not write them.
template <class I>
inline constexpr bool packs_bits =
    std::same_as<std::iter_reference_t<I>, std::vector<bool>::reference>;

} // namespace gpu::inline v0::detail
