// SPDX-License-Identifier: Apache-2.0
/// @file
/// How wgmma is told where a tile lies in shared memory, and where the swizzle of the copy engine
/// puts each 16 bytes of it.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The span of bytes within which 16-byte chunks are permuted. The values are the encoding of
/// matrix descriptors.
enum class swizzle : std::uint64_t { bytes_128 = 1, bytes_64 = 2 };

/// A matrix descriptor of wgmma.
/// @param address in shared memory, a multiple of 16; tiles start at a multiple of 1024
/// @param leading bytes between neighbouring swizzled columns of an MN-major tile; a K-major tile
/// has none
/// @param stride bytes between groups of 8 swizzled rows
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint64_t
matrix_descriptor(std::uint32_t address, std::uint32_t leading, std::uint32_t stride,
                  swizzle pattern = swizzle::bytes_128) {
    return std::uint64_t{(address & 0x3FFFF) >> 4} | std::uint64_t{leading >> 4} << 16 |
           std::uint64_t{stride >> 4} << 32 | static_cast<std::uint64_t>(pattern) << 62;
}

/// The place of a byte of a tile after the swizzle, which depends on the address alone.
/// @param offset from a multiple of 1024, of rows as wide as the swizzle's span
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t
swizzled(std::uint32_t offset, swizzle pattern = swizzle::bytes_128) {
    std::uint32_t const chunks = pattern == swizzle::bytes_128 ? 7 : 3;
    return offset ^ ((offset >> 7 & chunks) << 4);
}

} // namespace gpu::inline v0::sm90
