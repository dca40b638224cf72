// SPDX-License-Identifier: Apache-2.0
/// The search for extrema on the simulated device: in any order of threads, in one block and in
/// many; no barrier is missing or superfluous.
#include "barriers.hpp"
#include "reduction.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/extrema_request.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

using test::launch_options;

namespace {

using both_positions = std::array<std::uint64_t, 2>;

both_positions find_both(std::vector<std::int32_t> const& values, launch_options options,
                         gpu::detail::call_result* ran = nullptr) {
    using namespace gpu::detail;
    both_positions found{};
    extrema_request request;
    request.value = index_of<std::int32_t, types>;
    request.first = values.data();
    request.n = values.size();
    request.wanted = static_cast<std::uint32_t>(extremum::both);
    request.positions = found.data();
    call_result local;
    gpu::simulated::queue queue(ran != nullptr ? *ran : local, std::move(options));
    gpu::simulated::find_extrema(queue, request);
    return found;
}

/// Numbers with several equal minima and several equal maxima.
std::vector<std::int32_t> repeated_numbers(std::size_t n) {
    std::vector<std::int32_t> values(n);
    for (std::size_t i = 0; i < n; ++i)
        values[i] = static_cast<std::int32_t>(i * 2654435761U % 1000U);
    return values;
}

both_positions expected(std::vector<std::int32_t> const& values) {
    auto const [first, last] = std::minmax_element(values.begin(), values.end());
    return {static_cast<std::uint64_t>(first - values.begin()),
            static_cast<std::uint64_t>(last - values.begin())};
}

constexpr std::size_t several_blocks = 10'001; // elements

} // namespace

TEST_CASE("the extrema of a range, in any order of threads and blocks", "[threads]") {
    for (std::size_t const n : {1u, 5u, 1024u, 4096u, 4100u, 9001u, 40'003u}) {
        if (n > 5000 && test::thinned > 1) continue;
        auto const values = repeated_numbers(n);
        for (std::uint64_t seed = 1; seed <= 5; ++seed) {
            INFO("n = " << n << ", seed " << seed);
            CHECK(find_both(values, {.seed = seed}) == expected(values));
            CHECK(find_both(std::vector<std::int32_t>(n, 7), {.seed = seed}) ==
                  both_positions{0, n - 1});
        }
    }
}

TEST_CASE("one block for up to some thousand elements, then as many blocks as are resident") {
    gpu::detail::call_result one, several;
    (void)find_both(repeated_numbers(4096), {}, &one);
    CHECK(one.grid == 1);
    (void)find_both(repeated_numbers(several_blocks), {.resident_blocks = 7}, &several);
    CHECK(several.grid == 7);
    CHECK(several.block == 256);
    CHECK(std::string(several.kernel) == "extrema");
}

TEST_CASE("each barrier of the search is needed, and its absence is found") {
    test::check_barriers(2, [](launch_options const& options) {
        return find_both(repeated_numbers(several_blocks), options) ==
               expected(repeated_numbers(several_blocks));
    });
}
