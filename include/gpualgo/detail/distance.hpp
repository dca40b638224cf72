// SPDX-License-Identifier: Apache-2.0
/// @file
/// The number of elements between two iterators.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {

/// Throws std::invalid_argument: the end of a range lies before its first element.
[[noreturn, gnu::cold]] inline void refuse_reversed_range(long long elements) {
    throw std::invalid_argument(
        "gpu: a range ends before it begins: its last iterator lies " + std::to_string(elements) +
        (elements == 1 ? " element before its first" : " elements before its first"));
}

/// @return the number of elements between two iterators that have a subtraction
/// @throws std::invalid_argument if the end lies before the first element
template <class I, class S>
constexpr std::size_t distance_between(I const& first, S const& last) {
    auto const distance = last - first;
    if (distance < 0) refuse_reversed_range(static_cast<long long>(-distance));
    return static_cast<std::size_t>(distance);
}

} // namespace gpu::inline v0::detail
