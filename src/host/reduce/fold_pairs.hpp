// SPDX-License-Identifier: Apache-2.0
/// @file
/// Folds totals in adjacent pairs on the host.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Replaces totals by those of adjacent pairs: total i by op(total 2i, total 2i + 1).
/// @param accumulator index in `types`, of a type that is computed in itself
/// @param operation index in `operators`: it accepts the accumulator
void fold_pairs(std::uint32_t accumulator, std::uint32_t operation, void* totals,
                std::size_t pairs) noexcept;

} // namespace gpu::inline v0::detail
