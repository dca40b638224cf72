// SPDX-License-Identifier: Apache-2.0
/// @file
/// A reduction by a listed operator of what a listed transform makes of elements: packs the request
/// and calls the library.
#pragma once

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/abi/transform_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/detail/submit.hpp>

#include <concepts>
#include <cstddef>

namespace gpu::inline v0::detail {

/// The beginning of a range, to the library.
struct range_start {
    void const* first;
    device_id memory{}; ///< unspecified for a plain pointer
};

/// Has the library reduce what the transform F makes of n elements, or of n pairs of them, and
/// fills the policy's report.
/// @param second the second range; of a null pointer where F takes one element
template <class Value, class ListedOperator, class F, reduce_policy P, class T>
T call_library(P const& policy, range_start first, range_start second, std::size_t n,
               T const& init) {
    T result{};
    reduce_request reduction =
        request_of<Value, ListedOperator>(policy, first.memory, first.first, n, init, result);
    transform_request request;
    request.transform = number_of<F, transforms>;
    request.reduction = &reduction;
    request.second = second.first;
    request.second_memory = second.memory;
    call_result ran;
    submit_by(policy, reduction.run, ran, [&] { gpualgo_v0_transform_reduce(&request, &ran); });
    if constexpr (!std::same_as<P, no_policy>)
        if (policy.sink() != nullptr) fill_report(*policy.sink(), ran, P::name);
    return result;
}

} // namespace gpu::inline v0::detail
