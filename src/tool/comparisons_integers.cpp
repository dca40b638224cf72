// SPDX-License-Identifier: Apache-2.0
#include "comparisons_of.hpp"

namespace tool {

template std::vector<comparison> comparisons_of<std::int8_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::int16_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::int32_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::int64_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::uint8_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::uint16_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::uint32_t>(numbers const&, std::uint32_t);
template std::vector<comparison> comparisons_of<std::uint64_t>(numbers const&, std::uint32_t);

} // namespace tool
