// SPDX-License-Identifier: Apache-2.0
/// @file
/// The parameters of a search by keys of elements that the kernel makes, the same for nvcc and g++.
#pragma once

#include "parameters.hpp"

#include <gpualgo/kernel/made_positions.hpp>

namespace gpu::inline v0::detail {

/// See extrema_parameters.
template <class KeyBits, bool Both>
struct made_extrema_parameters {
    kernel::extrema_arguments<kernel::made_positions, Both, std::make_signed_t<KeyBits>> search;
    kernel::number_order<KeyBits> order;
};

} // namespace gpu::inline v0::detail
