// SPDX-License-Identifier: Apache-2.0
/// @file
/// The golden set: the default cases, and the digest of their results.
#pragma once

#include <cstddef>
#include <cstdint>

namespace conformance {

inline constexpr std::uint64_t golden_seed = 1;
inline constexpr std::size_t golden_each = 8; ///< see `cases`

/// The digest of the golden set. It changes only with the canonical order, or if something is added
/// to the lists.
inline constexpr std::uint64_t golden_digest = 0x6c5818506b7cebb9;

} // namespace conformance
