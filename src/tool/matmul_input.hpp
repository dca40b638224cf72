// SPDX-License-Identifier: Apache-2.0
/// @file
/// The input of `gpualgo matmul`: the matrices of two files, or random ones.
#pragma once

#include "arguments.hpp"
#include "matrix_data.hpp"

namespace tool {

/// @param arguments the command
/// @return its matrices, of sizes that conform
/// @throws input_error if a file is malformed, or the matrices do not conform
/// @throws std::system_error if a file cannot be read
[[nodiscard]] factors input_of(matmul_arguments const& arguments);

} // namespace tool
