// SPDX-License-Identifier: Apache-2.0
/// top_k on the simulated device: in any order of blocks and threads, alone and on all cores. No
/// barrier is missing or superfluous.
#include "barriers.hpp"
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/abi/top_k_request.hpp>
#include <gpualgo/abi/types.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

using test::launch_options;

namespace {

using namespace gpu::detail;

std::vector<std::uint16_t> scattered_numbers(std::size_t n) {
    std::vector<std::uint16_t> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<std::uint16_t>(i * 2654435761U >> 7);
    return x;
}

std::vector<std::uint16_t> largest(std::vector<std::uint16_t> const& x, std::size_t k,
                                   launch_options options) {
    std::vector<std::uint16_t> out(k);
    top_k_request request;
    request.value = number_of<std::uint16_t, types>;
    request.first = x.data();
    request.n = x.size();
    request.k = k;
    request.is_descending = 1;
    request.out = out.data();
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    gpu::simulated::top_k(queue, request);
    return out;
}

std::vector<std::uint16_t> expected(std::vector<std::uint16_t> x, std::size_t k) {
    std::sort(x.begin(), x.end(), std::greater<>());
    x.resize(k);
    return x;
}

} // namespace

TEST_CASE("top_k is right in any order of blocks and threads", "[threads]") {
    for (std::size_t const n : {std::size_t{700}, std::size_t{9000}})
        for (std::size_t const k : {std::size_t{1}, std::size_t{600}}) {
            auto const x = scattered_numbers(n);
            for (std::uint64_t seed = 1; seed <= test::orders(6); ++seed)
                for (bool const parallel : test::one_and_several_threads)
                    REQUIRE(largest(x, k, {.seed = seed, .parallel = parallel}) == expected(x, k));
        }
}

TEST_CASE("no barrier of top_k is missing or superfluous") {
    auto const x = scattered_numbers(9000);
    std::size_t const k = 600;
    // two and the last block of a digit's pass, one of a sort, and five of a selection. Two of
    // these are superfluous here, see select.cpp
    test::check_barriers(
        3 + 1 + 5,
        [&](launch_options const& options) { return largest(x, k, options) == expected(x, k); }, 1);
}
