// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for the first match on GPUs.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/abi/find_request.hpp>

#include <array>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The table of the library's kernels, see find/table.hpp; compiled in searches.cu.
std::array<std::uint64_t (*)(cuda_queue&, find_request const&), 4> make_finds();

} // namespace gpu::inline v0::detail
