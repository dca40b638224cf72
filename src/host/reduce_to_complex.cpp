// SPDX-License-Identifier: Apache-2.0
#include "reduce_to.hpp"

namespace gpu::inline v0::detail {

template void reduce_to<kernel::complex<float>>(reduce_request const&, instruction_set);
template void reduce_to<kernel::complex<double>>(reduce_request const&, instruction_set);

} // namespace gpu::inline v0::detail
