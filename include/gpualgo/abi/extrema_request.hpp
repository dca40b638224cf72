// SPDX-License-Identifier: Apache-2.0
/// @file
/// What crosses into the shared library for gpu::min_element, gpu::max_element and
/// gpu::minmax_element.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Which elements are looked for. Their numbers are those of requests.
enum class extremum : std::uint32_t {
    smallest, ///< the first of the smallest
    largest,  ///< the first of the largest
    both      ///< the first of the smallest and the last of the largest
};

/// A search for the ends of a range of a listed type.
struct extrema_request {
    std::uint32_t version = request_version;
    std::uint32_t wanted = 0; ///< an `extremum`
    /// 1 where what is greater comes first, by `std::greater`
    std::uint32_t is_descending = 0;
    /// as if it were for its `minimum`; init and result are not read
    reduce_request const* range = nullptr;
    /// on the host: one, or two for `both`; written only where the call succeeds. n where there are
    /// no elements
    std::uint64_t* positions = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_extrema(gpu::detail::extrema_request const* request,
                        gpu::detail::call_result* call_result) noexcept;
#pragma GCC visibility pop
}
