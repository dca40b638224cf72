// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo reduce`: the total of numbers, or one reduction by many strategies.
#pragma once

#include "arguments.hpp"
#include "row.hpp"

namespace tool {

/// Run the command. One file is not copied, except to a GPU: it may be larger than memory.
/// - `automatic`: one row, on the preferred device, or on the one asked for. It is compared with a
///   reference only if the command asks for that, and timed for a tenth of a second.
/// - On a GPU: the strategies on it, on data in its memory; with `all`, also the host's.
/// - Without a GPU, if no device was asked for: the host, and the strategies on the simulated
///   device. These get at most `most_simulated` of the elements.
/// - On a device that was asked for: the strategies there, on all elements.
/// @param arguments the command
/// @return a row for every strategy
[[nodiscard]] reduce_results reduce(reduce_arguments const& arguments);

} // namespace tool
