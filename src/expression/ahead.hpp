// SPDX-License-Identifier: Apache-2.0
/// @file
/// The mode of gpu::prepare: calls with expressions make their kernels, and do nothing else.
#pragma once

#include "program.hpp"

#include <gpualgo/abi/device_id.hpp>

namespace gpu::inline v0::detail {

/// Begins or ends the mode for the calling thread.
/// @param device whose kernels are made; null to end the mode
void compile_ahead(device_id const* device);

/// Whether the calling thread is in that mode for a device.
[[nodiscard]] bool compiles_ahead(device_id device);

/// Throws gpu::unsupported_operator if an expression has a text of gpu::source without a function
/// for the host, and the device is no GPU.
void check_texts(expression_view const& e, device_id device);

} // namespace gpu::inline v0::detail
