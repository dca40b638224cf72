// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a function on sorted ranges asks for.
#pragma once

#include "call/type_facts.hpp"

#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/kernel/sorted/bins.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

inline bool is_for(sorted_request const& request, sorted_function function) {
    return request.function == static_cast<std::uint32_t>(function);
}

/// The positions or counts of a request, if they have the size of T; otherwise null.
template <class T>
T* output_of(sorted_request const& request) {
    return request.out_size == sizeof(T) ? static_cast<T*>(request.out) : nullptr;
}

/// @return the number of bins of a request for a histogram
inline std::uint64_t number_of_bins(sorted_request const& request) {
    return request.even_bins > 0 ? request.even_bins : request.second_n - 1;
}

/// The bins of a request for a histogram.
/// @param edges in memory of the host: `second` of the request
template <class T>
kernel::bins<T> bins_of(sorted_request const& request, kernel::bin_edge<T> const* edges) {
    return {{edges[0], edges[request.second_n - 1],
             static_cast<std::uint32_t>(number_of_bins(request))},
            request.even_bins > 0};
}

} // namespace gpu::inline v0::detail
