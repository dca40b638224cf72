// SPDX-License-Identifier: Apache-2.0
/// @file
/// The input of `gpualgo reduce`: the numbers of files, or random ones.
#pragma once

#include "arguments.hpp"
#include "experiment.hpp"
#include "partial_total.hpp"
#include "range_input.hpp"

#include <cstddef>
#include <cstdint>

namespace tool {

/// @param arguments the command
/// @param type the number of the elements' type
/// @return the types and the operator of the reduction
/// @throws usage_error if these do not fit together
[[nodiscard]] reduction_kind kind_of(reduce_arguments const& arguments, std::uint32_t type);

/// Check that a reduction has a result.
/// @param n elements
/// @throws input_error for the smallest or largest of no elements
void require_elements(reduce_arguments const& arguments, std::size_t n);

/// @param arguments the command
/// @return its numbers, operator and type of totals
/// @throws usage_error if these do not fit together
/// @throws input_error if a file is malformed, or files hold several types
/// @throws std::system_error if a file cannot be read
[[nodiscard]] reduction input_of(reduce_arguments const& arguments);

} // namespace tool
