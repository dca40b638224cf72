// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of a GPU, lent to a program.
#pragma once

#include "../lendable_queue.hpp"

#include <gpualgo/detail/queue_request.hpp>

#include <cstdint>
#include <memory>

namespace gpu::inline v0::detail {

/// Opens a queue, which makes the GPU the current device of the calling thread, and says what the
/// program must know of it. Where `lent` has a place for the result, the call will not wait for it.
std::unique_ptr<lendable_queue> lend_cuda_queue(std::uint32_t ordinal, execution const& run,
                                                lent_queue& lent);

} // namespace gpu::inline v0::detail
