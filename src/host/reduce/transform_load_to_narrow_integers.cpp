// SPDX-License-Identifier: Apache-2.0
#include "transform_load_to.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

template load_function load_to<std::int8_t>(std::uint32_t, std::uint32_t, instruction_set);
template load_function load_to<std::uint8_t>(std::uint32_t, std::uint32_t, instruction_set);
template load_function load_to<std::int16_t>(std::uint32_t, std::uint32_t, instruction_set);
template load_function load_to<std::uint16_t>(std::uint32_t, std::uint32_t, instruction_set);

} // namespace gpu::inline v0::detail
