// SPDX-License-Identifier: Apache-2.0
#include "reduce_to.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

template void reduce_to<std::int32_t>(reduce_request const&, instruction_set);
template void reduce_to<std::uint32_t>(reduce_request const&, instruction_set);
template void reduce_to<std::int64_t>(reduce_request const&, instruction_set);
template void reduce_to<std::uint64_t>(reduce_request const&, instruction_set);

} // namespace gpu::inline v0::detail
