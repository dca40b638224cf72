// SPDX-License-Identifier: Apache-2.0
/// min_element, max_element and minmax_element take the same arguments as their namesakes in std
/// and std::ranges.
#include "support/archetypes.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <execution>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <ranges>
#include <string>
#include <utility>
#include <vector>

namespace {

struct person {
    int age;
    std::string name;

    [[nodiscard]] bool is_younger(person const& other) const { return age < other.age; }
    [[nodiscard]] std::size_t length() const { return name.size(); }
};

/// Result of comparisons that only converts to bool, and has no other operators.
struct testable {
    bool value;
    constexpr explicit operator bool() const { return value; }
    template <class Other>
    friend void operator,(testable, Other const&) = delete;
    friend void operator&&(testable, auto const&) = delete;
    friend void operator||(testable, auto const&) = delete;
    friend void operator!(testable) = delete;
};

struct nobody {}; // without <

template <class... Arguments>
concept searchable = requires(Arguments&&... arguments) {
    gpu::min_element(static_cast<Arguments&&>(arguments)...);
};
static_assert(searchable<int (&)[2]>);
static_assert(searchable<int*, int const*>); // an iterator and a sentinel
static_assert(!searchable<nobody (&)[2]>);
static_assert(!searchable<nobody*, nobody*>);
static_assert(searchable<nobody*, nobody*, bool (*)(nobody const&, nobody const&)>);
static_assert(!searchable<int*, double*>);
static_assert(!searchable<archetype::input<int>, archetype::input<int>>);
static_assert(!searchable<std::vector<int>>); // the iterator would dangle
static_assert(!searchable<person*, person*, std::less<>, int>);

/// Whether an iterator is at a given place of a range.
template <class I>
constexpr bool is_at(I const& found, I const& first, std::size_t place) {
    I i = first;
    for (; place > 0; --place) ++i;
    return found == i;
}

constexpr bool finds_are_right() {
    int numbers[]{3, -1, 4, -1, 4, 0, 4};
    bool right = true;
    auto const check = [&right](auto first, auto last) {
        auto const before = [](int a, int b) { return testable{a < b}; };
        right = right && is_at(gpu::min_element(first, last), first, 1);
        right = right && is_at(gpu::max_element(first, last), first, 2);
        right = right && is_at(gpu::min_element(first, last, std::greater<>()), first, 2);
        right = right && is_at(gpu::min_element(first, last, before), first, 1);
        right = right && is_at(gpu::max_element(first, last, {}), first, 2);
        right = right && is_at(gpu::max_element(first, last, {}, std::negate<>()), first, 1);
        right = right && is_at(gpu::max_element(gpu::automatic, first, last, before), first, 2);
        auto const both = gpu::minmax_element(first, last);
        right = right && is_at(both.first, first, 1) && is_at(both.second, first, 6);
        auto const nobody = gpu::minmax_element(last, last, before);
        right = right && nobody.first == last && nobody.second == last;
    };
    int* const end = numbers + 7;
    check(archetype::forward<int>(numbers), archetype::forward<int>(end));
    check(archetype::bidirectional<int const>(numbers), archetype::bidirectional<int const>(end));
    check(archetype::random_access<int>(numbers), archetype::random_access<int>(end));
    check(archetype::unassignable<int>(numbers), archetype::unassignable<int>(end));
    check(numbers + 0, end);
    check(std::as_const(numbers) + 0, static_cast<int const*>(end));
    return right;
}
static_assert(finds_are_right());

constexpr bool finds_in_ranges() {
    std::array<int, 4> const numbers{2, -3, 1, 2};
    auto const square = [](int i) { return i * i; };
    auto const counted = std::counted_iterator(numbers.begin(), 4);
    return gpu::min_element(numbers, {}, square) == numbers.begin() + 2 &&
           gpu::max_element(numbers, std::less<>(), square) == numbers.begin() + 1 &&
           gpu::max_element(gpu::automatic, numbers, {}, square) == numbers.begin() + 1 &&
           gpu::minmax_element(numbers, {}, square).second == numbers.begin() + 1 &&
           gpu::max_element(numbers.begin(), numbers.cend(), {}, square) == numbers.begin() + 1 &&
           gpu::min_element(counted, std::default_sentinel) == counted + 1 &&
           *gpu::min_element(std::views::iota(3, 9)) == 3;
}
static_assert(finds_in_ranges());

/// Calls f with every policy, and with no_policy.
template <class F>
void with_every_policy(F f) {
    f(gpu::detail::no_policy());
    f(gpu::automatic);
    f(std::execution::seq);
    f(std::execution::unseq);
    f(std::execution::par);
    f(std::execution::par_unseq);
}

} // namespace

TEST_CASE("iterators of every category from forward up, without a default constructor",
          "[conformance]") {
    CHECK(finds_are_right());
    CHECK(finds_in_ranges());
    std::vector<int> numbers(3000, 1);
    numbers[2000] = numbers[2500] = 0;
    auto const search = [&]<class I>(I first, I last) {
        with_every_policy([&](auto const& policy) {
            auto const less = [](int a, int b) { return a < b; };
            CHECK(is_at(gpu::min_element(policy, first, last), first, 2000));
            CHECK(is_at(gpu::min_element(policy, first, last, less), first, 2000));
            CHECK(is_at(gpu::minmax_element(policy, first, last, less).second, first, 2999));
        });
        CHECK(is_at(gpu::min_element(gpu::automatic.on(gpu::device::simulated()), first, last),
                    first, 2000));
    };
    int* const first = numbers.data();
    int* const last = first + 3000;
    search(archetype::forward<int>(first), archetype::forward<int>(last));
    search(archetype::random_access<int const>(first), archetype::random_access<int const>(last));
    search(archetype::unassignable<int>(first), archetype::unassignable<int>(last));
    search(static_cast<int volatile*>(first), static_cast<int volatile*>(last));
    search(std::make_move_iterator(first), std::make_move_iterator(last));
}

TEST_CASE("projections, also to members; comparators that are members", "[conformance]") {
    std::vector<person> people{{31, "Ann"}, {17, "Christopher"}, {56, "Bo"}, {17, "Dora"}};
    std::list<person> const list(people.begin(), people.end());
    with_every_policy([&](auto const& policy) {
        CHECK(gpu::min_element(policy, people, {}, &person::age)->name == "Christopher");
        CHECK(gpu::max_element(policy, people, {}, &person::length)->name == "Christopher");
        CHECK(gpu::max_element(policy, list, std::greater<>(), &person::name)->name == "Ann");
        CHECK(gpu::max_element(policy, people, &person::is_younger)->name == "Bo");
        auto const [youngest, oldest] = gpu::minmax_element(policy, list, {}, &person::age);
        CHECK(youngest->name == "Christopher");
        CHECK(oldest->name == "Bo");
        CHECK(gpu::min_element(policy, people.begin(), people.cend(), {}, &person::name)->age ==
              31);
        int projections = 0;
        int compared = 0;
        auto const project = [&](person const& p) { return ++projections, p.age; };
        auto const before = [&](int a, int b) { return ++compared, a < b; };
        CHECK(gpu::max_element(policy, people, before, project)->name == "Bo");
        CHECK(compared == 3);
        CHECK(projections == 6);
    });
    auto const elsewhere = gpu::automatic.on(gpu::device::simulated());
    CHECK_THROWS_WITH(gpu::min_element(elsewhere, people, {}, &person::age),
                      Catch::Contains("are not precompiled"));
}

TEST_CASE("move-only functions", "[conformance]") {
    struct before {
        std::unique_ptr<int> sign = std::make_unique<int>(1);
        bool operator()(int a, int b) const { return *sign * a < *sign * b; }
    };
    struct same {
        std::unique_ptr<int> nothing;
        int operator()(int a) const { return a; }
    };
    std::vector<int> const numbers{3, 1, 2};
    with_every_policy([&](auto const& policy) {
        CHECK(*gpu::min_element(policy, numbers, before(), same()) == 1);
        CHECK(*gpu::max_element(policy, numbers.begin(), numbers.end(), before()) == 3);
    });
}

TEST_CASE("searches with std's policies, unqualified, on devices", "[conformance]") {
    std::vector<float> x(5000, 1.5F);
    x[1234] = -1;
    x[4321] = 3;
    gpu::device_vector<float> const v(x, gpu::device::simulated());
    CHECK(min_element(std::execution::par, v.begin(), v.end()) == v.begin() + 1234);
    CHECK(max_element(std::execution::seq, v.begin(), v.end(), std::less<>()) == v.begin() + 4321);
    CHECK(minmax_element(std::execution::par_unseq, v.begin(), v.end()).second == v.begin() + 4321);
    CHECK(gpu::min_element(std::execution::par, v, std::greater<>()) == v.begin() + 4321);
    using namespace std; // NOLINT(google-build-using-namespace): std's are visible, too
    CHECK(min_element(std::execution::par, v.begin(), v.end()) == v.begin() + 1234);
    CHECK(min_element(v.begin(), v.end(), std::less<>()) == v.begin() + 1234);
    CHECK(max_element(v.begin(), v.end()) == v.begin() + 4321);
}
