// SPDX-License-Identifier: Apache-2.0
/// @file
/// How wgmma locates a tile in shared memory, and how the copy engine's swizzle permutes it in
/// units of 16 bytes.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// A matrix descriptor of wgmma, for tiles with the 128-byte swizzle.
/// @param address in shared memory, a multiple of 16; tiles start at a multiple of 1024
/// @param leading bytes between adjacent swizzled columns of an MN-major tile; ignored for K-major
/// tiles
/// @param stride bytes between groups of 8 swizzled rows
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint64_t
matrix_descriptor(std::uint32_t address, std::uint32_t leading, std::uint32_t stride) {
    constexpr std::uint64_t swizzle_of_128_bytes = 1;
    return std::uint64_t{(address & 0x3FFFF) >> 4} | std::uint64_t{leading >> 4} << 16 |
           std::uint64_t{stride >> 4} << 32 | swizzle_of_128_bytes << 62;
}

/// The offset of a byte of a tile after the swizzle, which depends on the address only.
/// @param offset from a multiple of 1024, in rows of 128 bytes
[[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t swizzled(std::uint32_t offset) {
    return offset ^ ((offset >> 7 & 7) << 4);
}

} // namespace gpu::inline v0::sm90
