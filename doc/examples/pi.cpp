// SPDX-License-Identifier: Apache-2.0
/// Pi by Monte Carlo, on all cores. The points follow from their number, and the order of the sum
/// is prescribed: the result is the same for any number of threads.
//! [program]
#include <gpualgo/gpualgo.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <ranges>

/// The i-th of a sequence of 64 random bits (splitmix64).
std::uint64_t random_bits(std::uint64_t i) {
    std::uint64_t z = (i + 1) * 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

int main() {
    std::uint64_t const n = 10'000'000;
    auto const points = std::views::iota(std::uint64_t{0}, n);
    auto const inside = [](std::uint64_t i) -> std::int64_t {
        std::uint64_t const bits = random_bits(i);
        double const x = static_cast<double>(bits >> 32) * 0x1p-32;
        double const y = static_cast<double>(bits & 0xffffffff) * 0x1p-32;
        return x * x + y * y < 1;
    };
    std::int64_t const hits =
        gpu::transform_reduce(gpu::automatic, points, std::int64_t{0}, std::plus<>(), inside);

    double const pi = 4 * static_cast<double>(hits) / static_cast<double>(n);
    std::printf("pi is about %.4f\n", pi);
    return std::abs(pi - 3.14159265) < 0.003 ? 0 : 1; // six standard deviations
}
//! [program]
