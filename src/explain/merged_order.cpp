// SPDX-License-Identifier: Apache-2.0
#include "merged_order.hpp"

#include "simulated/random_order.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <span>
#include <utility>

namespace gpu::inline v0::detail {

std::vector<std::uint32_t> shuffled(std::uint32_t n) {
    std::vector<std::uint32_t> numbers(n);
    std::iota(numbers.begin(), numbers.end(), 0u);
    simulated::random_order(1, 0).permute(std::span(numbers));
    return numbers;
}

merged_order::merged_order(std::uint32_t tile) {
    auto const ranks = shuffled(tile);
    auto const middle = ranks.begin() + tile / 2;
    first_.assign(ranks.begin(), middle);
    second_.assign(middle, ranks.end());
    std::ranges::sort(first_);
    std::ranges::sort(second_);
}

simulated::dry_content
content_of(std::size_t element_bytes,
           std::function<std::uint64_t(std::uint32_t launch, std::uint64_t i)> number_at) {
    return [element_bytes, number_at = std::move(number_at)](
               simulated::dry_reader const& reader, std::size_t offset, std::span<std::byte> read) {
        for (std::size_t i = 0; i < read.size(); i += element_bytes) {
            std::uint64_t const number = number_at(reader.launch, (offset + i) / element_bytes);
            std::memcpy(&read[i], &number, element_bytes);
        }
    };
}

} // namespace gpu::inline v0::detail
