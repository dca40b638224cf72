// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts for the fake runtime: optimised, unlike its other parts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

/// @return the positions of the keys in ascending order; those of equal keys stay in order
std::vector<std::size_t> stable_order(std::vector<std::uint64_t> const& keys);
