// SPDX-License-Identifier: Apache-2.0
/// Partial reductions and searches of elements that do not lie side by side.
#include "support/same_bits.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/partial_extrema.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <sstream>
#include <stdexcept>
#include <vector>

using test::same_bits;

namespace {

using part = gpu::partial_reduction<float>;
using part_of_products = gpu::partial_reduction<float, float, std::plus<>, std::multiplies<>>;

/// Numbers whose sum depends on the order.
std::vector<float> rough_numbers(std::size_t n) {
    std::vector<float> x(n);
    for (std::size_t i = 0; i < n; ++i)
        x[i] = (static_cast<float>(i * 7919 % 10007) - 4000.f) * 0.37f;
    return x;
}

} // namespace

TEST_CASE("parts of any iterators have the bits of contiguous ones", "[partial]") {
    // less than a segment, a few segments, more than a chunk of 4 MiB
    for (std::size_t const n : {0u, 1u, 700u, 5003u, 1048576u, 2500007u}) {
        CAPTURE(n);
        auto const x = rough_numbers(n);
        float const expected = gpu::reduce(x);
        std::list<float> const list(x.begin(), x.end());
        std::deque<float> const deque(x.begin(), x.end());
        CHECK(same_bits(part(0, list.begin(), list.end()).total(), expected));
        CHECK(same_bits(part(gpu::automatic, 0, deque.begin(), deque.end()).total(), expected));
        auto const counted = std::counted_iterator(list.begin(), static_cast<std::ptrdiff_t>(n));
        CHECK(same_bits(part(0, counted, std::default_sentinel).total(), expected));

        float const products = part_of_products(0, x.begin(), x.end(), x.begin()).total();
        CHECK(
            same_bits(part_of_products(0, list.begin(), list.end(), x.begin()).total(), products));
        CHECK(same_bits(part_of_products(0, x.begin(), x.end(), deque.begin()).total(), products));
    }
}

TEST_CASE("parts of any iterators merge, begin anywhere and run on devices", "[partial]") {
    auto const x = rough_numbers(40009);
    float const expected = gpu::reduce(x);
    std::deque<float> const deque(x.begin(), x.end());
    auto const simulated = gpu::automatic.on(gpu::device::simulated());
    for (std::ptrdiff_t const cut : {1, 1234, 2048, 39000}) {
        CAPTURE(cut);
        gpu::report ran;
        part whole(simulated.report_to(ran), 0, deque.begin(), deque.begin() + cut);
        CHECK(ran.device == gpu::device::simulated());
        whole.merge(part(static_cast<std::uint64_t>(cut), deque.begin() + cut, deque.end()));
        CHECK(same_bits(whole.total(), expected));
    }
}

TEST_CASE("a part of a stream or of a view", "[partial]") {
    std::istringstream stream("5 1 4 2");
    using read = std::istream_iterator<int>;
    gpu::partial_reduction<int> const rough_numbers(0, read(stream), read());
    CHECK(rough_numbers.end() == 4);
    CHECK(rough_numbers.total() == 12);
    auto const view = gpu::views::iota(std::int64_t{0}, std::int64_t{1000000});
    CHECK(gpu::partial_reduction<std::int64_t>(0, view.begin(), view.end()).total() ==
          499999500000);
    CHECK_THROWS_AS(gpu::partial_reduction<std::int64_t>(0, view.end(), view.begin()),
                    std::invalid_argument);
}

TEST_CASE("searches of parts take iterators that can be read twice", "[partial]") {
    std::forward_list<int> const x{3, 1, 4, 1, 5, 9, 2, 6, 5, 9, 2};
    CHECK(gpu::partial_min_element<int>(10, x.begin(), x.end()).index() == 11);
    CHECK(gpu::partial_max_element<int>(10, x.begin(), x.end()).index() == 15);
    gpu::partial_last_max_element<int> last(10, x.begin(), x.end());
    CHECK(last.index() == 19);
    CHECK(last.value() == 9);
    CHECK(gpu::partial_min_element<int>(10, x.begin(), x.begin()).index() == 10);
}
