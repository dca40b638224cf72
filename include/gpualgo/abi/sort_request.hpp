// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of sorts, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The functions that sort, numbered as in requests.
enum class sort_kind : std::uint32_t {
    sort,
    stable_sort,
    sort_by_key, ///< moves the values as the range's elements
    argsort,     ///< writes indices to the values, and leaves the range as it is
    is_sorted,
    is_sorted_until
};

struct key_expression;

/// Makes the keys by which elements of any type are sorted.
struct sort_projection {
    std::uint64_t element_size = 0; ///< bytes of an element
    std::uint64_t offset = 0;       ///< bytes of an element before the field that is its key
    /// Computes keys of numbers instead; null if the key is a field. Its `on_host` is not used.
    key_expression const* keys = nullptr;
    void (*on_host)(void* context) = nullptr; ///< sorts in the program, if the call runs there
    void* context = nullptr;                  ///< the argument of `on_host`
};

/// A sort of the elements of a range of a listed type, which is written unless it is `argsort` or a
/// question. The order is that of kernel::sort_order.
struct sort_request : range_request {
    std::uint32_t wanted = 0;        ///< a `sort_kind`
    std::uint32_t is_descending = 0; ///< 1 if greater elements come first, as by `std::greater`
    std::uint32_t value_size = 0;    ///< bytes of a value, or of an index: 4 or 8
    void* values = nullptr;          ///< n values, or indices; null if there are none
    device_id values_memory;         ///< where they lie; unspecified for a plain pointer
    /// On the host, for questions: the index of the first element that comes before the one ahead
    /// of it, or n. It is written only if the call succeeds.
    std::uint64_t* position = nullptr;
    /// If it is not null, the range has elements of any type, and their keys have the type `value`.
    sort_projection const* projection = nullptr;
    /// Bytes from a key to the next one, if keys are fields: then they are not written. 0 if they
    /// lie side by side. This and the next ones are only set by the library.
    std::uint64_t key_step = 0;
    void* more_values = nullptr;       ///< move along with the values; null if there are none
    std::uint32_t more_value_size = 0; ///< bytes of one of these
    bool may_write_keys = false;       ///< in an `argsort`: the library has made the keys
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_sort(gpu::detail::sort_request const* request,
                     gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
