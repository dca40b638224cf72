// SPDX-License-Identifier: Apache-2.0
/// @file
/// How wgmma locates a tile in shared memory, and how the copy engine's swizzle permutes it in
/// units of 16 bytes.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The span in which 16-byte chunks are permuted. The values are those of matrix descriptors.
enum class swizzle : std::uint64_t { bytes_128 = 1, bytes_64 = 2 };

/// A matrix descriptor of wgmma.
/// @param address in shared memory, a multiple of 16; tiles start at a multiple of 1024
/// @param leading bytes between adjacent swizzled columns of an MN-major tile; ignored for K-major
/// tiles
/// @param stride bytes between groups of 8 swizzled rows
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint64_t
matrix_descriptor(std::uint32_t address, std::uint32_t leading, std::uint32_t stride,
                  swizzle pattern = swizzle::bytes_128) {
    return std::uint64_t{(address & 0x3FFFF) >> 4} | std::uint64_t{leading >> 4} << 16 |
           std::uint64_t{stride >> 4} << 32 | static_cast<std::uint64_t>(pattern) << 62;
}

/// The offset of a byte of a tile after the swizzle, which depends on the address only.
/// @param offset from a multiple of 1024; rows are as wide as the swizzle's span
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t
swizzled(std::uint32_t offset, swizzle pattern = swizzle::bytes_128) {
    std::uint32_t const chunks = pattern == swizzle::bytes_128 ? 7 : 3;
    return offset ^ ((offset >> 7 & chunks) << 4);
}

} // namespace gpu::inline v0::sm90
