// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo reduce`: one reduction by many strategies.
#pragma once

#include "arguments.hpp"
#include "row.hpp"

#include <cstddef>

namespace tool {

/// Elements that the simulated device reduces where the tool chooses it: it checks every access,
/// and takes its time.
inline constexpr std::size_t most_simulated = std::size_t{1} << 18;

/// Runs the command. Of a file no copy is made but for a GPU: it may be larger than memory.
/// - On a GPU: the strategies on it, on data that lies there; with `all`, also what the host does.
/// - Where there is none, and none was asked for: the host, and the strategies on the simulated
/// device, on at most
///   `most_simulated` of the elements.
/// - On a device that was asked for: the strategies there, on all elements.
/// @param arguments the command
/// @return a row for every strategy
[[nodiscard]] reduce_results reduce(reduce_arguments const& arguments);

} // namespace tool
