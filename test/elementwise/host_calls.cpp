// SPDX-License-Identifier: Apache-2.0
/// Elementwise algorithms of the host's ranges: any callable of the standard library's, and outputs
/// that only take values.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/stencil.hpp>
#include <gpualgo/transform.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <functional>
#include <iterator>
#include <list>
#include <ranges>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

namespace {

struct money {
    int cents;
    [[nodiscard]] int halved() const { return cents / 2; }
    [[nodiscard]] int less(money const& other) const { return cents - other.cents; }
};

/// More than a thread handles at once.
constexpr std::size_t many = 1500;

} // namespace

TEST_CASE("transform by pointers to members and by functions of references") {
    std::vector<money> const wallet(many, money{14});
    std::vector<int> out(many);
    gpu::transform(gpu::automatic, wallet, out, &money::cents);
    CHECK(out == std::vector<int>(many, 14));
    gpu::transform(gpu::automatic, wallet, out, &money::halved);
    CHECK(out == std::vector<int>(many, 7));
    gpu::transform(wallet, wallet, out, &money::less);
    CHECK(out == std::vector<int>(many, 0));
    gpu::transform(gpu::automatic, wallet, wallet, out, &money::less);
    CHECK(out == std::vector<int>(many, 0));

    std::vector<int> x(many, 5);
    gpu::transform(gpu::automatic, x, out, [](int& element) { return element + 1; });
    CHECK(out == std::vector<int>(many, 6));
    gpu::transform(gpu::automatic, x, x, out, [](int& a, int& b) { return a * b; });
    CHECK(out == std::vector<int>(many, 25));
    gpu::adjacent_difference(gpu::automatic, x, out, [](int& a, int& b) { return a * b; });
    CHECK(out[0] == 5);
    CHECK(out[many - 1] == 25);
}

TEST_CASE("transforms and differences are written to iterators that only take values") {
    std::vector<int> const x{1, 4, 9};
    std::vector<long> out;
    std::ostringstream text;
    gpu::transform(x.begin(), x.end(), std::back_inserter(out), [](int i) { return 2 * i; });
    gpu::transform(gpu::automatic, x.begin(), x.end(), std::back_inserter(out), gpu::negate<>());
    gpu::transform(x.begin(), x.end(), x.begin(), std::ostream_iterator<int>(text, " "),
                   std::plus<>());
    CHECK(out == std::vector<long>{2, 8, 18, -1, -4, -9});
    CHECK(text.str() == "2 8 18 ");

    // of ranges, as those of std::ranges
    out.clear();
    gpu::transform(x, std::back_inserter(out), [](int i) { return 2 * i; });
    gpu::transform(gpu::automatic, x, x, std::back_inserter(out), std::plus<>());
    auto const end = gpu::adjacent_difference(gpu::automatic, x, out.begin());
    CHECK(out == std::vector<long>{1, 3, 5, 2, 8, 18});
    CHECK(end == out.begin() + 3);
    int const squares[] = {1, 4, 9};
    int sums[3];
    gpu::adjacent_difference(squares, sums, std::plus<>()); // an array is no iterator
    CHECK(sums[2] == 13);

    out.clear();
    text.str("");
    gpu::adjacent_difference(x.begin(), x.end(), std::back_inserter(out));
    gpu::adjacent_difference(gpu::automatic, x.begin(), x.end(), std::back_inserter(out),
                             [](int a, int b) { return a + b; });
    gpu::adjacent_difference(x.begin(), x.end(), std::ostream_iterator<int>(text, " "));
    CHECK(out == std::vector<long>{1, 3, 5, 1, 5, 13});
    CHECK(text.str() == "1 3 5 ");
}

TEST_CASE("gathered and reversed elements are written to iterators that only take values") {
    std::vector<int> const x{3, 4, 5}, indices{2, 0};
    std::vector<int> out;
    std::ostringstream text;
    gpu::gather(indices, x, std::back_inserter(out));
    gpu::gather(gpu::automatic, indices.begin(), indices.end(), x.begin(), std::back_inserter(out));
    gpu::gather(indices, x, std::ostream_iterator<int>(text, " "));
    CHECK(out == std::vector<int>{5, 3, 5, 3});
    CHECK(text.str() == "5 3 ");

    out.clear();
    text.str("");
    gpu::reverse_copy(x, std::back_inserter(out));
    gpu::reverse_copy(gpu::automatic, x.begin(), x.end(), std::back_inserter(out));
    gpu::reverse_copy(std::list<int>{7, 8}, std::ostream_iterator<int>(text, " "));
    CHECK(out == std::vector<int>{5, 4, 3, 5, 4, 3});
    CHECK(text.str() == "8 7 ");
}

TEST_CASE("bits that share words are written by one thread") {
    std::vector<int> const x(1'000'000, 1);
    std::vector<bool> bits(x.size() + 5);
    std::atomic<int> elsewhere = 0;
    auto const note = [&elsewhere, here = std::this_thread::get_id()] {
        if (std::this_thread::get_id() != here) ++elsewhere;
    };
    gpu::transform(gpu::automatic, x.begin(), x.end(), bits.begin() + 5, [&](int i) {
        note();
        return i != 0;
    });
    CHECK(std::count(bits.begin() + 5, bits.end(), false) == 0);
    gpu::generate(gpu::automatic, bits.begin() + 1, bits.end(), [&] {
        note();
        return false;
    });
    gpu::for_each(gpu::automatic, bits.begin() + 1, bits.end(), [&](auto bit) {
        note();
        bit = true;
    });
    CHECK(std::count(bits.begin(), bits.end(), false) == 1);
    CHECK(elsewhere == 0);
}

TEST_CASE("elements that are read one after the other are not sent to a device without a word") {
    std::list<int> const list{1, 4, 9};
    std::vector<int> x{1, 4, 9}, out(3);
    gpu::report ran;
    auto const elsewhere = gpu::automatic.on(gpu::device::simulated()).report_to(ran);
    CHECK_THROWS_AS(gpu::transform(elsewhere, list, out, gpu::negate<>()),
                    gpu::unsupported_operator);
    CHECK_THROWS_AS(gpu::adjacent_difference(elsewhere, list, out), gpu::unsupported_operator);
    CHECK(out == std::vector<int>{0, 0, 0});
    gpu::adjacent_difference(elsewhere, x, x); // in place: on a copy
    CHECK(x == std::vector<int>{1, 3, 5});
    CHECK(ran.device == gpu::device::simulated());
    gpu::transform(gpu::automatic.report_to(ran), list, out, gpu::negate<>());
    CHECK(out == std::vector<int>{-1, -4, -9});
    CHECK(ran.device == gpu::device::host());
    CHECK(ran.bytes == 12);
}

TEST_CASE("a second range may have no end") {
    std::vector<unsigned> const x{5, 6, 7};
    std::vector<unsigned> out(3), keys(3);
    gpu::transform(x, std::views::iota(0U), out, std::plus<>());
    CHECK(out == std::vector<unsigned>{5, 7, 9});
    gpu::transform(gpu::automatic, x, std::views::iota(1U), out, std::plus<>());
    CHECK(out == std::vector<unsigned>{6, 8, 10});
    std::vector<unsigned> const runs{1, 1, 2};
    gpu::reduce_by_key(runs, std::views::iota(4U), keys, out);
    CHECK(out[0] == 9);
    CHECK(out[1] == 6);
    auto const is_odd = [](unsigned i) { return i % 2 == 1; };
    auto const end = gpu::copy_if(x, std::views::iota(0U), out.begin(), is_odd);
    CHECK(end == out.begin() + 1);
    CHECK(out[0] == 6);
}

TEST_CASE("ranges with an end of another type") {
    std::vector<int> x{1, 2, 3, 9}, out(3), copied(2);
    auto const is_small = [](int v) { return v < 5; };
    gpu::reverse(x | std::views::take_while(is_small));
    CHECK(x == std::vector<int>{3, 2, 1, 9});
    gpu::reverse(gpu::automatic, x | std::views::take_while(is_small));
    CHECK(x == std::vector<int>{1, 2, 3, 9});
    gpu::copy(x | std::views::take_while(is_small), out.begin());
    CHECK(out == std::vector<int>{1, 2, 3});
    auto const counted =
        std::ranges::subrange(std::counted_iterator(x.begin(), 2), std::default_sentinel);
    gpu::copy(counted, copied);
    CHECK(copied == std::vector<int>{1, 2});
}
