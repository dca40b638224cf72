// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of algorithms on sharded vectors: on all blocks at once.
#pragma once

#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/device_group.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/partial_extrema.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace gpu::inline v0 {

template <class T>
class sharded_vector;

namespace detail {

/// Throws if a policy has options that have no meaning for several devices.
inline void check_sharded(policy::automatic const& policy) {
    if (policy.target() || policy.stream() != nullptr || policy.resource() != nullptr)
        throw std::invalid_argument("gpu::sharded_vector: the policy names a device, a stream or a "
                                    "memory resource; algorithms use the devices of the group, "
                                    "their default streams and the library's memory");
}

/// Reports that there was nothing to do.
inline void report_nothing(policy::automatic const& policy, device_group const& group) {
    if (policy.sink() == nullptr) return;
    *policy.sink() = report();
    if (group.size() > 0) policy.sink()->device = group[0]; // moved from: there is no device
    policy.sink()->strategy = policy::automatic::name;
}

/// Reduces sharded vectors of one shape, on all devices at once.
/// @param policy its report is of the first block
/// @param v has the elements; with w, F takes an element of each
template <class Partial, class T, class... Ws>
Partial reduce_shards(policy::automatic const& policy, sharded_vector<T> const& v, Ws const&... w) {
    check_sharded(policy);
    using state =
        std::remove_reference_t<decltype(partial_access::state(std::declval<Partial&>()))>;
    std::vector<Partial> parts;
    parts.reserve(v.shards().size());
    std::vector<std::unique_ptr<partial_call<state>>> calls;
    for (std::size_t i = 0; i < v.shards().size(); ++i) {
        if (v.shards()[i].empty()) continue;
        auto& part = parts.emplace_back(v.offset(i));
        calls.push_back(std::make_unique<partial_call<state>>(partial_access::state(part),
                                                              v.shards()[i].size()));
        calls.back()->read(
            {detail::start_at(v.shards()[i].begin()), detail::start_at(w.shards()[i].begin())...});
        if (calls.size() > 1) calls[calls.size() - 2]->request().next = &calls.back()->request();
    }
    Partial whole;
    if (calls.empty()) {
        report_nothing(policy, v.group());
        return whole;
    }
    calls[0]->run(policy);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        calls[i]->take();
        whole.merge(parts[i]);
    }
    return whole;
}

/// Throws if two vectors do not have the same blocks.
template <class T, class U>
void check_same_shards(sharded_vector<T> const& v, sharded_vector<U> const& w) {
    if (v.size() != w.size())
        throw std::invalid_argument("gpu::transform_reduce: the vectors have " +
                                    std::to_string(v.size()) + " and " + std::to_string(w.size()) +
                                    " elements");
    if (v.group() != w.group())
        throw std::invalid_argument("gpu::transform_reduce: the vectors lie on different groups");
}

/// Searches all blocks at once.
/// @return the index of the element; the size if there are none
template <found_element Which, class T, class Compare>
std::size_t search_shards(policy::automatic const& policy, sharded_vector<T> const& v,
                          Compare const&) {
    check_sharded(policy);
    using partial = partial_search<T, Compare, Which>;
    if (v.empty()) report_nothing(policy, v.group());
    std::vector<std::optional<partial>> parts(v.shards().size());
    at_once(parts.size(), [&](std::size_t i) {
        auto const& shard = v.shards()[i];
        parts[i].emplace(i == 0 ? policy : automatic, v.offset(i), shard.begin(), shard.end());
    });
    partial whole;
    for (auto const& part : parts) whole.merge(*part);
    return static_cast<std::size_t>(whole.index());
}

} // namespace detail

} // namespace gpu::inline v0
