// SPDX-License-Identifier: Apache-2.0
/// fill, iota, replace, reverse, swap_ranges, gather and scatter: overloads, every kind of range,
/// refused calls, reports, constant expressions.
#include "support/devices.hpp"
#include "support/require_refusal.hpp"

#include <gpualgo/fill.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <complex>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <forward_list>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;

using test::simulated;

vector iota(std::size_t n) {
    vector x(n);
    std::iota(x.begin(), x.end(), 0);
    return x;
}

/// The numbers of a text, as a range.
struct numbers_in {
    std::istringstream& text;
    [[nodiscard]] std::istream_iterator<int> begin() const {
        return std::istream_iterator<int>(text);
    }
    [[nodiscard]] static std::istream_iterator<int> end() { return {}; }
};

/// Makes elements that can only be moved, and be read only once.
struct made_once {
    using value_type = std::unique_ptr<int>;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::input_iterator_tag;
    using reference = value_type;
    using pointer = void;

    int number;

    reference operator*() const { return std::make_unique<int>(number); }
    made_once& operator++() {
        ++number;
        return *this;
    }
    void operator++(int) { ++number; }
    bool operator==(made_once const&) const = default;
};

constexpr bool works_in_constant_expressions() {
    std::array<int, 5> x{}, y{};
    gpu::fill(x, 3);
    bool good = x[4] == 3;
    gpu::iota(gpu::automatic, x, 1);
    good = good && x[4] == 5;
    gpu::iota(x.begin(), x.end(), 10, -2);
    good = good && x[4] == 2;
    gpu::replace(x, 2, 7);
    gpu::replace_if(x, gpu::less_than(8), 0);
    good = good && x[1] == 8 && x[3] == 0 && x[4] == 0;
    gpu::iota(x, 0);
    gpu::reverse(x);
    gpu::reverse_copy(x, y);
    good = good && x[0] == 4 && y[0] == 0;
    gpu::swap_ranges(x, y);
    std::array const indices{4, 0};
    std::array<int, 2> picked{};
    gpu::gather(indices, x, picked);
    gpu::scatter(picked, indices, y);
    return good && picked[0] == 4 && picked[1] == 0 && y[4] == 4 && y[0] == 0;
}
static_assert(works_in_constant_expressions());

static_assert(
    std::same_as<decltype(gpu::reverse_copy(std::declval<vector&>(), std::declval<int*>())), int*>);
static_assert(
    std::same_as<decltype(gpu::gather(gpu::automatic, std::declval<vector&>(),
                                      std::declval<on_device&>(), std::declval<on_device&>())),
                 on_device::iterator>);

} // namespace

TEST_CASE("every kind of range of the host") {
    std::list<int> list{1, 2, 3};
    std::forward_list<int> forward{1, 2, 3};
    gpu::fill(gpu::automatic, list, 5L);
    CHECK(list == std::list<int>{5, 5, 5});
    gpu::iota(gpu::automatic, forward, 7);
    CHECK(forward == std::forward_list<int>{7, 8, 9});
    gpu::iota(list, 1, 2);
    gpu::reverse(list);
    CHECK(list == std::list<int>{5, 3, 1});
    gpu::swap_ranges(list, list); // the same elements
    vector copy(3);
    CHECK(gpu::reverse_copy(gpu::automatic, list, copy) == copy.end());
    CHECK(copy == vector{1, 3, 5});
    gpu::replace(list, 3, 4);
    gpu::replace_if(
        gpu::automatic, list, [](int x) { return x > 4; }, 0);
    CHECK(list == std::list<int>{0, 4, 1});
    std::vector<std::string> words{"a", "b", "c"}, picked(2);
    gpu::gather(gpu::automatic, vector{2, 0}, words, picked);
    CHECK(picked == std::vector<std::string>{"c", "a"});
    gpu::scatter(gpu::automatic, picked, vector{0, 1}, words);
    CHECK(words == std::vector<std::string>{"c", "a", "c"});
    gpu::fill(gpu::automatic, words, "x");
    CHECK(words == std::vector<std::string>{"x", "x", "x"});
    std::vector<bool> flags(100000);
    gpu::fill(gpu::automatic, flags, true);
    CHECK(gpu::count(flags, true) == 100000);
    gpu::reverse(gpu::automatic, flags);
    std::vector<std::unique_ptr<int>> owners(3);
    owners[0] = std::make_unique<int>(1);
    gpu::reverse(gpu::automatic, owners);
    CHECK(*owners[2] == 1);
    gpu::swap_ranges(owners.begin(), owners.begin() + 1, owners.begin() + 2);
    CHECK(*owners[0] == 1);
    std::vector<std::array<char, 3>> odd_sizes(1000, {'a', 'b', 'c'});
    gpu::fill(gpu::automatic, odd_sizes, std::array{'x', 'y', 'z'});
    CHECK(odd_sizes[999][2] == 'z');
}

TEST_CASE("gather and scatter with ranges that can be read only once") {
    using stream = std::istream_iterator<int>;
    vector const table{10, 20, 30};
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const policy = gpu::automatic.on(device);
        std::istringstream indices("2 0 1"), elements("7 8 9"), positions("1 2 0");
        on_device x(table, device), picked(3, device);
        CHECK(gpu::gather(policy, stream(indices), stream(), x.begin(), picked.begin()) ==
              picked.end());
        CHECK(picked.to_host() == vector{30, 10, 20});
        gpu::scatter(policy, stream(elements), stream(), stream(positions), x.begin());
        CHECK(x.to_host() == vector{9, 7, 8});
    }
    std::istringstream words("b a"), indices("1 0"), too_many("0 1 2");
    std::vector<std::string> sorted(2);
    gpu::scatter(std::istream_iterator<std::string>(words), {}, stream(indices), sorted.begin());
    CHECK(sorted == std::vector<std::string>{"a", "b"});
    std::istringstream places("1 0");
    std::vector<std::unique_ptr<int>> owners(2);
    gpu::scatter(made_once{3}, made_once{5}, stream(places), owners.begin());
    CHECK(*owners[0] == 4);
    CHECK(*owners[1] == 3);
    vector room(2);
    CHECK_THROWS_AS(gpu::gather(numbers_in{too_many}, table, room), std::invalid_argument);
    std::istringstream one("0");
    CHECK_THROWS_AS(gpu::scatter(table, numbers_in{one}, room), std::invalid_argument);
    CHECK(room == vector{0, 0});
}

TEST_CASE("ranges of the host may meet those of the simulated device") {
    on_device x(iota(100), simulated);
    vector here(100);
    gpu::report ran;
    gpu::reverse_copy(gpu::automatic.report_to(ran), x, here);
    CHECK(ran.device == simulated);
    CHECK(here[0] == 99);
    gpu::swap_ranges(here, x);
    CHECK(here == iota(100));
}

TEST_CASE("reports say what ran") {
    for (auto const& device : {gpu::device::host(), simulated}) {
        gpu::device_vector<int> x(1000, device);
        gpu::report ran;
        gpu::fill(gpu::automatic.report_to(ran), x, 3);
        CHECK(ran.device == device);
        CHECK(ran.bytes == 4000);
        CHECK((device == simulated ? ran.kernel == "generate" : !ran.kernel.empty()));
        gpu::reverse(gpu::automatic.report_to(ran), x);
        CHECK(ran.bytes == 8000);
        CHECK((device != simulated || ran.kernel == "reverse"));
    }
    std::list<int> list{1, 2};
    gpu::report ran;
    gpu::fill(gpu::automatic.report_to(ran), list, 3);
    CHECK(ran.kernel == "a loop in the program");
}

TEST_CASE("an exception of an element or a predicate reaches the caller") {
    vector x(100000, 1);
    auto const fails = [](int) -> bool { throw std::domain_error("predicate"); };
    CHECK_THROWS_AS(gpu::replace_if(x, fails, 0), std::domain_error);
    CHECK_THROWS_AS(gpu::replace_if(gpu::automatic, x, fails, 0), std::domain_error);
}

TEST_CASE("calls that are refused") {
    on_device x(iota(100), simulated), y(100, simulated), host(iota(100), gpu::device::host());
    on_device few(10, simulated);
    using test::require_refusal;
    require_refusal([&] { gpu::fill(gpu::automatic.on(gpu::device::host()), x, 1); },
                    {"gpu::fill", "simulated", "host"});
    require_refusal([&] { gpu::swap_ranges(x, host); }, {"lie on", "simulated", "host"});
    require_refusal([&] { gpu::reverse_copy(x.begin(), x.begin() + 50, x.begin() + 49); },
                    {"gpu::reverse_copy", "overlaps"});
    require_refusal([&] { gpu::swap_ranges(x.begin(), x.begin() + 2, x.begin() + 1); },
                    {"overlaps"});
    for (std::size_t const n : {3u, 64u, 1000u}) { // few elements are handled by the program
        vector v = iota(n), indices = iota(n);
        require_refusal([&] { gpu::reverse_copy(v, v); }, {"gpu::reverse_copy", "overlaps"});
        require_refusal([&] { gpu::swap_ranges(v.begin(), v.begin() + 2, v.begin() + 1); },
                        {"overlaps"});
        require_refusal([&] { gpu::gather(indices, v, v); }, {"gpu::gather", "overlaps"});
        require_refusal([&] { gpu::gather(indices, v, indices); }, {"overlaps"});
        require_refusal([&] { gpu::scatter(v, indices, v); }, {"gpu::scatter", "overlaps"});
        require_refusal([&] { gpu::scatter(v, indices, indices); }, {"overlaps"});
        CHECK(v == iota(n));
        CHECK(indices == iota(n));
    }
    vector parts = iota(10);
    gpu::reverse_copy(parts.begin(), parts.begin() + 5, parts.begin() + 5); // side by side
    CHECK(parts == vector{0, 1, 2, 3, 4, 4, 3, 2, 1, 0});
    require_refusal([&] { gpu::reverse_copy(x, few); },
                    {"the output has 10 elements, fewer than the 100"});
    require_refusal([&] { gpu::swap_ranges(x, few); }, {"second range has 10"});
    require_refusal([&] { gpu::scatter(x, few, y); }, {"indices has 10"});
    require_refusal([&] { gpu::gather(x, y, few); }, {"10 elements"});
    int* const nowhere = nullptr;
    require_refusal([&] { gpu::fill(nowhere, nowhere + 3, 1); }, {"null pointer", "3 elements"});
    std::list<int> list{1};
    CHECK_THROWS_AS(gpu::fill(gpu::automatic.on(simulated), list, 1), gpu::unsupported_operator);
    std::vector<int> numbers{1};
    CHECK_THROWS_WITH(gpu::replace_if(
                          gpu::automatic.on(simulated), numbers, [](int i) { return i > 0; }, 2),
                      Catch::Contains("gpu::replace_if(automatic, n = 1): the predicate ") &&
                          Catch::Contains("is not precompiled for elements of type int"));
    CHECK(x.to_host() == iota(100));
}

TEST_CASE("an index that is out of bounds is found on the simulated device") {
    on_device const x(iota(100), simulated);
    on_device out(100, 7, simulated);
    for (int const wrong : {100, -1, 1 << 30}) {
        auto indices = iota(100);
        indices[57] = wrong;
        on_device const on(indices, simulated);
        CHECK_THROWS_WITH(gpu::gather(on, x, out), Catch::Contains("a read"));
        CHECK_THROWS_WITH(gpu::scatter(x, on, out), Catch::Contains("a write"));
    }
    auto twice = iota(100);
    twice[3] = 4; // two threads write one element
    CHECK_THROWS_WITH(gpu::scatter(x, on_device(twice, simulated), out), Catch::Contains("race"));
}

TEST_CASE("a fill takes elements whose type has an operator& of its own") {
    struct element {
        int x;
        element const* operator&() const = delete;
    };
    std::vector<element> v(100, element{1});
    gpu::fill(gpu::automatic, v, element{7});
    CHECK(std::ranges::all_of(v, [](element const& e) { return e.x == 7; }));
}
