// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::min_element, gpu::max_element and gpu::minmax_element, as they cross into the
/// shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The elements that are searched for, numbered as in requests.
enum class extremum : std::uint32_t {
    smallest, ///< the first of the smallest
    largest,  ///< the first of the largest
    both      ///< the first of the smallest and the last of the largest
};

struct key_expression;

/// A search for the extrema of a range of a listed type.
struct extrema_request : range_request {
    std::uint32_t wanted = 0;        ///< an `extremum`
    std::uint32_t is_descending = 0; ///< 1 if greater elements come first, as by `std::greater`
    /// Makes the keys that are compared, of the type `value`; null if elements are compared.
    key_expression const* keys = nullptr;
    /// On the host: one index, or two for `both`; n if the range is empty. They are written only if
    /// the call succeeds.
    std::uint64_t* positions = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_extrema(gpu::detail::extrema_request const* request,
                        gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
