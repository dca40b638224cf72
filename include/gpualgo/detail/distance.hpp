// SPDX-License-Identifier: Apache-2.0
/// @file
/// The number of elements between two iterators.
#pragma once

#include <cstddef>
#include <cstdio>
#include <stdexcept>

namespace gpu::inline v0::detail {

/// Throws std::invalid_argument: the end of a range lies before its first element.
[[noreturn, gnu::cold]] inline void refuse_reversed_range(long long elements) {
    char text[128]; // a std::string would cost every client 30 ms of compilation
    std::snprintf(text, sizeof text,
                  "gpu: a range ends before it begins: its last iterator lies %lld element%s "
                  "before its first",
                  elements, elements == 1 ? "" : "s");
    throw std::invalid_argument(text);
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
