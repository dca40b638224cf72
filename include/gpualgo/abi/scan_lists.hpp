// SPDX-License-Identifier: Apache-2.0
/// @file
/// The lists of scans: the strategies, and the combinations that are precompiled. Operators and
/// types are those of reduce.
///
/// Requests carry indices in these lists: new entries are only appended.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/scan_policy.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The strategies of scans.
using scan_strategies =
    type_list<policy::automatic, policy::hillis_steele, policy::blelloch, policy::cg_tile<1>,
              policy::cg_tile<2>, policy::cg_tile<4>, policy::cg_tile<8>, policy::cg_tile<16>,
              policy::cg_tile<32>, policy::warp_shuffle, policy::vendor>;

/// Whether the host scans elements of type T by Op. Results and init have that type, too.
template <class T, class Op>
consteval bool is_listed_scan() {
    if constexpr (!in_list<T, types> || !in_list<Op, operators>) return false;
    else return accepts<Op, T>;
}
template <class T, class Op>
inline constexpr bool listed_scan = is_listed_scan<T, Op>();

/// Whether devices have kernels of `automatic`. There are sums of all types, and minima and maxima
/// of all but integers of 8 and 16 bits. Products and bits need 32 bits or more.
template <class T, class Op>
consteval bool is_device_scan() {
    constexpr bool selects = std::same_as<Op, kernel::minimum> || std::same_as<Op, kernel::maximum>;
    constexpr bool is_logical =
        std::same_as<Op, kernel::logical_and> || std::same_as<Op, kernel::logical_or>;
    if constexpr (!listed_scan<T, Op> || is_logical) return false;
    else if constexpr (std::same_as<Op, kernel::plus>) return true;
    else return sizeof(T) >= 4 || (selects && is_small_float<T>);
}
template <class T, class Op>
inline constexpr bool device_scan = is_device_scan<T, Op>();

/// Whether scans take transforms of elements of type T. The elements are transformed to the output,
/// and scanned in place; numbers of 16 bits would be rounded in between.
template <class T>
inline constexpr bool transforms_before_scan = in_list<T, real_types> && !is_small_float<T>;

/// Whether a transform is precompiled for scans of elements of type T.
template <class T, class F>
consteval bool is_scan_transform_of() {
    if constexpr (!transforms_before_scan<T> || !in_list<F, transforms>) return false;
    else
        return is_unary<F> && !std::same_as<F, kernel::identity> &&
               !(std::same_as<F, kernel::absolute> && std::unsigned_integral<T>);
}
template <class T, class F>
inline constexpr bool scan_transform = is_scan_transform_of<T, F>();

/// The types and operators of the other strategies. The vendor's has sums only.
using named_scan_types =
    type_list<std::int32_t, std::int64_t, std::uint32_t, std::uint64_t, float, double>;
using named_scan_operators = type_list<kernel::plus, kernel::minimum, kernel::maximum>;

/// Whether devices have kernels of a strategy.
template <class Policy, class T, class Op>
consteval bool is_strategy_scan() {
    if constexpr (std::same_as<Policy, policy::automatic>) return device_scan<T, Op>;
    else if constexpr (!in_list<T, named_scan_types>) return false;
    else if constexpr (std::same_as<Policy, policy::vendor>) return std::same_as<Op, kernel::plus>;
    else return in_list<Op, named_scan_operators>;
}
template <class Policy, class T, class Op>
inline constexpr bool strategy_scan = is_strategy_scan<Policy, T, Op>();

} // namespace gpu::inline v0::detail
