// SPDX-License-Identifier: Apache-2.0
#include "reduce_to.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

template struct reductions_to<std::int8_t>;
template struct reductions_to<std::uint8_t>;
template struct reductions_to<std::int16_t>;
template struct reductions_to<std::uint16_t>;

} // namespace gpu::inline v0::detail
