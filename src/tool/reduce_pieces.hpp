// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo reduce` of input that is read once and need not fit into memory.
#pragma once

#include "arguments.hpp"

#include <gpualgo/device.hpp>

#include <optional>

namespace tool {

/// Reduce files and streams piece by piece, one after the other, with the bits of one reduction.
/// @param arguments the command
/// @param device that reduces the pieces
/// @return one row; nothing if the command needs all elements at once. That is so if it compares
/// strategies, repeats calls or has one file that fits into memory
/// @throws what `input_of` throws
[[nodiscard]] std::optional<reduce_results> reduce_pieces(reduce_arguments const& arguments,
                                                          gpu::device device);

} // namespace tool
