// SPDX-License-Identifier: Apache-2.0
#include "transform_load_to.hpp"

namespace gpu::inline v0::detail {

template load_function load_to<float>(std::uint32_t, std::uint32_t, instruction_set);
template load_function load_to<double>(std::uint32_t, std::uint32_t, instruction_set);

} // namespace gpu::inline v0::detail
