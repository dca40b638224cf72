// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::merge, gpu::lower_bound, gpu::upper_bound and gpu::histogram, as they cross
/// into the shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The functions on sorted ranges, numbered as in requests.
enum class sorted_function : std::uint32_t { merge, lower_bound, upper_bound, histogram };

/// A request of such a function. Its range is a sorted range of a listed type; for a histogram, the
/// elements that are counted.
struct sorted_request : range_request {
    std::uint32_t function = 0;      ///< a `sorted_function`
    std::uint32_t is_descending = 0; ///< whether the largest element is first; not for histograms
    std::uint32_t even_bins = 0;     ///< of a histogram with evenly spaced edges; otherwise 0
    std::uint32_t out_size = 0;      ///< bytes of a position or a count: 4 or 8
    /// The second sorted range; or the values to search for; or, in memory of the host, the edges
    /// of a histogram, see kernel::bin_edge. If they are evenly spaced, only the first and the
    /// last.
    void const* second = nullptr;
    device_id second_memory;    ///< where it lies; unspecified for a plain pointer
    std::uint64_t second_n = 0; ///< its elements
    void* out = nullptr;        ///< the merged elements, the positions or the counts
    device_id out_memory;       ///< where they lie; unspecified for a plain pointer
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_sorted(gpu::detail::sorted_request const* request,
                       gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
