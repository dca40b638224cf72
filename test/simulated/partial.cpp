// SPDX-License-Identifier: Apache-2.0
/// Kernels of partial reductions on the simulated device, which checks every access.
#include "reduce/groups.hpp"
#include "simulated/queue.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

using gpu::kernel::plus;

namespace {

constexpr gpu::kernel::segmentation segments_of_floats(sizeof(float));

std::vector<float> rough_numbers(std::size_t n) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<float>(i % 1013) * 0.37F - 100;
    return x;
}

/// The partials that a kernel leaves, of elements after the first: these are at an odd address.
std::vector<float> partials_of(std::vector<float> const& x, gpu::detail::part_groups const& part,
                               unsigned block_seed) {
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran, {.seed = block_seed});
    queue.add_input(x.data() + 1, (x.size() - 1) * sizeof(float));
    queue.compute_part(part);
    (void)gpu::detail::reduce_automatic(queue, x.data() + 1, x.size() - 1, 0.0F, plus());
    auto const bytes = queue.fetch_partials();
    std::vector<float> partials(bytes.size() / sizeof(float));
    std::memcpy(partials.data(), bytes.data(), bytes.size());
    return partials;
}

} // namespace

TEST_CASE("a part leaves the totals of complete groups, and of the segments beside them") {
    // few multiprocessors: large groups
    auto const [first, segments, multiprocessors] = GENERATE(
        table<std::uint64_t, std::size_t, std::size_t>({{0, 1, 1},
                                                        {5, 3, 1},
                                                        {0, 64, 1},
                                                        {1, 63, 1},
                                                        {31, 34, 1},
                                                        {33, 100, 1},
                                                        {7, 17, 1},
                                                        {9, 20, 4},
                                                        {(std::uint64_t{1} << 40) + 3, 40, 1}}));
    auto const x = rough_numbers(1 + segments * segments_of_floats.size());
    auto const plan = gpu::detail::plan_groups(first, segments, multiprocessors);
    INFO(segments << " segments from " << first << " on, groups of 2^" << plan.groups.log);
    auto const partials = partials_of(x, plan.groups, 7);
    REQUIRE(partials.size() == plan.groups.partials);
    std::uint64_t segment = first;
    std::size_t partial = 0;
    for (auto const& run : plan.runs)
        for (std::size_t i = 0; i < run.count; ++i, ++partial) {
            std::uint64_t const size = std::uint64_t{1} << run.log;
            REQUIRE(segment == (run.index + i) << run.log);
            auto const* const group = x.data() + 1 + (segment - first) * segments_of_floats.size();
            CHECK(test::same_bits(partials[partial], gpu::kernel::canonical_group<float>(
                                                         group, size * segments_of_floats.size(),
                                                         segments_of_floats, plus())));
            segment += size;
        }
    CHECK(segment == first + segments);
    CHECK(partial == partials.size());
}

TEST_CASE("arrays at any address are collected at once") {
    auto const before = GENERATE(0, 1, 15);
    alignas(16) unsigned char from[5][160];
    alignas(16) unsigned char to[5][160];
    std::iota(&from[0][0], &from[0][0] + sizeof from, static_cast<unsigned char>(1));
    std::memset(to, 0, sizeof to);
    gpu::detail::call_result ran;
    gpu::simulated::queue queue(ran);
    gpu::kernel::collect_arguments arguments{};
    std::size_t const sizes[] = {1, 0, 15, 33, 128};
    for (unsigned a = 0; a < 5; ++a) {
        std::size_t const begin = (static_cast<std::size_t>(before) + 3 * a) % 16;
        arguments.arrays[a] = {from[a] + begin, to[a] + begin, sizes[a], begin};
        if (sizes[a] == 0) continue;
        queue.add_output({to[a] + begin, sizes[a]}, 1);
        queue.add_input(from[a] + begin, sizes[a]);
    }
    gpu::detail::launch_collect(queue, arguments);
    for (unsigned a = 0; a < 5; ++a) {
        auto const& array = arguments.arrays[a];
        CHECK(std::equal(array.from, array.from + array.size, array.to));
        CHECK(std::count(to[a], to[a] + sizeof to[a], 0) >= long(sizeof to[a] - sizes[a]));
    }
    CHECK(std::string_view(ran.kernel).empty()); // reports leave copies out
}
