// SPDX-License-Identifier: Apache-2.0
/// The cases of test/views on a GPU, and views that are larger than its memory. Skipped if there is
/// no run-time compiler.
#include "able_gpu.hpp"

#include "views/views.hpp"

#include <gpualgo/any_of.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

using namespace gpu::placeholders;

std::vector<gpu::device> views_test::devices() {
    auto const device = test::able_gpu();
    return device ? std::vector{*device} : std::vector<gpu::device>();
}

TEST_CASE("searches of views of more than 2^32 numbers on a GPU") {
    for (auto const& device : views_test::devices()) {
        gpu::report ran;
        auto const policy = gpu::automatic.on(device).report_to(ran);
        std::int64_t const n = (std::int64_t{1} << 33) + 12345;
        auto const all = gpu::views::iota(std::int64_t{0}, n);
        CHECK(gpu::find(policy, all, n - 1) - all.begin() == n - 1);
        CHECK(ran.device == device);
        std::int64_t const far = (std::int64_t{1} << 32) + 5;
        CHECK(gpu::find_if(policy, all, _1 >= far) - all.begin() == far);
        CHECK(gpu::find_if(policy, all, _1 < std::int64_t{0}) == all.end());
        CHECK(gpu::all_of(policy, all, gpu::at_least(0)));
        auto const hill = gpu::views::transformed(all, -gpu::abs(_1 - far));
        CHECK(gpu::max_element(policy, hill) - hill.begin() == far);
        CHECK(gpu::min_element(policy, hill) - hill.begin() == n - 1);
        auto const ends = gpu::minmax_element(policy, all, std::greater<>());
        CHECK(ends.first - all.begin() == n - 1);
        CHECK(ends.second == all.begin());
        CHECK(gpu::count_if(policy, all, _1 % 2 == 0) == n / 2 + 1);
        auto const same = gpu::views::transformed(all, gpu::cast<float>(_1 >= n - 3));
        CHECK(gpu::max_element(policy, same) - same.begin() == n - 3);
    }
}

TEST_CASE("the elements of a view that do not fit into a GPU's memory") {
    for (auto const& device : views_test::devices()) {
        auto const memory = device.memory();
        std::size_t const n = memory.total / sizeof(std::int64_t) + 1;
        auto const all = gpu::views::iota(std::int64_t{0}, static_cast<std::int64_t>(n));
        try {
            (void)gpu::is_sorted(gpu::automatic.on(device), all);
            FAIL("there was enough memory");
        } catch (gpu::out_of_memory const& e) {
            std::string const text = e.what();
            INFO(text);
            CHECK(text.find("gpu::is_sorted(automatic, n = ") != std::string::npos);
            CHECK(text.find("written to temporary memory first") != std::string::npos);
        }
        CHECK(gpu::find(gpu::automatic.on(device), all, 7) - all.begin() == 7);
    }
}
