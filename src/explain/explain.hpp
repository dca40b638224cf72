// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts what the kernels of a problem do to warps, sectors and banks, on the simulated device.
#pragma once

#include "simulated/launch.hpp"

#include <gpualgo/abi/explain_request.hpp>

#include <string>

namespace gpu::inline v0::detail {

/// The call in messages: "gpu::explain(interleaved, reduce of 1000 int32)".
std::string described(explain_request const& request);

/// Reports the counts of a launch.
/// @return whether the receiver wants to go on
bool report_launch(simulated::counted_launch const& launch, explain_sink const& sink);

/// Checks the request, counts, and reports to the sink.
/// @throws std::invalid_argument if the policy does not serve the problem or the problem has no
/// elements, too many, or blocks of a wrong shape
/// @throws simulated::finding
void explain(explain_request const& request, explain_sink const& sink);

} // namespace gpu::inline v0::detail
