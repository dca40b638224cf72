// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::find, gpu::any_of, gpu::equal and their relatives, as they cross into the
/// shared library.
#pragma once

#include <gpualgo/abi/select_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The functions that search for the first match, numbered as in requests.
enum class find_kind : std::uint32_t {
    find,
    find_if,
    find_if_not,
    any_of,
    all_of,
    none_of,
    equal,
    mismatch
};

/// A search for the first element that passes a test, or for the first elements of two ranges that
/// differ. Two numbers are equal if their bits are, or if both are zeros, unless they are NaNs.
struct find_request : range_request {
    std::uint32_t wanted = 0; ///< a `find_kind`
    element_test test;        ///< of the elements of one range
    /// Tests them instead of `test`, if it is not null.
    predicate_expression const* expression = nullptr;
    void const* second = nullptr; ///< a second range, for `equal` and `mismatch`: n elements
    device_id second_memory;      ///< where it lies; unspecified for a plain pointer
    /// On the host: the index of the first match; n if there is none. It is written only if the
    /// call succeeds.
    std::uint64_t* position = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_find(gpu::detail::find_request const* request,
                     gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
