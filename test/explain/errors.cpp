// SPDX-License-Identifier: Apache-2.0
/// Problems that cannot be explained, and the parts of an explanation.
#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <sstream>
#include <stdexcept>
#include <string>

using gpu::problem;

namespace {

/// The message of std::invalid_argument.
template <class Policy>
std::string refusal(Policy const& policy, problem const& asked) {
    try {
        (void)gpu::explain(policy, asked);
    } catch (std::invalid_argument const& e) {
        return e.what();
    }
    FAIL("it is explained");
    return {};
}

} // namespace

TEST_CASE("policies that do not serve a problem are refused") {
    REQUIRE(refusal(gpu::row_on_x, problem::reduce<int>(100)) ==
            "gpu::explain(row_on_x, reduce of 100 int32): row_on_x does not serve reduce; these "
            "do: automatic, neighbored, neighbored_less, interleaved, bank_conflict_free, "
            "cg_tile<1>, cg_tile<2>, cg_tile<4>, cg_tile<8>, cg_tile<16>, cg_tile<32>, "
            "warp_shuffle");
    REQUIRE_THAT(refusal(gpu::vendor, problem::reduce<int>(100)),
                 Catch::Contains("vendor has no kernel that the simulated device can run"));
    REQUIRE_THAT(refusal(gpu::tensor_core, problem::matmul<float>(8, 8, 8)),
                 Catch::Contains("tensor_core has no kernel that the simulated device can run"));
    REQUIRE_THAT(refusal(gpu::interleaved, problem::min_element<int>(100)),
                 Catch::Contains("interleaved does not serve min_element; these do: automatic"));
    REQUIRE_THAT(refusal(gpu::interleaved, problem::transform<int>(100)),
                 Catch::Contains("does not serve transform"));
}

TEST_CASE("sizes, blocks and devices that are not possible are refused") {
    REQUIRE_THAT(refusal(gpu::automatic, problem::reduce<int>(0)),
                 Catch::Contains("the problem has no elements"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::matmul<float>(8, 0, 8)),
                 Catch::Contains("the problem has no elements"));
    auto const beyond = (std::uint64_t{1} << 40) + 1;
    REQUIRE_THAT(refusal(gpu::automatic, problem::reduce<int>(beyond)),
                 Catch::Contains("at most 2^40 elements"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::transform<int>(1 << 20, (1 << 20) + 1)),
                 Catch::Contains("at most 2^40 elements"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::matmul<float>(~0ull, ~0ull, 2)),
                 Catch::Contains("at most 2^40 elements"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::transform<int>(100, 100).block(32, 33)),
                 Catch::Contains("a block of 32 by 33 threads was given; a block has 1 to 1024"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::transform<int>(100).block(0)),
                 Catch::Contains("a block of 0 by 1 threads"));
    REQUIRE_THAT(refusal(gpu::automatic, problem::transform<int>(beyond - 1).block(1)),
                 Catch::Contains("more than 2^31 - 1 blocks along x"));
    REQUIRE_THAT(refusal(gpu::interleaved.block_size(1025), problem::reduce<int>(100)),
                 Catch::Contains("block_size(1025) was given; a block has 1 to 1024"));
    REQUIRE_THAT(refusal(gpu::automatic.block_size(64), problem::reduce<int>(100)),
                 Catch::Contains("automatic chooses its own"));
    REQUIRE_THAT(refusal(gpu::shared_tile.block_size(100), problem::matmul<float>(8, 8, 8)),
                 Catch::Contains("shared_tile takes 64, 256 or 1024"));
    REQUIRE_THAT(
        refusal(gpu::interleaved.in(gpu::memory_space::registers), problem::reduce<int>(100)),
        Catch::Contains("in(registers) was given"));
    REQUIRE_THAT(refusal(gpu::interleaved.on(gpu::device::host()), problem::reduce<int>(100)),
                 Catch::Contains("explained on the simulated device only"));
    REQUIRE(gpu::explain(gpu::interleaved.on(gpu::device::simulated()), problem::reduce<int>(100))
                .launches.size() == 1);
}

TEST_CASE("grids beyond CUDA's limit are refused, also if 32 bits would not show it") {
    auto const scan = [](std::uint64_t blocks) {
        return refusal(gpu::cg_tile<32>.block_size(32),
                       problem::inclusive_scan<float>(32 * blocks));
    };
    for (std::uint64_t const blocks : {std::uint64_t{1} << 31, (std::uint64_t{1} << 32) + 5})
        REQUIRE_THAT(scan(blocks), Catch::Contains("a grid of " + std::to_string(blocks) +
                                                   " blocks; a grid has 1 to 2^31 - 1"));
}

TEST_CASE("problems that the library does not know are refused") {
    gpu::detail::explain_request request; // as newer headers would make it
    request.algorithm = 1000;
    REQUIRE_THROWS_WITH(gpu::detail::run_explain(request, "automatic"),
                        Catch::Contains("cannot explain algorithm number 1000"));
    request.algorithm = 0;
    request.value = 1000;
    REQUIRE_THROWS_AS(gpu::detail::run_explain(request, "automatic"), gpu::unsupported_operator);
}

TEST_CASE("the rows of an explanation, and their sums") {
    auto const explained =
        gpu::explain(gpu::interleaved.block_size(64), problem::reduce<float>(1 << 20));
    REQUIRE(explained.policy == "interleaved");
    REQUIRE(explained.launches.size() == 2);
    REQUIRE(explained.launches[0].kernel == "reduce<interleaved, shared>");
    REQUIRE(explained.launches[0].grid == gpu::explanation::extent{16384, 1});
    REQUIRE(explained.launches[0].is_extrapolated);
    REQUIRE(!explained.launches[1].is_extrapolated);
    gpu::warp_counts sum;
    for (auto const& row : explained) {
        REQUIRE(row.launch < 2);
        REQUIRE(row.number > 0);
        REQUIRE(row.file.starts_with("gpualgo/kernel/reduce/"));
        sum += row.counts;
    }
    REQUIRE(sum == explained.total());
    gpu::warp_counts launches = explained.total(0);
    launches += explained.total(1);
    REQUIRE(launches == sum);
    REQUIRE(explained ==
            gpu::explain(gpu::interleaved.block_size(64), problem::reduce<float>(1 << 20)));
}

TEST_CASE("the table names launches, source lines and what was extrapolated") {
    std::ostringstream out;
    out << gpu::explain(gpu::interleaved.block_size(512), problem::reduce<int>(1 << 20));
    REQUIRE_THAT(out.str(),
                 Catch::Contains("reduce<interleaved, shared>, grid 2048, block 512: 32768 warps, "
                                 "2048 diverge, 0 idle") &&
                     Catch::Contains("gpualgo/kernel/reduce/interleaved.hpp:") &&
                     Catch::Contains("Counts model the source, not the machine code.") &&
                     Catch::Contains("Extrapolated: few blocks ran"));
    auto const small = to_string(gpu::explain(gpu::interleaved, problem::reduce<int>(1000)));
    REQUIRE_THAT(small, !Catch::Contains("xtrapolated"));
}

TEST_CASE("few of 2^30 elements are simulated") {
    auto const explained = gpu::explain(gpu::interleaved, problem::reduce<int>((1u << 30) + 12345));
    REQUIRE(explained.total(0).global_loads.bytes_used == ((1ull << 30) + 12345) * 4);
    REQUIRE(explained.launches.front().is_extrapolated);
}

TEST_CASE("every algorithm reads each of its elements") {
    constexpr std::uint64_t n = 1000000;
    auto const used = [](problem const& p) {
        return gpu::explain(gpu::automatic, p).total().global_loads.bytes_used;
    };
    REQUIRE(used(problem::reduce<float>(n)) >= n * 4);
    REQUIRE(used(problem::transform_reduce<float>(n)) >= 2 * n * 4);
    REQUIRE(used(problem::min_element<double>(n)) >= n * 8);
    REQUIRE(used(problem::transform<std::int16_t>(n)) == 2 * n * 2);
    // reduce also reads the partials of its blocks
    REQUIRE(used(problem::reduce<float>(n)) <= n * 4 + 4 * 1000);
}
