// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::fill, gpu::iota, gpu::replace, gpu::transform by a listed operation, and of the
/// algorithms that move elements, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/abi/select_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The algorithms, numbered as in requests: new ones are only appended.
enum class elementwise_kind : std::uint32_t {
    fill,         ///< out[i] = element
    iota,         ///< out[i] = element + i * step
    replace,      ///< out[i] = test selects in[i] ? element : in[i]
    reverse,      ///< out[i] = out[n - 1 - i]
    reverse_copy, ///< out[i] = in[n - 1 - i]
    swap_ranges,  ///< swaps out[i] and in[i]
    gather,       ///< out[i] = in[indices[i]]
    scatter,      ///< out[indices[i]] = in[i]
    transform     ///< out[i] = operation(in[i]) or operation(in[i], second[i])
};

/// A contiguous range of a call.
struct element_range {
    void* first = nullptr;
    device_id memory;             ///< where it lies; unspecified for a plain pointer
    std::uint64_t n = 0;          ///< elements
    bool is_size_unknown = false; ///< `n` elements are accessed at least
};

/// A call that handles each element by itself. All ranges but `indices` have elements of one size,
/// and most kinds need only that.
struct elementwise_request : call_options {
    char const* function = "";         ///< the function that was called, for messages
    std::uint32_t kind = 0;            ///< an `elementwise_kind`
    std::uint32_t value = unspecified; ///< index in `types`, if the kind depends on it
    std::uint32_t size = 0;            ///< bytes per element: 1, 2, 4, 8 or 16
    std::uint32_t index_size = 0;      ///< bytes per index: 4 or 8
    std::uint32_t operands = 0;        ///< of a transform's operation: 1 or 2
    std::uint32_t operation = 0;       ///< index in `unary_operations` or `binary_operations`
    std::uint64_t n = 0;               ///< elements that are written, or pairs that are swapped
    element_range out, in, second;
    element_range indices;         ///< of n integers
    void const* element = nullptr; ///< on the host
    void const* step = nullptr;    ///< on the host
    element_test test;
    /// Computes a transform in the program, if it runs on the host.
    void (*on_host)(void* context) = nullptr;
    void* context = nullptr; ///< the argument of `on_host`
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_elementwise(gpu::detail::elementwise_request const* request,
                            gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
