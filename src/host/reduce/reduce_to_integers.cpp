// SPDX-License-Identifier: Apache-2.0
#include "reduce_to.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

template struct reductions_to<std::int32_t>;
template struct reductions_to<std::uint32_t>;
template struct reductions_to<std::int64_t>;
template struct reductions_to<std::uint64_t>;

} // namespace gpu::inline v0::detail
