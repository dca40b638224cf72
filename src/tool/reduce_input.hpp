// SPDX-License-Identifier: Apache-2.0
/// @file
/// The input of `gpualgo reduce`: the numbers of files, or random ones.
#pragma once

#include "arguments.hpp"
#include "experiment.hpp"
#include "partial_total.hpp"

#include <optional>
#include <string>

namespace tool {

/// @param path a file
/// @param stated the value of `--type`, if it was given
/// @return its elements, of a type of the library
/// @throws input_error if the file is malformed
/// @throws std::system_error if it cannot be read
[[nodiscard]] numbers numbers_in(std::string const& path, std::optional<std::string> const& stated);

/// @param arguments the command
/// @param type the number of the elements' type
/// @return the types and the operator of the reduction
/// @throws usage_error if these do not fit together
[[nodiscard]] reduction_kind kind_of(reduce_arguments const& arguments, std::uint32_t type);

/// Check that a reduction has a result.
/// @param n elements
/// @throws input_error for the smallest or largest of no elements
void require_elements(reduce_arguments const& arguments, std::size_t n);

/// @param path of the file
/// @param type of its elements
/// @param first_path of the first file
/// @param first_type of that file's elements
/// @throws input_error if these differ
void require_same_type(std::string const& path, std::uint32_t type, std::string const& first_path,
                       std::uint32_t first_type);

/// @param arguments the command
/// @return its numbers, operator and type of totals
/// @throws usage_error if these do not fit together
/// @throws input_error if a file is malformed, or files hold several types
/// @throws std::system_error if a file cannot be read
[[nodiscard]] reduction input_of(reduce_arguments const& arguments);

} // namespace tool
