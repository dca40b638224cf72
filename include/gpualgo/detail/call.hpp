// SPDX-License-Identifier: Apache-2.0
/// @file
/// A reduction of listed types by a listed operator: packs the request, calls the library, fills
/// the policy's report.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/detail/submit.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// No policy: as `automatic`, but callables that are not listed stay in the calling thread, as
/// `std::reduce` promises.
struct no_policy : policy::automatic {};

/// A policy that reduce can serve.
template <class P>
concept reduce_policy = in_list<P, strategies> || std::same_as<P, no_policy>;

template <class P>
inline constexpr bool is_automatic = std::derived_from<P, policy::automatic>;

/// The place of X in a list, as requests carry it.
template <class X, class List>
inline constexpr auto number_of = static_cast<std::uint32_t>(index_of<X, List>);

/// The device that an empty range counts as one of: that of the policy, if it names one.
template <reduce_policy P>
device device_of_nothing(P const& policy) {
    return policy.target().value_or(device::host());
}

/// What a policy says, in a request that is else empty.
template <reduce_policy P>
reduce_request request_of(P const& policy) {
    reduce_request request;
    request.strategy =
        is_automatic<P> ? number_of<policy::automatic, strategies> : number_of<P, strategies>;
    if (auto const space = policy.space()) request.space = static_cast<std::uint32_t>(*space);
    if (auto const threads = policy.threads()) request.block_size = *threads;
    if (auto const target = policy.target()) request.target = target->id();
    return request;
}

/// The request of n elements at `first`.
/// @param memory the device whose memory it is; unspecified for a plain pointer
template <class Value, class ListedOperator, reduce_policy P, class T>
reduce_request request_of(P const& policy, device_id memory, void const* first, std::size_t n,
                          T const& init, T& result) {
    reduce_request request = request_of(policy);
    request.value = number_of<as_listed<Value>, types>;
    request.accumulator = number_of<as_listed<T>, types>;
    request.operation = number_of<ListedOperator, operators>;
    request.memory = memory;
    request.first = first;
    request.n = n;
    request.init = &init;
    request.result = &result;
    return request;
}

/// Has a function of the library run a request, and fills the policy's report.
template <reduce_policy P>
void call_library(P const& policy, reduce_request& request,
                  void (*function)(reduce_request const*,
                                   call_result*) noexcept = &gpualgo_v0_reduce) {
    call_result ran;
    submit(policy, request, function, ran);
    if constexpr (!std::same_as<P, no_policy>) // who reports nothing does not compile how
        if (policy.sink() != nullptr) fill_report(*policy.sink(), ran, P::name);
}

/// Has the library reduce n elements at `first`, and fills the policy's report.
template <class Value, class ListedOperator, reduce_policy P, class T>
T call_library(P const& policy, device_id memory, void const* first, std::size_t n, T const& init) {
    T result{};
    reduce_request request =
        request_of<Value, ListedOperator>(policy, memory, first, n, init, result);
    call_library(policy, request);
    return result;
}

/// `call_library` without options. Apart, so that what is needed for the call costs nothing where
/// it is not called.
template <class Value, class ListedOperator, class T>
[[gnu::noinline]] T call_fast_path(device_id memory, void const* first, std::size_t n, T init) {
    return call_library<Value, ListedOperator>(no_policy(), memory, first, n, init);
}

/// Throws what the library has to say of a policy's options, where the program does the work
/// itself.
template <reduce_policy P>
void check_options(P const& policy) {
    std::int32_t const init = 0;
    std::int32_t result = 0;
    reduce_request request =
        request_of<std::int32_t, kernel::plus>(policy, {}, nullptr, 0, init, result);
    request.result = nullptr;
    // not to ask for the preferred device
    if (!policy.target()) request.target = device::host().id();
    call_result ran;
    gpualgo_v0_reduce(&request, &ran);
    raise(ran);
}

} // namespace gpu::inline v0::detail
