// SPDX-License-Identifier: Apache-2.0
/// transform_reduce and mean take the same iterators and functions as std::transform_reduce, in
/// constant expressions, too.
#include "support/archetypes.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <execution>
#include <functional>
#include <iterator>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

namespace {

constexpr auto shift_in = [](unsigned long a, unsigned long b) { return 31 * a + b; };

/// Calls f with functions that transform and reduce: without a policy, and with several.
template <class F>
void with_every_policy(F f) {
    auto const by = [&f](auto const& policy) {
        f([&policy](auto&&... arguments) {
            return gpu::transform_reduce(policy, std::forward<decltype(arguments)>(arguments)...);
        });
    };
    f([](auto&&... arguments) {
        return gpu::transform_reduce(std::forward<decltype(arguments)>(arguments)...);
    });
    by(gpu::automatic);
    by(gpu::interleaved);
    by(std::execution::seq);
    by(std::execution::par);
}

/// Makes iterators of one kind; each pair is for one pass.
template <class I, class T, std::size_t N>
class passes {
public:
    constexpr explicit passes(T (&elements)[N]) : elements_(elements) {}

    constexpr I begin() {
        foremost_ = elements_;
        if constexpr (std::constructible_from<I, T*, T**>) return I(elements_, &foremost_);
        else return I(elements_);
    }
    constexpr I end() {
        if constexpr (std::constructible_from<I, T*, T**>) return I(elements_ + N, nullptr);
        else return I(elements_ + N);
    }

private:
    T* elements_;
    T* foremost_ = nullptr;
};

template <class I1, class I2>
constexpr bool sums_are_right() {
    int numbers[]{3, -1, 4, 1};
    short others[]{1, 2, 3, 4};
    passes<I1, int, 4> a(numbers);
    passes<I2, short, 4> b(others);
    auto const twice = [](int x) { return 2 * x; };
    auto const difference = [](int x, int y) { return x - y; };
    auto const add = [](long x, long y) { return x + y; };
    static_assert(
        std::same_as<decltype(gpu::transform_reduce(a.begin(), a.end(), b.begin(), 1L)), long>);
    return gpu::transform_reduce(a.begin(), a.end(), 1, std::plus<>(), twice) == 15 &&
           gpu::transform_reduce(a.begin(), a.end(), 1, std::plus<>(), std::negate<>()) == -6 &&
           gpu::transform_reduce(gpu::automatic, a.begin(), a.end(), 1L, add, twice) == 15 &&
           gpu::transform_reduce(a.begin(), a.end(), b.begin(), 1L) == 18 &&
           gpu::transform_reduce(b.begin(), b.end(), a.begin(), 1.5) == 18.5 &&
           gpu::transform_reduce(gpu::automatic, a.begin(), a.end(), b.begin(), 0, std::plus<>(),
                                 difference) == -3 &&
           gpu::transform_reduce(a.begin(), a.end(), b.begin(), 0, add, difference) == -3 &&
           gpu::transform_reduce(a.end(), a.end(), b.begin(), 7) == 7 &&
           gpu::mean(a.begin(), a.end()) == 1.75;
}

template <class I1>
constexpr bool sums_with() {
    using archetype::forward, archetype::random_access, archetype::unassignable;
    return sums_are_right<I1, archetype::input<short>>() &&
           sums_are_right<I1, archetype::input<short, short const&>>() &&
           sums_are_right<I1, forward<short>>() && sums_are_right<I1, random_access<short>>() &&
           sums_are_right<I1, unassignable<short const>>() && sums_are_right<I1, short*>();
}

constexpr bool all_sums() {
    using archetype::forward, archetype::random_access, archetype::unassignable;
    return sums_with<archetype::input<int>>() && sums_with<archetype::input<int, int>>() &&
           sums_with<forward<int const>>() && sums_with<random_access<int>>() &&
           sums_with<unassignable<int>>() && sums_with<int const*>();
}
static_assert(all_sums());

} // namespace

TEST_CASE("ranges of every category, without a default constructor or assignment",
          "[conformance]") {
    CHECK(all_sums());
    unsigned long numbers[3000];
    std::iota(numbers, numbers + 3000, 1UL);
    auto const twice = [](unsigned long x) { return 2 * x; };
    auto const expected = gpu::transform_reduce(numbers, numbers + 3000, 5UL, shift_in, twice);
    auto const pairs =
        gpu::transform_reduce(numbers, numbers + 3000, numbers, 5UL, shift_in, std::multiplies<>());
    using value = unsigned long;
    auto const check = [&]<class I>(passes<I, value, 3000> a) {
        with_every_policy([&](auto sum) {
            CHECK(sum(a.begin(), a.end(), 5UL, shift_in, twice) == expected);
            CHECK(sum(a.begin(), a.end(), 1UL, std::plus<>(), gpu::square<>()) == 9'004'500'501);
            passes<archetype::input<value>, value, 3000> b(numbers);
            auto const multiply = std::multiplies<>();
            CHECK(sum(a.begin(), a.end(), b.begin(), 5UL, shift_in, multiply) == pairs);
            CHECK(sum(b.begin(), b.end(), a.begin(), 5UL, shift_in, multiply) == pairs);
            CHECK(sum(a.begin(), a.end(), b.begin(), 1UL) == 9'004'500'501);
        });
        CHECK(gpu::mean(a.begin(), a.end()) == 1500.5);
        CHECK(gpu::mean(gpu::automatic, a.begin(), a.end()) == 1500.5);
    };
    check(passes<archetype::input<value>, value, 3000>(numbers));
    check(passes<archetype::forward<value>, value, 3000>(numbers));
    check(passes<archetype::unassignable<value>, value, 3000>(numbers));
}

TEST_CASE("iterators constructible from integers, combined with others", "[conformance]") {
    using iterator = archetype::from_integer<long>;
    std::vector<long> const x(3000, 2);
    with_every_policy([&](auto sum) {
        CHECK(sum(x.begin(), x.end(), iterator(1), 0L) == 9'003'000);
        CHECK(sum(iterator(1), iterator(3001), x.begin(), 0L) == 9'003'000);
        CHECK(sum(iterator(1), iterator(3001), 0L, std::plus<>(), std::negate<>()) == -4'501'500);
    });
}

TEST_CASE("move-only elements are passed to functions as the iterator yields them",
          "[conformance]") {
    using pointer = std::unique_ptr<int>;
    auto const make = [] {
        std::vector<pointer> made;
        for (int i = 1; i <= 3000; ++i) made.push_back(std::make_unique<int>(i));
        return made;
    };
    auto const take = [](pointer a, pointer const b) {
        *a += *b;
        return a;
    };
    auto const negated = [](pointer a) {
        *a = -*a;
        return a;
    };
    auto const value = [](pointer const& a) { return *a; };
    auto const product = [](pointer& a, pointer& b) { return *a * *b % 7; };
    with_every_policy([&](auto sum) {
        auto x = make();
        auto y = make();
        CHECK(*sum(std::make_move_iterator(x.begin()), std::make_move_iterator(x.end()),
                   std::make_unique<int>(1), take, negated) == -4'501'499);
        CHECK(*sum(std::make_move_iterator(y.begin()), std::make_move_iterator(y.end()),
                   std::make_move_iterator(make().begin()), std::make_unique<int>(), take,
                   take) == 9'003'000);
        pointer z[3]{std::make_unique<int>(1), std::make_unique<int>(2), std::make_unique<int>(4)};
        passes<archetype::input<pointer>, pointer, 3> once(z);
        CHECK(sum(once.begin(), once.end(), 1, std::plus<>(), value) == 8);
        CHECK(sum(once.begin(), once.end(), z, 0, std::plus<>(), product) == 1 + 4 + 2);
        CHECK(sum(z, z + 3, once.begin(), 0, std::plus<>(), product) == 1 + 4 + 2);
    });
}

TEST_CASE("results that are lvalues or proxies", "[conformance]") {
    struct cell {
        long value;
        [[nodiscard]] long& reference() { return value; }
    };
    std::vector<cell> cells(3000, cell{2});
    std::vector<bool> bits(3000, true);
    with_every_policy([&](auto sum) {
        auto const lvalue = [](cell& c) -> long& { return c.value; };
        auto const add = [](long& a, long& b) { return a + b; };
        CHECK(sum(cells, 1L, add, lvalue) == 6001);
        CHECK(sum(bits, 1, std::plus<>(), [](bool b) { return b ? 2 : 0; }) == 6001);
        CHECK(sum(bits, bits, 1) == 3001);
    });
    unsigned char a[]{64, 1};
    CHECK(gpu::transform_reduce(a, a + 2, a, 0, std::multiplies<unsigned char>(), std::plus<>()) ==
          0);
    CHECK(gpu::transform_reduce(a, a + 2, a, 0, std::plus<>(), std::plus<unsigned char>()) == 130);
}

TEST_CASE("std's policies, unqualified, on devices", "[conformance]") {
    // Only this library makes the NaN positive, which shows that it computed the sum.
    float const negative = std::copysign(std::numeric_limits<float>::quiet_NaN(), -1.0F);
    gpu::device_vector<float> const v(3, negative, gpu::device::host());
    auto const is_ours = [](float sum) { return std::isnan(sum) && !std::signbit(sum); };
    auto const par = std::execution::par;
    CHECK(is_ours(transform_reduce(par, v.begin(), v.end(), v.begin(), 0.0F)));
    CHECK(is_ours(transform_reduce(par, v.begin(), v.end(), v.begin(), 0.0F, std::plus<>(),
                                   std::multiplies<>())));
    CHECK(is_ours(transform_reduce(par, v.begin(), v.end(), 0.0F, std::plus<>(), std::negate<>())));
}

TEST_CASE("transforms that are pointers to members", "[conformance]") {
    struct item {
        double price;
        double doubled() const { return 2 * price; }
        double times(item const& other) const { return price * other.price; }
    };
    std::vector<item> const items{{1}, {2}, {3}};
    std::plus<> const plus;
    CHECK(gpu::transform_reduce(items, 0., plus, &item::price) == 6);
    CHECK(gpu::transform_reduce(gpu::automatic, items, 0., plus, &item::doubled) == 12);
    CHECK(gpu::transform_reduce(items, items, 0., plus, &item::times) == 14);
}
