// SPDX-License-Identifier: Apache-2.0
/// @file
/// The place in the L2 cache at which a line of a matrix begins.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {

/// Lines of the cache have 128 bytes, and sectors 32. If a line of a matrix begins elsewhere than
/// at a line of the cache, 128 bytes of it lie in two.
enum class line_begin { cache_line, sector, between };

/// The worst begin of lines at equal distances.
/// @param first address of the first one
/// @param distance in bytes; 0 if there is one line
constexpr line_begin begin_of_lines(std::uintptr_t first, std::size_t distance) {
    std::size_t const bits = first | distance;
    return bits % 128 == 0  ? line_begin::cache_line
           : bits % 32 == 0 ? line_begin::sector
                            : line_begin::between;
}

} // namespace gpu::inline v0::sm90
