// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions of listed types by a listed operator, by the shared library.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/device.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// A policy that reduce accepts.
template <class P>
concept reduce_policy = in_list<P, strategies> || std::same_as<P, no_policy>;

/// The device of an empty range: that of the policy, if it names one.
template <reduce_policy P>
device device_of_nothing(P const& policy) {
    return policy.target().value_or(device::host());
}

/// The beginning of a range.
struct range_start {
    void const* first = nullptr;
    device_id memory{}; ///< unspecified for a plain pointer
};

/// A listed transform of the elements of a reduction.
struct transform_argument {
    std::uint32_t number = unspecified; ///< unspecified if there is none
    range_start second{};               ///< the second range, if the transform takes two elements
};

/// The request of a reduction, without options and without memory for the total.
template <class Value, class ListedOperator, class T>
reduce_request request_of(range_start range, std::size_t n, T const& init,
                          transform_argument transform = {}) {
    reduce_request request;
    request.value = number_of<as_listed<Value>, types>;
    request.memory = range.memory;
    request.first = range.first;
    request.n = n;
    request.accumulator = number_of<as_listed<T>, types>;
    request.operation = number_of<ListedOperator, operators>;
    request.transform = transform.number;
    request.second = transform.second.first;
    request.second_memory = transform.second.memory;
    request.init = &init;
    return request;
}

/// Reduces n elements, or the results of a transform of them, by the library.
template <class Value, class ListedOperator, reduce_policy P, class T>
T call_library(P const& policy, range_start range, std::size_t n, T const& init,
               transform_argument transform = {}) {
    T result{};
    auto request = detail::request_of<Value, ListedOperator>(range, n, init, transform);
    request.result = &result;
    call<strategies>(policy, request, &gpualgo_v0_reduce);
    return result;
}

/// `call_library` without options. Not inlined: otherwise the inline path of short ranges would
/// slow down.
template <class Value, class ListedOperator, class T>
[[gnu::noinline]] T call_fast_path(range_start range, std::size_t n, T init) {
    return detail::call_library<Value, ListedOperator>(no_policy(), range, n, init);
}

} // namespace gpu::inline v0::detail
