// SPDX-License-Identifier: Apache-2.0
/// reduce takes the same iterators and operators as std::reduce, in constant expressions, too.
#include "support/archetypes.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>

#if __has_include(<boost/iterator/transform_iterator.hpp>)
#include <boost/iterator/transform_iterator.hpp>
#endif
#include <catch2/catch.hpp>

#include <concepts>
#include <cstddef>
#include <execution>
#include <functional>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <sstream>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

constexpr auto shift_in = [](unsigned long a, unsigned long b) { return 31 * a + b; };

/// Calls f with functions that reduce: without a policy, and with several.
template <class F>
void with_every_policy(F f) {
    auto const by = [&f](auto const& policy) {
        f([&policy](auto&&... arguments) {
            return gpu::reduce(policy, std::forward<decltype(arguments)>(arguments)...);
        });
    };
    f([](auto&&... arguments) {
        return gpu::reduce(std::forward<decltype(arguments)>(arguments)...);
    });
    by(gpu::automatic);
    by(gpu::interleaved);
    by(std::execution::seq);
    by(std::execution::par);
}

constexpr bool sums_are_right() {
    int numbers[]{3, -1, 4, 1, -5, 9, 2, 6};
    bool right = true;
    archetype::with_every_iterator(numbers, [&](auto first, auto last) {
        static_assert(std::same_as<decltype(gpu::reduce(first, last)), int>);
        static_assert(std::same_as<decltype(gpu::reduce(first, last, 1L)), long>);
        int* foremost = numbers;
        auto const begin = [&] {
            foremost = numbers; // restarts a single-pass range
            if constexpr (requires { decltype(first)(numbers, &foremost); })
                return decltype(first)(numbers, &foremost);
            else return first;
        };
        right = right && gpu::reduce(begin(), last) == 19;
        right = right && gpu::reduce(begin(), last, 1L) == 20;
        right = right && gpu::reduce(begin(), last, 7, gpu::maximum<>()) == 9;
        right = right && gpu::reduce(begin(), last, 2, [](int a, int b) { return a + b; }) == 21;
        right = right && gpu::reduce(gpu::automatic, begin(), last, 0.5) == 19.5;
        right = right && gpu::reduce(last, last, 5) == 5;
    });
    return right;
}
static_assert(sums_are_right());

/// A single-pass range whose iterators dereference to a given reference type.
template <class Reference, class T>
struct once {
    std::vector<T>& elements;
    T* foremost = elements.data();

    auto begin() { return archetype::input<T, Reference>(elements.data(), &foremost); }
    auto end() {
        return archetype::input<T, Reference>(elements.data() + elements.size(), nullptr);
    }
};

} // namespace

TEST_CASE("iterators of every category, without a default constructor or assignment",
          "[conformance]") {
    CHECK(sums_are_right());
    std::vector<unsigned long> numbers(3000);
    std::iota(numbers.begin(), numbers.end(), 1UL);
    auto const expected = gpu::reduce(numbers, 5UL, shift_in);
    auto* const first = numbers.data();
    auto* const last = first + numbers.size();
    using archetype::forward, archetype::random_access, archetype::unassignable;
    using value = unsigned long;
    with_every_policy([&](auto reduce) {
        CHECK(reduce(forward<value>(first), forward<value>(last), 1UL) == 4'501'501);
        // operands stay in order
        CHECK(reduce(forward<value>(first), forward<value>(last), 5UL, shift_in) == expected);
        CHECK(reduce(random_access<value>(first), random_access<value>(last), 5UL, shift_in) ==
              expected);
        CHECK(reduce(unassignable<value>(first), unassignable<value>(last), 5UL, shift_in) ==
              expected);
        once<value&, value> range{numbers};
        CHECK(reduce(range.begin(), range.end(), 5UL, shift_in) == expected);
        once<value, value> values{numbers};
        CHECK(reduce(values.begin(), values.end(), 5UL, shift_in) == expected);
        once<value, value> listed{numbers};
        CHECK(reduce(listed, 1UL) == 4'501'501);
    });
    forward<value> const all[]{forward<value>(first), forward<value>(last)};
    CHECK(gpu::reduce(gpu::automatic.on(gpu::device::simulated()), all[0], all[1]) == 4'501'500);
    CHECK(gpu::device_vector<value>(all[0], all[1]).size() == 3000);
}

TEST_CASE("iterators constructible from integers", "[conformance]") {
    using iterator = archetype::from_integer<long>;
    with_every_policy([](auto reduce) {
        CHECK(reduce(iterator(1), iterator(3001), 0L) == 4'501'500);
        CHECK(reduce(iterator(1), iterator(3001), 0L, [](long a, long b) { return a + b; }) ==
              4'501'500);
    });
}

#if __has_include(<boost/iterator/transform_iterator.hpp>)
TEST_CASE("a Boost iterator with a lambda", "[conformance]") {
    std::vector<int> const numbers(3000, 2);
    int const factor = 3;
    auto const times = [factor](int x) { return factor * x; };
    auto const first = boost::make_transform_iterator(numbers.begin(), times);
    auto const last = boost::make_transform_iterator(numbers.end(), times);
    static_assert(!std::is_copy_assignable_v<std::remove_const_t<decltype(first)>>);
    with_every_policy([&](auto reduce) {
        CHECK(reduce(first, last) == 18'000);
        CHECK(reduce(first, last, 1, [](int a, int b) { return a + b; }) == 18'001);
    });
    CHECK(gpu::mean(first, last) == 6);
    CHECK(gpu::transform_reduce(gpu::automatic, first, last, first, 0) == 108'000);
}
#endif

TEST_CASE("operators that take only lvalues or only rvalues, in every combination",
          "[conformance]") {
    struct number {
        long value;
    };
    struct lvalues {
        number operator()(number& a, number& b) { return {a.value + b.value}; }
    };
    struct rvalues {
        number operator()(number&& a, number&& b) { return {a.value + b.value}; }
    };
    struct left_lvalue {
        number operator()(number& a, number&& b) { return {a.value + b.value}; }
    };
    struct right_lvalue {
        number operator()(number&& a, number& b) { return {a.value + b.value}; }
    };
    std::vector<number> numbers(3000, number{2});
    std::list<number> list(numbers.begin(), numbers.end());
    with_every_policy([&](auto reduce) {
        CHECK(reduce(numbers.begin(), numbers.end(), number{1}, lvalues()).value == 6001);
        CHECK(reduce(list.begin(), list.end(), number{1}, lvalues()).value == 6001);
        CHECK(reduce(std::as_const(numbers), number{1}, lvalues()).value == 6001);
        CHECK(reduce(numbers, number{1}, rvalues()).value == 6001);
        CHECK(reduce(numbers, number{1}, left_lvalue()).value == 6001);
        CHECK(reduce(numbers, number{1}, right_lvalue()).value == 6001);
        once<number&, number> range{numbers};
        CHECK(reduce(range, number{1}, lvalues()).value == 6001);
        // generic operators, too
        CHECK(reduce(std::vector<int>(3000, 2), 1, [](auto& a, auto& b) { return a + b; }) == 6001);
        CHECK(reduce(std::vector<std::string>(3000, "ab"), std::string(), [](auto& a, auto& b) {
                  return a + b;
              }).size() == 6000);
    });
}

TEST_CASE("an operator on elements of another type than the accumulator takes them as the iterator "
          "yields them",
          "[conformance]") {
    struct element {
        long value;
    };
    struct total {
        long value;
    };
    struct add {
        total operator()(total& a, total& b) const { return {a.value + b.value}; }
        total operator()(total& a, element& b) const { return {a.value + b.value}; }
        total operator()(element& a, total& b) const { return {a.value + b.value}; }
        total operator()(element& a, element& b) const { return {a.value + b.value}; }
    };
    std::vector<element> numbers(3000, element{2});
    with_every_policy([&](auto reduce) {
        CHECK(reduce(numbers.begin(), numbers.end(), total{1}, add()).value == 6001);
        once<element&, element> range{numbers};
        CHECK(reduce(range, total{1}, add()).value == 6001);
    });
    element one{7};
    auto const any = [](auto&&, auto&&) { return total{42}; };
    CHECK(gpu::reduce(&one, &one + 1, total{1}, any).value == 42);
}

TEST_CASE("move-only values are neither copied from a range nor moved out of it implicitly",
          "[conformance]") {
    using pointer = std::unique_ptr<int>;
    std::vector<pointer> numbers;
    for (int i = 1; i <= 3000; ++i) numbers.push_back(std::make_unique<int>(i));
    auto const add = [](pointer const& a, pointer const& b) {
        return std::make_unique<int>(*a + *b);
    };
    auto const take = [](pointer a, pointer const b) {
        *a += *b;
        return a;
    };
    with_every_policy([&](auto reduce) {
        once<pointer&, pointer> lvalues{numbers};
        CHECK(*reduce(lvalues.begin(), lvalues.end(), std::make_unique<int>(1), add) == 4'501'501);
        once<pointer const&, pointer> constants{numbers};
        CHECK(*reduce(constants, std::make_unique<int>(1), add) == 4'501'501);
        CHECK(*numbers[0] == 1);

        auto const copies = [&] {
            std::vector<pointer> copied;
            for (auto const& number : numbers) copied.push_back(std::make_unique<int>(*number));
            return copied;
        };
        auto moved = copies();
        CHECK(*reduce(std::make_move_iterator(moved.begin()), std::make_move_iterator(moved.end()),
                      std::make_unique<int>(1), take) == 4'501'501);
        CHECK(moved[0] == nullptr);
        moved = copies();
        once<pointer&&, pointer> rvalues{moved};
        CHECK(*reduce(rvalues, std::make_unique<int>(1), take) == 4'501'501);
        moved = copies();
        once<pointer, pointer> values{moved};
        CHECK(*reduce(values, std::make_unique<int>(1), take) == 4'501'501);
    });
}
