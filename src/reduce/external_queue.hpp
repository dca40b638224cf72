// SPDX-License-Identifier: Apache-2.0
/// @file
/// Opens queues for programs that bring their own kernels.
#pragma once

#include <gpualgo/abi/external_queue.hpp>

namespace gpu::inline v0::detail {

/// See gpualgo_v0_open_queue. Throws std::invalid_argument, gpu::no_device or
/// gpu::unsupported_operator.
void open_queue(reduce_request const& request, external_queue& queue, call_result& ran);

} // namespace gpu::inline v0::detail
