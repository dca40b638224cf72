// SPDX-License-Identifier: Apache-2.0
/// @file
/// The strategies and devices that a command compares, whatever the algorithm.
#pragma once

#include "arguments.hpp"
#include "choices.hpp"

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace tool {

/// Elements that the simulated device gets unless it was asked for: it checks every access, and is
/// slow.
inline constexpr std::size_t most_simulated = std::size_t{1} << 18;

/// @param strategy that is missing
/// @param error the text of the library's exception
/// @return the note on it: "vendor: the simulated device has no vendor library"
[[nodiscard]] std::string skipped_note(std::string_view strategy, std::string_view error);

/// Give a request the options of a command. A strategy that takes no block size gets one only if it
/// was asked for alone: then the library objects.
void set_options(gpu::detail::call_options& request, strategy_arguments const& arguments,
                 gpu::detail::strategy_facts const& strategy, gpu::memory_space space);

/// Let the library check a call, before any element is read or copied.
/// @param call the call without elements
/// @param n the true number of elements, for messages
/// @param skipped gets a note if the strategy is left out
/// @return whether the strategy can run; false only if it may be left out
/// @throws gpu::error if the device has no such kernel, and the strategy was asked for
/// @throws usage_error for options that the strategy does not have
[[nodiscard]] bool can_run(std::function<void()> const& call, std::size_t n,
                           strategy_arguments const& arguments,
                           gpu::detail::strategy_facts const& strategy,
                           std::set<std::string>& skipped);

/// Call `f(number, strategy, space, name)` for the strategies that a command asks for, with all of
/// their memory spaces. On the host all of them are `automatic`: one is enough.
template <class F>
void for_each_strategy(std::span<gpu::detail::strategy_facts const> strategies,
                       strategy_arguments const& arguments, gpu::device device, F f) {
    bool const on_host = device == gpu::device::host();
    for (std::uint32_t i = 0; i < strategies.size(); ++i) {
        auto const& strategy = strategies[i];
        if (on_host && arguments.policy == "all" && i != 0) continue; // 0 is automatic
        for (auto const space : spaces_of(strategy)) {
            if (!is_wanted(arguments.policy, strategy, space)) continue;
            f(i, strategy, space,
              on_host ? std::string(strategy.name) : policy_name(strategy, space));
            if (on_host) break;
        }
    }
}

/// Plan the calls of a command that reads an array.
/// - `automatic`: on the device alone.
/// - `all`: also on the host, and what it is compared with there, unless the device is simulated.
/// - On the host, if no device was asked for: also on the simulated device, for a part.
/// @param add called as add(device, most): the strategies on it, for at most so many elements
/// @param compare adds the competitors on the host
template <class Add, class Compare>
void plan_devices(range_arguments const& arguments, gpu::device device, Add add, Compare compare) {
    constexpr auto no_limit = static_cast<std::size_t>(-1);
    bool const all = arguments.policy == "all";
    if (all && device.kind() == gpu::device_kind::cuda) add(gpu::device::host(), no_limit);
    add(device, no_limit);
    if (all && device.kind() != gpu::device_kind::simulated) compare();
    if (device == gpu::device::host() && !arguments.device && !arguments.is_question())
        add(gpu::device::simulated(), most_simulated);
}

} // namespace tool
