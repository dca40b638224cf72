// SPDX-License-Identifier: Apache-2.0
/// @file
/// Facts about scans by number, for checks and messages.
#pragma once

#include "call/names.hpp"

#include <gpualgo/abi/scan_lists.hpp>

namespace gpu::inline v0::detail {

inline constexpr auto known_scan_strategies = tabulate(facts_of_strategy, scan_strategies());

/// Whether the host scans by an operator and a type.
inline constexpr auto known_scans = tabulate(
    []<class Op, class T>(type_list<Op, T>) { return listed_scan<T, Op>; }, operators(), types());
/// Whether a transform is precompiled for scans of elements of a type.
inline bool is_scan_transform(std::uint32_t transform, std::uint32_t type) {
    static constexpr auto known =
        tabulate([]<class F, class T>(type_list<F, T>) { return scan_transform<T, F>; },
                 transforms(), types());
    return transform < known.size() && known[transform][type];
}
/// Whether devices have kernels of a strategy, for an operator and a type.
inline constexpr auto known_device_scans =
    tabulate([]<class Policy, class Op, class T>(
                 type_list<Policy, Op, T>) { return strategy_scan<Policy, T, Op>; },
             scan_strategies(), operators(), types());

} // namespace gpu::inline v0::detail
