// SPDX-License-Identifier: Apache-2.0
/// @file
/// What `gpualgo matmul` multiplies: the matrices of two files, or made ones.
#pragma once

#include "arguments.hpp"
#include "matrix_data.hpp"

namespace tool {

/// @param arguments the command
/// @return its matrices, which conform
/// @throws input_error where a file is not what it should be, or the matrices do not conform
/// @throws std::system_error where one cannot be read
[[nodiscard]] factors input_of(matmul_arguments const& arguments);

} // namespace tool
