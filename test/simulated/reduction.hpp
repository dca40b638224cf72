// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by the precompiled kernels on the simulated device, requested by list indices.
#pragma once

#include "call/names.hpp"
#include "simulated/kernels.hpp"
#include "support/thinned.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/reduce_request.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace test {

using gpu::memory_space;
using gpu::simulated::launch_options;

inline constexpr unsigned largest_block = thinned > 1 ? 96 : 1024;

/// A strategy, and the memory through which it exchanges values.
struct kernel {
    std::uint32_t strategy;
    std::uint32_t space;

    [[nodiscard]] std::string name() const {
        return std::string(gpu::detail::known_strategies[strategy].name) + ", " +
               std::string(gpu::detail::known_spaces[space]);
    }
};

/// Whether a kernel belongs to a policy.
template <class Policy>
bool is(kernel const& k) {
    return k.strategy == gpu::detail::index_of<Policy, gpu::detail::strategies>;
}

/// Returns every kernel for int32 and plus.
inline std::vector<kernel> kernels() {
    // the simulated device has no vendor kernels
    constexpr auto vendor = gpu::detail::index_of<gpu::policy::vendor, gpu::detail::strategies>;
    std::vector<kernel> found;
    for (std::uint32_t strategy = 0; strategy < gpu::detail::known_strategies.size(); ++strategy)
        for (std::uint32_t space = 0; space < gpu::detail::known_spaces.size(); ++space)
            if (strategy != vendor && gpu::detail::known_strategies[strategy].spaces[space])
                found.push_back({strategy, space});
    return found;
}

/// Reduces on a new simulated device.
template <class Op, class T, class Value>
T reduce(kernel const& k, std::vector<Value> const& values, T init, unsigned block_size,
         launch_options options = {}, gpu::detail::call_result* ran = nullptr) {
    gpu::detail::reduce_request request;
    T result{};
    request.strategy = k.strategy;
    request.space = k.space;
    request.block_size = block_size;
    request.value = gpu::detail::index_of<Value, gpu::detail::types>;
    request.accumulator = gpu::detail::index_of<T, gpu::detail::types>;
    request.operation = gpu::detail::index_of<Op, gpu::detail::operators>;
    request.first = values.data();
    request.n = values.size();
    request.init = &init;
    request.result = &result;

    gpu::detail::call_result local;
    gpu::simulated::queue queue(ran != nullptr ? *ran : local, std::move(options));
    gpu::simulated::reduce(queue, request);
    return result;
}

} // namespace test
