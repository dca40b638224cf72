// SPDX-License-Identifier: Apache-2.0
/// adjacent_difference on every device, against the standard library: sizes around parts of cores,
/// in place and not, listed operations and lambdas, lists and move-only elements.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/expression.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <functional>
#include <numeric>
#include <stdexcept>
#include <vector>

namespace {

template <class T>
std::vector<T> squares(std::size_t n) {
    std::vector<T> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(i * i % 101);
    return x;
}

constexpr std::size_t sizes_around_parts[] = {0, 1, 2, 31, 1000, 16385, 100'003};

} // namespace

TEMPLATE_TEST_CASE("adjacent differences equal the standard library's", "", float, double,
                   std::int32_t, std::uint8_t) {
    for (std::size_t const n : sizes_around_parts) {
        auto const x = squares<TestType>(n);
        std::vector<TestType> expected(n), sums(n), y(n, TestType(7));
        std::adjacent_difference(x.begin(), x.end(), expected.begin());
        std::adjacent_difference(x.begin(), x.end(), sums.begin(), std::plus<>());
        CAPTURE(n);
        CHECK(gpu::adjacent_difference(x.begin(), x.end(), y.begin()) == y.end());
        CHECK(y == expected);
        CHECK(gpu::adjacent_difference(gpu::automatic, x, y, std::plus<>()) == y.end());
        CHECK(y == sums);
        auto in_place = x;
        gpu::adjacent_difference(gpu::automatic, in_place, in_place);
        CHECK(in_place == expected);
        for (auto const device : {gpu::device::host(), gpu::device::simulated()}) {
            gpu::device_vector<TestType> const from(x, device);
            gpu::device_vector<TestType> to(y, device);
            CHECK(gpu::adjacent_difference(gpu::automatic, from, to) == to.end());
            CHECK(to.to_host() == expected);
            gpu::adjacent_difference(from.begin(), from.end(), to.begin(), std::plus<>());
            CHECK(to.to_host() == sums);
            gpu::device_vector<TestType> same(x, device);
            gpu::adjacent_difference(same, same);
            CHECK(same.to_host() == expected);
        }
    }
}

TEST_CASE("adjacent differences by an expression, a lambda and of a list") {
    using namespace gpu::placeholders;
    std::vector<float> const x{1, 4, 9, 16};
    gpu::device_vector<float> const on_device(x, gpu::device::simulated());
    gpu::device_vector<float> y(4, gpu::device::simulated());
    gpu::adjacent_difference(on_device, y, _1 * 2.0f - _2);
    CHECK(y.to_host() == std::vector<float>{1, 7, 14, 23});

    std::vector<float> z(4);
    gpu::adjacent_difference(gpu::automatic, x, z, [](float a, float b) { return a + 10 * b; });
    CHECK(z == std::vector<float>{1, 14, 49, 106});

    std::forward_list<int> list{3, 5, 4};
    gpu::adjacent_difference(list.begin(), list.end(), list.begin());
    CHECK(list == std::forward_list<int>{3, 2, -1});
}

TEST_CASE("adjacent differences: an output that is too short is refused") {
    std::vector<float> const x(5);
    std::vector<float> y(4);
    CHECK_THROWS_AS(gpu::adjacent_difference(x, y), std::invalid_argument);
}
