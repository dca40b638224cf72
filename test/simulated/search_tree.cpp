// SPDX-License-Identifier: Apache-2.0
/// Searches of sorted arrays by a tree in shared memory, on the simulated device.
#include "simulated_device.hpp"

#include "simulated/kernels.hpp"

#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

using namespace gpu::detail;
using test::finding;
using test::launch_options;

namespace {

/// Searches an array of n numbers below `range`, at an odd address, by a tree and directly.
/// @return whether both find the same
template <class Bits>
bool finds_by_tree(std::size_t n, std::uint64_t range, bool is_upper, launch_options options) {
    std::mt19937_64 engine(n + range);
    std::vector<Bits> x(n + 1), values(3000);
    for (auto* const some : {&x, &values})
        for (auto& one : *some) one = static_cast<Bits>(engine() % range);
    values[0] = 0;
    values[1] = static_cast<Bits>(-1);
    auto const first = x.begin() + 1;
    std::sort(first, x.end());
    std::vector<std::uint32_t> expected;
    for (Bits const value : values)
        expected.push_back(
            static_cast<std::uint32_t>((is_upper ? std::upper_bound(first, x.end(), value)
                                                 : std::lower_bound(first, x.end(), value)) -
                                       first));
    call_result ran;
    gpu::simulated::queue queue(ran, std::move(options));
    queue.add_inputs(x.data(), x.size() * sizeof(Bits), values.data(),
                     values.size() * sizeof(Bits));
    auto* const out = queue.allocate<std::uint32_t>(values.size());
    find_bounds_by_tree(queue,
                        gpu::kernel::bounds_arguments<Bits>{.sorted = x.data() + 1,
                                                            .n = n,
                                                            .values = values.data(),
                                                            .count = values.size(),
                                                            .narrow = out,
                                                            .wide = nullptr,
                                                            .is_upper = is_upper},
                        order_for<Bits>(false));
    return std::equal(expected.begin(), expected.end(), out);
}

} // namespace

TEMPLATE_TEST_CASE("searches by a tree find the positions of the standard library", "",
                   std::uint16_t, std::uint32_t, std::uint64_t) {
    std::size_t const least = gpu::kernel::find_bounds_by_tree::least<TestType>;
    for (std::size_t const n : {least, least + 1, least + 15, 2 * least + 3, 3 * least - 1})
        for (std::uint64_t const range : {std::uint64_t{100}, std::uint64_t{60000}})
            for (bool const is_upper : {false, true}) {
                INFO(n << " below " << range);
                REQUIRE(finds_by_tree<TestType>(n, range, is_upper, {.seed = n}));
            }
}

TEST_CASE("searches by a tree wait until their block has loaded it") {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
        launch_options options;
        options.seed = seed;
        options.parallel = false;
        options.omits = [](gpu::code_location const&) { return true; };
        std::size_t const least = gpu::kernel::find_bounds_by_tree::least<std::uint32_t>;
        REQUIRE_THROWS_AS(finds_by_tree<std::uint32_t>(least, 60000, false, options), finding);
    }
}
