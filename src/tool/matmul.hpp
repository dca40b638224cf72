// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo matmul`: one product of two matrices by many strategies.
#pragma once

#include "arguments.hpp"
#include "row.hpp"

#include <cstdint>

namespace tool {

/// Rows, columns and depth of products on the simulated device unless it was asked for: it
/// checks every access.
inline constexpr std::int64_t most_simulated_each_way = 64;

/// Runs the command. Where strategies run is as for `reduce`; on a GPU matrices lie in its memory.
/// Write the product of the first row to the file that the command names, if it is right.
/// @param arguments the command
/// @return a row for every strategy
[[nodiscard]] matmul_results matmul(matmul_arguments const& arguments);

} // namespace tool
