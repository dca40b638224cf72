// SPDX-License-Identifier: Apache-2.0
/// @file
/// Cuts ranges into blocks for several devices, at boundaries of segments of the canonical order.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <cstddef>
#include <vector>

namespace gpu::inline v0::detail {

/// Blocks of equal size, up to one unit: 32 segments of the canonical order, or fewer if a block
/// has fewer than 1024. So no segment is cut, and the kernels' groups of segments are complete.
/// @return for each device the index of its first element, and n
inline std::vector<std::size_t> shard_offsets(std::size_t n, std::size_t devices,
                                              std::size_t value_bytes) {
    kernel::segmentation const shape(value_bytes);
    std::size_t const per_device = shape.count(n) / devices / 32;
    std::size_t const unit = shape.size() * (per_device >= 32  ? 32
                                             : per_device == 0 ? 1
                                                               : kernel::bit_floor(per_device));
    std::size_t const units = n / unit + (n % unit != 0);
    std::vector<std::size_t> offsets{0};
    for (std::size_t i = 0; i < devices; ++i) {
        std::size_t const mine = (units / devices + (i < units % devices)) * unit;
        std::size_t const left = n - offsets.back();
        offsets.push_back(offsets.back() + (mine < left ? mine : left));
    }
    return offsets;
}

} // namespace gpu::inline v0::detail
