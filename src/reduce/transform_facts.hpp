// SPDX-License-Identifier: Apache-2.0
/// @file
/// Names and facts about the listed transforms by number.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>
#include <string_view>

namespace gpu::inline v0::detail {

/// Whether kernels for the request's transform, operator and types are precompiled.
bool is_known_transform(reduce_request const& request) noexcept;

/// Whether a known transform takes one element from each of two ranges.
bool takes_two_ranges(std::uint32_t transform) noexcept;

/// The name of a transform, or "?" if this library does not know it.
std::string_view name_of_transform(std::uint32_t transform) noexcept;

} // namespace gpu::inline v0::detail
