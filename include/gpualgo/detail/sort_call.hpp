// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts of listed types by a listed comparator, by the shared library.
#pragma once

#include <gpualgo/abi/sort_request.hpp>
#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/detail/short_range.hpp>
#include <gpualgo/detail/sort_arguments.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

inline constexpr std::array<char const*, 6> names_of_sorts{
    "gpu::sort",    "gpu::stable_sort", "gpu::sort_by_key",
    "gpu::argsort", "gpu::is_sorted",   "gpu::is_sorted_until"};

constexpr char const* name_of_sort(sort_kind wanted) {
    return names_of_sorts[static_cast<std::size_t>(wanted)];
}

/// Whether elements are certainly in host memory.
template <class I>
constexpr bool is_certainly_on_host() {
    if constexpr (std::contiguous_iterator<I>) return is_host_iterator<I>;
    else return false;
}

/// The memory of n contiguous elements. Spares the library the question to CUDA if they are
/// certainly on the host and the policy names no device.
template <class P, addressable I>
auto memory_at(P const& policy, I first, std::size_t n) {
    auto memory = detail::elements_at(first, n);
    if (is_certainly_on_host<I>() && !policy.has_options()) memory.device = device::host().id();
    return memory;
}

/// Values that move with keys, or indices, as they cross into the library.
struct sort_values {
    void* first = nullptr; ///< null if there are none
    device_id memory{};
    std::size_t size = 0; ///< bytes of each
};

template <class T>
sort_values packed_values(memory_range<T> const& values) {
    return {values.first, values.device, sizeof(T)};
}

/// The request of a sort, without options.
template <class C, class Value>
sort_request sort_request_of(sort_kind wanted, memory_range<Value> const& keys,
                             sort_values const& values = {}) {
    using value = std::remove_const_t<Value>;
    sort_request request;
    request.value = number_of<as_listed<value>, types>;
    request.memory = keys.device;
    request.first = keys.first;
    request.n = keys.n;
    request.wanted = static_cast<std::uint32_t>(wanted);
    request.is_descending = is_greater<C, value> ? 1 : 0;
    request.value_size = static_cast<std::uint32_t>(values.size);
    request.values = values.first;
    request.values_memory = values.memory;
    return request;
}

/// Sorts by the library, and fills the policy's report.
/// @tparam C a listed comparator
template <class C, class P, class Value>
void sort_by_library(P const& policy, sort_kind wanted, memory_range<Value> const& keys,
                     sort_values const& values = {}) {
    auto request = detail::sort_request_of<C>(wanted, keys, values);
    call<strategies>(policy, request, &gpualgo_v0_sort);
}

/// @return the index of the first element that comes before the one ahead of it, or their number
/// @tparam C a listed comparator
template <class C, class P, class Value>
std::size_t descent_by_library(P const& policy, sort_kind wanted,
                               memory_range<Value> const& elements) {
    std::uint64_t position = 0;
    auto request = detail::sort_request_of<C>(wanted, elements);
    request.position = &position;
    call<strategies>(policy, request, &gpualgo_v0_sort);
    return static_cast<std::size_t>(position);
}

} // namespace gpu::inline v0::detail
