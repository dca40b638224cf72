// SPDX-License-Identifier: Apache-2.0
/// @file
/// Opens queues of GPUs for programs.
#pragma once

#include "call/external_queue_base.hpp"

#include <gpualgo/abi/external_queue.hpp>

#include <cstdint>
#include <memory>

namespace gpu::inline v0::detail {

/// Opens a queue, makes the GPU the current device of the calling thread, and fills `lent` for the
/// program. If `lent.result` is set, the call will not wait for the result.
std::unique_ptr<external_queue_base>
open_cuda_queue(std::uint32_t ordinal, call_options const& options, external_queue& lent);

} // namespace gpu::inline v0::detail
