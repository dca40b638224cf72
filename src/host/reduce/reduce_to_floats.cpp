// SPDX-License-Identifier: Apache-2.0
#include "reduce_to.hpp"

namespace gpu::inline v0::detail {

template struct reductions_to<float>;
template struct reductions_to<double>;

} // namespace gpu::inline v0::detail
