// SPDX-License-Identifier: Apache-2.0
/// Each barrier of matmul's tiled kernels is left out in turn, to show that none is missing or
/// superfluous.
#include "barriers.hpp"

#include "matmul/names.hpp"
#include "simulated/kernels.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

using namespace gpu::detail;
using gpu::simulated::defect;
using gpu::simulated::launch_options;

namespace {

/// A tiled strategy, and the number of its synchronisation sites.
struct tiled_kernel {
    std::uint32_t strategy;
    std::uint32_t threads;
    std::size_t barriers;
};

/// A product that reuses its tiles many times along k.
void multiply(tiled_kernel const& k, launch_options options) {
    constexpr std::int64_t m = 40, n = 36, depth = 100;
    std::vector<float> a(m * depth, 1), b(depth * n, 2), c(m * n);
    float const alpha = 1, beta = 0;
    matmul_request request;
    request.strategy = k.strategy;
    request.space = static_cast<std::uint32_t>(gpu::memory_space::shared);
    request.block_size = k.threads;
    request.m = m;
    request.n = n;
    request.k = depth;
    request.a = {a.data(), depth, 1, {}};
    request.b = {b.data(), n, 1, {}};
    request.c = {c.data(), n, 1, {}};
    request.alpha = &alpha;
    request.beta = &beta;
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::matmul(queue, request);
    REQUIRE(c == std::vector<float>(m * n, 2 * depth));
}

} // namespace

TEST_CASE(
    "matmul: each barrier between tiles is needed, and its absence is found with both sites") {
    auto const kernel =
        GENERATE(tiled_kernel{index_of<gpu::policy::shared_tile, matmul_strategies>, 64, 2},
                 tiled_kernel{index_of<gpu::policy::shared_tile, matmul_strategies>, 256, 2},
                 tiled_kernel{index_of<gpu::policy::bank_conflict_free, matmul_strategies>, 256, 2},
                 tiled_kernel{index_of<gpu::policy::register_tile, matmul_strategies>, 64, 1},
                 tiled_kernel{index_of<gpu::policy::register_tile, matmul_strategies>, 256, 1});
    INFO(known_matmul_strategies[kernel.strategy].name << " of " << kernel.threads);
    auto const run = [&](auto const& options) { multiply(kernel, options); };
    auto const barriers = test::barriers_of(run);
    REQUIRE(barriers.size() == kernel.barriers);
    for (auto const& barrier : barriers) {
        INFO("without the barrier at " << gpu::simulated::to_string(barrier));
        for (std::uint64_t seed = 1; seed <= 2; ++seed) {
            auto const found = test::found_without(barrier, run, {.seed = seed});
            REQUIRE(found.has_value());
            CHECK(found->kind() == defect::race);
            REQUIRE(found->second().has_value());
            CHECK(found->first().site.line() > 0);
            CHECK(found->second()->site.line() > 0);
        }
    }
}
