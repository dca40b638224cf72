// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::count_if, gpu::copy_if, gpu::partition_copy and their relatives, as they cross
/// into the shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The functions that select elements, numbered as in requests.
enum class select_kind : std::uint32_t {
    count,
    count_if,
    copy_if,
    remove_copy_if,
    partition_copy,
    unique_copy,
    unique,
    remove_copy,
    remove_if,
    remove
};

/// A test of elements, see kernel::range_test. Keys are in the low bits. For `unique` and
/// `unique_copy`, `mask` and `span` are the fields of kernel::unlike_previous.
struct element_test {
    std::uint64_t flipped = 0; ///< bits of negative numbers that are inverted
    std::uint64_t mask = 0;    ///< the bits of the key that count
    std::uint64_t low = 0;     ///< the interval's first key
    std::uint64_t span = 0;    ///< the interval's last key - low
};

struct predicate_expression;

/// An output of a selection.
struct select_output {
    void* first = nullptr;
    device_id memory;       ///< where it lies; unspecified for a plain pointer
    std::uint64_t room = 0; ///< elements that it has, or the largest number if that is unknown
};

/// A selection of the elements of a range of a listed type. The output of `unique`, `remove_if` and
/// `remove` is their range.
struct select_request : range_request {
    std::uint32_t wanted = 0; ///< a `select_kind`
    element_test test;        ///< selects the elements that go to `selected`
    /// Selects them instead of `test`, if it is not null.
    predicate_expression const* expression = nullptr;
    select_output selected; ///< unused if elements are only counted
    select_output others;   ///< used by `partition_copy` only
    /// On the host: the number of elements selected, and of others. They are written only if the
    /// call succeeds.
    std::uint64_t* totals = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_select(gpu::detail::select_request const* request,
                       gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
