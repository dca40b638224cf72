// SPDX-License-Identifier: Apache-2.0
/// @file
/// What programs have the library compute, see gpualgo/detail/fold_request.hpp.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/abi/transform_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

void fold_for_program(reduce_request const& request);
void fold_for_program(transform_request const& request);
void divide_for_program(std::uint32_t value, void const* sum, std::uint64_t n, void* mean);

} // namespace gpu::inline v0::detail
