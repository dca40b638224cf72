// SPDX-License-Identifier: Apache-2.0
#include "comparisons_of.hpp"

namespace tool {

template std::vector<comparison> comparisons_of<float>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<double>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<gpu::half>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<gpu::bfloat16>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<gpu::kernel::complex<float>>(numbers const&,
                                                                             std::uint32_t);
template std::vector<comparison> comparisons_of<gpu::kernel::complex<double>>(numbers const&,
                                                                              std::uint32_t);

} // namespace tool
