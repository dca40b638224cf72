// SPDX-License-Identifier: Apache-2.0
/// @file
/// The input of `gpualgo reduce`: the numbers of files, or random ones.
#pragma once

#include "arguments.hpp"
#include "experiment.hpp"

namespace tool {

/// @param arguments the command
/// @return its numbers, operator and type of totals
/// @throws usage_error if these do not fit together
/// @throws input_error if a file is malformed, or files hold several types
/// @throws std::system_error if a file cannot be read
[[nodiscard]] reduction input_of(reduce_arguments const& arguments);

} // namespace tool
