// SPDX-License-Identifier: Apache-2.0
/// Blocks that share tiles of a product, and wait for each other's sums.
#include "tensor_core_on_gpu.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace {

template <class T>
gpu::matrix<T> rough_matrix(std::int64_t rows, std::int64_t columns, unsigned seed,
                            gpu::device device) {
    auto const numbers = test::rough_numbers(static_cast<std::size_t>(rows * columns), seed);
    return {rows, columns, std::vector<T>(numbers.begin(), numbers.end()), device};
}

/// Multiplies on two streams in turn, without waiting, so that blocks of several products run at
/// the same time. Expects the bits of a product that runs alone.
template <class T>
void check_bits(gpu::device device, std::int64_t n, std::int64_t k) {
    constexpr std::size_t products = 16;
    auto const a = rough_matrix<T>(n, k, 1, device), b = rough_matrix<T>(k, n, 2, device);
    gpu::report ran;
    auto const alone = gpu::matmul(gpu::tensor_core.report_to(ran), a, b).to_host();
    std::array const streams{gpu::stream(device), gpu::stream(device)};
    std::vector<gpu::matrix<T>> results;
    for (std::size_t i = 0; i < products; ++i) results.emplace_back(n, n, device);
    for (std::size_t i = 0; i < products; ++i)
        gpu::matmul_into(gpu::tensor_core.on(streams[i % 2]), a, b, results[i]);
    for (auto const& stream : streams) stream.synchronize();
    CAPTURE(n, k, ran.kernel);
    for (auto const& result : results) {
        auto const c = result.to_host();
        CHECK(std::memcmp(c.data(), alone.data(), c.size() * sizeof(T)) == 0);
    }
}

} // namespace

TEST_CASE("tensor_core: divided tiles have the same bits each time, also on two streams at once") {
    auto const device = test::the_hopper();
    if (!device) return;
    // fewer tiles than multiprocessors, more, some of them half tiles, and tiles of many blocks
    for (std::int64_t const n : {896, 1152, 1600}) check_bits<double>(*device, n, n);
    for (std::int64_t const n : {600, 1536, 1600}) check_bits<float>(*device, n, n);
    check_bits<float>(*device, 130, 30'000);
}
