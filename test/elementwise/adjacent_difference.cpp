// SPDX-License-Identifier: Apache-2.0
/// adjacent_difference on every device, against the standard library: sizes around parts of cores,
/// in place and not, listed operations and lambdas, lists and move-only elements.
#include "support/counting_resource.hpp"

#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/report.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <functional>
#include <iterator>
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

TEST_CASE("adjacent differences in place on a device: the copy is in the policy's memory") {
    auto const x = squares<int>(1000);
    gpu::device_vector<int> y(x, gpu::device::simulated());
    test::counting_resource resource(gpu::device::simulated());
    gpu::adjacent_difference(gpu::automatic.with(resource), y, y);
    CHECK(y[5] == x[5] - x[4]);
    CHECK(resource.calls() == 1);
    CHECK(resource.blocks() == 0);
}

TEST_CASE("adjacent differences: an output that is too short is refused") {
    std::vector<float> const x(5);
    std::vector<float> y(4);
    CHECK_THROWS_AS(gpu::adjacent_difference(x, y), std::invalid_argument);
    CHECK_THROWS_WITH(gpu::adjacent_difference(x, y),
                      Catch::StartsWith("gpu::adjacent_difference: the input has "));
    CHECK_THROWS_WITH(gpu::copy(gpu::views::strided(x, 1), y),
                      Catch::StartsWith("gpu::copy: the input has "));
}

namespace {

/// Differences in place, on all cores if that were allowed, equal those of a copy.
template <class Out, class In>
void check_in_place(Out out, In first, In last) {
    std::vector<int> const x(first, last);
    std::vector<int> expected(x.size());
    std::adjacent_difference(x.begin(), x.end(), expected.begin());
    auto const end = gpu::adjacent_difference(gpu::automatic, first, last, out);
    CHECK(end - out == last - first);
    CHECK(std::equal(expected.begin(), expected.end(), out));
}

} // namespace

TEST_CASE("adjacent differences in place of elements that do not lie side by side") {
    for (std::size_t const n : {5u, 100'003u}) {
        CAPTURE(n);
        auto x = squares<int>(n);
        std::deque<int> deque(x.begin(), x.end());
        check_in_place(deque.begin(), deque.begin(), deque.end());
        check_in_place(deque.begin(), deque.cbegin(), deque.cend());
        check_in_place(x.rbegin(), x.rbegin(), x.rend());
        check_in_place(x.rbegin(), x.crbegin(), x.crend());
        check_in_place(std::make_reverse_iterator(x.rend()), x.begin(), x.end());
        auto const view = gpu::views::strided(x, 3);
        check_in_place(view.begin(), view.begin(), view.end());
        std::vector<bool> bits(n), expected(n);
        for (std::size_t i = 0; i < n; ++i) bits[i] = x[i] % 2 != 0;
        std::adjacent_difference(bits.begin(), bits.end(), expected.begin(), std::bit_xor<>());
        gpu::adjacent_difference(gpu::automatic, bits, bits, std::bit_xor<>());
        CHECK(bits == expected);
    }
}

TEST_CASE("adjacent differences of elements that do not lie side by side: options and report") {
    std::deque<int> x{3, 5, 4};
    gpu::report report;
    gpu::adjacent_difference(gpu::automatic.report_to(report), x, x);
    CHECK(x == std::deque<int>{3, 2, -1});
    CHECK(report.bytes == 12);
    CHECK_THROWS_AS(gpu::adjacent_difference(gpu::automatic.on(gpu::device::simulated()), x, x),
                    gpu::unsupported_operator);
}

namespace {

/// A number whose address can be taken only by std::addressof.
struct shy {
    int value = 0;
    shy* operator&() = delete;
    shy const* operator&() const = delete;
    friend shy operator-(shy const& a, shy const& b) { return {a.value - b.value}; }
};

} // namespace

TEST_CASE("differences of elements that overload operator&") {
    std::vector<shy> x(3), out(3);
    x[0].value = 1;
    x[1].value = 3;
    x[2].value = 7;
    gpu::adjacent_difference(x.begin(), x.end(), out.begin());
    CHECK(out[0].value == 1);
    CHECK(out[2].value == 4);
}
