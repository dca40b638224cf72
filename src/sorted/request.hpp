// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a function on sorted ranges asks for.
#pragma once

#include "call/names.hpp"

#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/kernel/sorted/bins.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

inline bool is_for(sorted_request const& request, sorted_function function) {
    return request.function == static_cast<std::uint32_t>(function);
}

/// The positions or counts of a request, if they have the size of T; otherwise null.
template <class T>
T* output_of(sorted_request const& request) {
    return request.out_size == sizeof(T) ? static_cast<T*>(request.out) : nullptr;
}

/// The bins of a request for a histogram.
/// @param edges in memory of the host
template <class T>
kernel::bins<T> bins_of(sorted_request const& request, kernel::bin_edge<T> const* edges) {
    using edge = kernel::bin_edge<T>;
    using number = kernel::bin_number<T>;
    auto const count = static_cast<std::uint32_t>(request.second_n - 1);
    edge const lower = edges[0], upper = edges[count];
    kernel::bins<T> bins{lower, upper, count, 0, 0};
    if (request.is_even == 0) return bins;

    double width, spacing = 0; // of the largest numbers: edges are rounded, also if bins are narrow
    if constexpr (std::integral<edge>) {
        width = static_cast<double>(static_cast<std::uint64_t>(upper) -
                                    static_cast<std::uint64_t>(lower));
    } else {
        width = static_cast<double>(upper) - static_cast<double>(lower);
        spacing = static_cast<double>(std::max(std::abs(lower), std::abs(upper))) *
                  static_cast<double>(std::numeric_limits<edge>::epsilon());
    }
    auto const scale = static_cast<number>(count / width);
    // a guess is the result of four operations
    auto const margin = 8 * static_cast<double>(std::numeric_limits<number>::epsilon()) * count +
                        spacing * static_cast<double>(scale);
    bool const is_normal =
        scale >= std::numeric_limits<number>::min() && scale <= std::numeric_limits<number>::max();
    if (is_normal && margin < 0.125) {
        bins.scale = scale;
        bins.margin = static_cast<number>(margin);
    }
    return bins;
}

} // namespace gpu::inline v0::detail
