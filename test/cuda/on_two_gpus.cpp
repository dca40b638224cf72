// SPDX-License-Identifier: Apache-2.0
/// Copies between two GPUs, in both directions, of any size, and after pending work on either. With
/// fewer GPUs, nothing is tested.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using bytes = gpu::device_vector<std::uint8_t>;

std::optional<std::pair<gpu::device, gpu::device>> two_gpus() {
    std::vector<gpu::device> found;
    for (gpu::device const d : gpu::devices())
        if (d.kind() == gpu::device_kind::cuda) found.push_back(d);
    if (found.size() >= 2) return std::pair(found[0], found[1]);
    WARN("fewer than two GPUs here: nothing is tested");
    return {};
}

std::vector<std::uint8_t> some_bytes(std::size_t n, unsigned seed) {
    std::vector<std::uint8_t> values(n);
    for (auto& value : values)
        value = static_cast<std::uint8_t>((seed = seed * 1103515245 + 12345) >> 16);
    return values;
}

/// Enqueues work on the default stream of a GPU that finally fills memory with a value.
void fill_later(bytes& memory, int value) {
    int former = 0;
    REQUIRE(cudaGetDevice(&former) == cudaSuccess);
    REQUIRE(cudaSetDevice(memory.device().ordinal()) == cudaSuccess);
    for (int i = 200; i >= 0; --i)
        REQUIRE(cudaMemsetAsync(memory.data(), (value + i) & 0xff, memory.size(),
                                cudaStreamLegacy) == cudaSuccess);
    REQUIRE(cudaSetDevice(former) == cudaSuccess);
}

/// Calls f(from, to) for both directions.
template <class F>
void in_both_directions(F f) {
    auto const gpus = two_gpus();
    if (!gpus) return;
    f(gpus->first, gpus->second);
    f(gpus->second, gpus->first);
}

} // namespace

TEST_CASE("copies between two GPUs of any size, at any address") {
    in_both_directions([](gpu::device from, gpu::device to) {
        for (std::size_t const n :
             {std::size_t{1}, std::size_t{3}, std::size_t{255}, std::size_t{4097},
              (std::size_t{1} << 20) - 1, (std::size_t{1} << 20) + 1, (std::size_t{16} << 20) + 7,
              std::size_t{64} << 20}) {
            INFO(n << " bytes from " << to_string(from) << " to " << to_string(to));
            auto const values = some_bytes(n, static_cast<unsigned>(n));
            bytes const source(values, from);
            bytes target(n, std::uint8_t{0}, to);
            CHECK(gpu::copy(source.begin(), source.end(), target.begin()) == target.end());
            CHECK(target.to_host() == values);

            bytes const constructed(source, to);
            CHECK(constructed.device() == to);
            CHECK(constructed.to_host() == values);
            if (n < 3) continue;
            target.assign(n, std::uint8_t{1});
            gpu::copy(source.begin() + 1, source.end() - 1, target.begin() + 2);
            auto const seen = target.to_host();
            CHECK(seen[1] == 1);
            CHECK(std::vector(seen.begin() + 2, seen.end()) ==
                  std::vector(values.begin() + 1, values.end() - 1));
        }
    });
}

TEST_CASE("plain pointers from cudaMalloc are copied between two GPUs") {
    in_both_directions([](gpu::device from, gpu::device to) {
        auto const values = some_bytes(100'001, 5);
        auto const allocate = [&](gpu::device where) {
            void* memory = nullptr;
            REQUIRE(cudaSetDevice(where.ordinal()) == cudaSuccess);
            REQUIRE(cudaMalloc(&memory, values.size()) == cudaSuccess);
            REQUIRE(cudaSetDevice(0) == cudaSuccess);
            return static_cast<std::uint8_t*>(memory);
        };
        auto* const source = allocate(from);
        auto* const target = allocate(to);
        gpu::copy(values, source);
        gpu::copy(source, source + values.size(), target);
        std::vector<std::uint8_t> back(values.size());
        gpu::copy(target, target + values.size(), back.begin());
        CHECK(back == values);
        CHECK(cudaFree(source) == cudaSuccess);
        CHECK(cudaFree(target) == cudaSuccess);
    });
}

TEST_CASE("a copy between two GPUs waits for the default streams of both") {
    in_both_directions([](gpu::device from, gpu::device to) {
        constexpr std::size_t n = std::size_t{64} << 20;
        for (int round = 0; round < 5; ++round) {
            bytes source(n, std::uint8_t{0}, from);
            bytes target(n, std::uint8_t{0}, to);
            fill_later(source, 7 + round);
            gpu::copy(source, target.begin());
            CHECK(target.to_host() ==
                  std::vector<std::uint8_t>(n, static_cast<std::uint8_t>(7 + round)));

            fill_later(target, 99);
            gpu::copy(source, target.begin());
            CHECK(target.to_host() ==
                  std::vector<std::uint8_t>(n, static_cast<std::uint8_t>(7 + round)));
        }
    });
}

TEST_CASE("a range whose ends are on two GPUs is refused") {
    in_both_directions([](gpu::device from, gpu::device to) {
        gpu::device_vector<float> const v(1000, 1.F, from);
        gpu::device_vector<float> const w(1000, 1.F, to);
        CHECK_THROWS_AS(gpu::reduce(v.begin(), w.end()), std::invalid_argument);
        CHECK_THROWS_WITH(gpu::reduce(v.begin(), w.end()),
                          Catch::Contains(to_string(from)) && Catch::Contains(to_string(to)));
    });
}
