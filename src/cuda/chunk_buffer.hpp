// SPDX-License-Identifier: Apache-2.0
/// @file
/// Buffers on GPUs for chunks of ranges of the host.
#pragma once

#include "call/group_totals.hpp"

#include <gpualgo/abi/call_options.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>

namespace gpu::inline v0::detail {

/// See backend::make_chunk_buffer.
std::unique_ptr<chunk_buffer> make_cuda_chunk_buffer(std::uint32_t ordinal, std::size_t bytes,
                                                     call_options const& options);

} // namespace gpu::inline v0::detail
