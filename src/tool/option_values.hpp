// SPDX-License-Identifier: Apache-2.0
/// @file
/// Values of options that are more than a word of a list.
#pragma once

#include "arguments.hpp"
#include "row.hpp"

#include <gpualgo/device.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace tool {

/// @param text `host`, `simulated`, `cuda` or `cuda:N`
/// @return the device
/// @throws usage_error if the text is none of these
/// @throws gpu::no_device
[[nodiscard]] gpu::device parse_device(std::string_view text);

/// @param text MxNxK; the product of any two of them fits into 64 bits
/// @return the sizes
/// @throws usage_error if the text is none, or a size is larger than 2^31
[[nodiscard]] product_shape parse_shape(std::string_view text);

/// @param option that has the value, for the message
/// @param text a count, see count.hpp
/// @param least the smallest that is allowed
/// @param most the largest that is allowed
/// @return the count
/// @throws usage_error if the text is none, or not in the range
[[nodiscard]] std::uint64_t parse_count_option(std::string_view option, std::string_view text,
                                               std::uint64_t least, std::uint64_t most);

/// @return the device that a command names, or the preferred one
/// @throws gpu::no_device if that would fall back to the host, and GPUALGO_STRICT forbids it
[[nodiscard]] gpu::device device_of(strategy_arguments const& arguments);

/// The host would compute such a product or total in its own way, and a row would have a false
/// name.
/// @param policy asked for
/// @param device that it runs on
/// @throws gpu::no_device if only GPUs have the kernels, and the device is the host
void require_gpu(std::string_view policy, gpu::device device);

} // namespace tool
