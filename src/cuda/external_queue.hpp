// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of a GPU, lent to a program.
#pragma once

#include "call/external_queue_base.hpp"

#include <gpualgo/abi/external_queue.hpp>

#include <cstdint>
#include <memory>

namespace gpu::inline v0::detail {

/// Opens a queue, which makes the GPU the current device of the calling thread, and says what the
/// program must know of it. Where `lent` has a place for the result, the call will not wait for it.
std::unique_ptr<external_queue_base>
open_cuda_queue(std::uint32_t ordinal, call_options const& options, external_queue& lent);

} // namespace gpu::inline v0::detail
