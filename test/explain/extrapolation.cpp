// SPDX-License-Identifier: Apache-2.0
/// Counts of large products and pictures from small ones equal those of all blocks.
#include "explain/counting.hpp"
#include "explain/problem.hpp"
#include "matmul/names.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <limits>
#include <tuple>

using namespace gpu::detail;

namespace {

constexpr auto all_blocks = std::numeric_limits<std::uint64_t>::max();

/// Compares launches that were counted with and without extrapolation. The one that adds parts of k
/// is always counted completely.
void require_extrapolated(launches const& exact, launches const& extrapolated) {
    REQUIRE(exact.size() == extrapolated.size());
    for (std::size_t i = 0; i < exact.size(); ++i) {
        REQUIRE(!exact[i].is_extrapolated);
        REQUIRE(extrapolated[i].is_extrapolated == (extrapolated[i].kernel != "matmul_add_parts"));
        REQUIRE(exact[i].kernel == extrapolated[i].kernel);
        REQUIRE(exact[i].shape.grid.volume() == extrapolated[i].shape.grid.volume());
        REQUIRE(exact[i].counts == extrapolated[i].counts);
    }
}

explain_request product(std::uint32_t strategy, std::uint32_t space, std::uint32_t value,
                        std::tuple<std::uint64_t, std::uint64_t, std::uint64_t> size) {
    explain_request request;
    request.algorithm = static_cast<std::uint32_t>(explained_algorithm::matmul);
    request.strategy = strategy;
    request.space = space;
    request.value = value;
    std::tie(request.m, request.n, request.k) = size;
    return request;
}

template <class T>
constexpr auto matrix_type = number_of<T, matmul_types>;

} // namespace

TEST_CASE("products of all strategies: small ones stand for large ones") {
    for (std::uint32_t strategy = 0; strategy < known_matmul_strategies.size(); ++strategy)
        for (std::uint32_t space = 0; space < known_spaces.size(); ++space) {
            auto const& facts = known_matmul_strategies[strategy];
            if (!facts.spaces[space] || facts.name == "vendor" || facts.name == "tensor_core")
                continue;
            bool const is_fold =
                facts.name == "interleaved" || facts.name.starts_with("neighbored");
            for (auto const value :
                 {matrix_type<float>, matrix_type<double>, matrix_type<std::int8_t>}) {
                // cases of which at least one dimension is large for the strategy
                auto request = product(strategy, space, value, {41, 130, 70});
                if (facts.name == "register_tile" || facts.name == "automatic")
                    request = product(strategy, space, value, {300, 131, 67});
                if (is_fold) {
                    request = product(strategy, space, value, {37, 70, 200});
                    request.block_size = 48;
                }
                CAPTURE(facts.name, space, value);
                check(request);
                require_extrapolated(count_product(request, all_blocks), count_product(request, 0));
            }
        }
}

TEST_CASE("products in blocks of other sizes") {
    struct {
        char const* name;
        unsigned block;
    } const cases[] = {{"row_on_x", 96},     {"row_on_y", 160},  {"shared_tile", 64},
                       {"cg_tile<4>", 48},   {"cg_tile<8>", 64}, {"register_tile", 64},
                       {"warp_shuffle", 96}, {"cg_tile<32>", 40}};
    for (auto const& [name, block] : cases)
        for (std::uint32_t strategy = 0; strategy < known_matmul_strategies.size(); ++strategy) {
            if (known_matmul_strategies[strategy].name != name) continue;
            auto request = product(strategy, unspecified, matrix_type<float>, {77, 150, 203});
            request.block_size = block;
            CAPTURE(name, block);
            check(request);
            require_extrapolated(count_product(request, all_blocks), count_product(request, 0));
        }
}

TEST_CASE("products in large tiles of register_tile") {
    auto const strategy = number_of<gpu::policy::register_tile, matmul_strategies>;
    for (auto const value : {matrix_type<float>, matrix_type<gpu::half>}) {
        auto request = product(strategy, unspecified, value, {131, 1030, 67});
        request.block_size = 256;
        CAPTURE(value);
        check(request);
        auto const exact = count_product(request, all_blocks);
        require_extrapolated(exact, count_product(request, 0));
        REQUIRE(exact[0].kernel ==
                (value == matrix_type<float> ? "matmul_register_tile<128, 256>"
                                             : "matmul_register_tile<128, 128>"));
    }
}

TEST_CASE("products whose k is shared by blocks") {
    for (auto const value : {matrix_type<float>, matrix_type<double>}) {
        // parts of different lengths, and of different kernels
        for (auto const& size : {std::tuple{64, 4224, 1221}, {64, 520, 1100}, {200, 136, 1030}}) {
            auto request = product(0, unspecified, value, size);
            CAPTURE(value, request.m, request.n, request.k);
            check(request);
            auto const exact = count_product(request, all_blocks);
            REQUIRE(exact.size() == 2);
            require_extrapolated(exact, count_product(request, 0));
        }
    }
}

TEST_CASE("pictures: small ones stand for large ones") {
    struct {
        std::uint64_t width, height;
        std::uint32_t block_x, block_y;
        std::uint64_t stride = 1;
    } const cases[] = {{1000, 1, 64, 1},    {1003, 1, 7, 1},       {200, 150, 16, 16},
                       {201, 149, 8, 8},    {333, 111, 32, 4},     {99, 500, 3, 5},
                       {1003, 1, 32, 1, 2}, {200, 150, 16, 16, 3}, {201, 149, 8, 8, 9}};
    for (auto const& [width, height, x, y, stride] : cases)
        for (std::uint32_t value = 0; value < known_types.size(); ++value)
            for (std::uint64_t const offset : {0u, 1u}) {
                explain_request request;
                request.algorithm = static_cast<std::uint32_t>(explained_algorithm::transform);
                request.value = value;
                request.n = width;
                request.m = height;
                request.block_x = x;
                request.block_y = y;
                request.offset = offset;
                request.stride = stride;
                CAPTURE(width, height, x, y, value);
                check(request);
                auto const few = count_transform(request, 0);
                auto const exact = count_transform(request, all_blocks);
                REQUIRE(exact[0].counts == few[0].counts);
                REQUIRE(!exact[0].is_extrapolated);
            }
}
