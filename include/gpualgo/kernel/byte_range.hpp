// SPDX-License-Identifier: Apache-2.0
/// @file
/// Bytes that the blocks of a kernel read.
#pragma once

#include <cstddef>

namespace gpu::inline v0::kernel {

/// Bytes of global memory.
struct byte_range {
    void const* first = nullptr;
    std::size_t size = 0;
};

/// Bodies that start early may name what a block reads. The GPU then copies that to its L2 cache
/// while the kernel ahead ends:
///
///     static byte_ranges<2> read_by(std::size_t block, Arguments const& arguments);
template <unsigned N>
struct byte_ranges {
    byte_range of[N];
};

} // namespace gpu::inline v0::kernel
