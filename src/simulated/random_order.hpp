// SPDX-License-Identifier: Apache-2.0
/// @file
/// Random orders from a seed. They are the same on every machine, unlike the distributions of the
/// standard library.
#pragma once

#include "call/splitmix64.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace gpu::inline v0::simulated {

class random_order {
public:
    /// @param seed any number
    /// @param stream selects one of the seed's sequences
    random_order(std::uint64_t seed, std::uint64_t stream)
        : bits_(seed + stream * 0xd1342543de82ef95) {}

    /// Permutes a range in place.
    template <class T>
    void permute(std::span<T> range) {
        for (std::size_t i = range.size(); i > 1; --i)
            std::swap(range[i - 1], range[below(static_cast<std::uint32_t>(i))]);
    }

    /// @return a number below `bound`
    std::size_t below(std::uint32_t bound) {
        return static_cast<std::size_t>((bits_() >> 32) * bound >> 32);
    }

private:
    detail::splitmix64 bits_;
};

} // namespace gpu::inline v0::simulated
