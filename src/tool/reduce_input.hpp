// SPDX-License-Identifier: Apache-2.0
/// @file
/// What `gpualgo reduce` reduces: the numbers of a file, or made ones.
#pragma once

#include "arguments.hpp"
#include "experiment.hpp"

namespace tool {

/// @param arguments the command
/// @return its numbers, operator and type of totals
/// @throws usage_error where these do not go together
/// @throws input_error where the file is not what it should be
/// @throws std::system_error where it cannot be read
[[nodiscard]] reduction input_of(reduce_arguments const& arguments);

} // namespace tool
