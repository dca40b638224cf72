// SPDX-License-Identifier: Apache-2.0
/// @file
/// Computations on behalf of programs, see gpualgo/abi/host_services.hpp.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

void fold_for_program(reduce_request const& request);
void divide_for_program(std::uint32_t value, void const* sum, std::uint64_t n, void* mean);

} // namespace gpu::inline v0::detail
