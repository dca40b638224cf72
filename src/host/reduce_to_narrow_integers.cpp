// SPDX-License-Identifier: Apache-2.0
#include "reduce_to.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

template void reduce_to<std::int8_t>(reduce_request const&, instruction_set);
template void reduce_to<std::uint8_t>(reduce_request const&, instruction_set);
template void reduce_to<std::int16_t>(reduce_request const&, instruction_set);
template void reduce_to<std::uint16_t>(reduce_request const&, instruction_set);

} // namespace gpu::inline v0::detail
