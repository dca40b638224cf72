// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of the shared library, the same for all algorithms: packs the policy's options, calls,
/// throws failures, and fills the policy's report.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/abi/type_list.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/detail/resource_bridge.hpp>
#include <gpualgo/policy.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// No policy: as `automatic`, but callables that are not listed run in the calling thread, as with
/// `std::reduce`.
struct no_policy : policy::automatic {};

/// A type with the options of a policy.
template <class P>
concept any_policy = std::derived_from<P, options<P>> || std::same_as<P, no_policy>;

template <class P>
inline constexpr bool is_automatic = std::derived_from<P, policy::automatic>;

/// Writes a policy's options, except its memory resource, into a request.
/// @tparam Strategies the algorithm's list
template <class Strategies, any_policy P>
void pack_options(call_options& options, P const& policy) {
    using strategy = std::conditional_t<is_automatic<P>, policy::automatic, P>;
    options.strategy = number_of<strategy, Strategies>;
    if (auto const space = policy.space()) options.space = static_cast<std::uint32_t>(*space);
    if (auto const threads = policy.threads()) options.block_size = *threads;
    if (auto const target = policy.target()) options.target = target->id();
    options.stream = policy.stream();
}

/// Completes a request by the policy's options and runs it by the library.
template <class Strategies, any_policy P, class Request>
void call(P const& policy, Request& request,
          void (*function)(Request const*, call_result*) noexcept) {
    pack_options<Strategies>(request, policy);
    call_result result;
    if (memory_resource* const resource = policy.resource()) {
        resource_bridge bridge(*resource);
        request.scratch = bridge.source();
        function(&request, &result);
        bridge.rethrow(result.status == status_code::ok);
    } else {
        function(&request, &result);
    }
    raise(result);
    if constexpr (!std::same_as<P, no_policy>) // calls without a policy have no report
        if (policy.sink() != nullptr) fill_report(*policy.sink(), result, P::name);
}

/// Throws if a policy's options are invalid, for calls that the program runs itself.
/// @param function the name of the function that was called, for messages
template <class Strategies, any_policy P>
void check_options(P const& policy, char const* function) {
    call_options options;
    pack_options<Strategies>(options, policy);
    call_result result;
    gpualgo_v0_check_options(&options, function, &result);
    raise(result);
}

} // namespace gpu::inline v0::detail
