// SPDX-License-Identifier: Apache-2.0
/// @file
/// Random bits that are the same on every machine and with every standard library.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// The generator SplitMix64.
///
/// Source: G. Steele, D. Lea, C. Flood, Fast Splittable Pseudorandom Number Generators, 2014.
class splitmix64 {
public:
    explicit splitmix64(std::uint64_t seed) : state_(seed) {}

    /// @return 64 bits
    std::uint64_t operator()() {
        std::uint64_t z = state_ += 0x9e3779b97f4a7c15;
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

private:
    std::uint64_t state_;
};

} // namespace gpu::inline v0::detail
