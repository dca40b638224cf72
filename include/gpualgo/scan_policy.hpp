// SPDX-License-Identifier: Apache-2.0
/// @file
/// Policies that only scans have.
#pragma once

#include <gpualgo/policy.hpp>

#include <array>
#include <string_view>

namespace gpu::inline v0 {

namespace policy {

/// Scans: in each step, every element is folded with the one `stride` before it, and the stride
/// doubles. Few steps, but n log n operations. Sources: Kogge and Stone 1973; Hillis and Steele
/// 1986.
struct hillis_steele : detail::options<hillis_steele> {
    static constexpr std::string_view name = "hillis_steele";                  ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared}; ///< the only one
    static constexpr bool takes_block_size = true;                             ///< 1 to 1024
};

/// Scans: a tree of sums goes up, and prefixes come down. Twice the steps, but only 2 n operations.
/// Sources: Brent and Kung 1982; Blelloch 1990.
struct blelloch : detail::options<blelloch> {
    static constexpr std::string_view name = "blelloch";                       ///< as printed
    static constexpr std::array<memory_space, 1> spaces{memory_space::shared}; ///< the only one
    static constexpr bool takes_block_size = true;                             ///< 1 to 1024
};

} // namespace policy

inline constexpr policy::hillis_steele hillis_steele; ///< see policy::hillis_steele
inline constexpr policy::blelloch blelloch;           ///< see policy::blelloch

} // namespace gpu::inline v0
