// SPDX-License-Identifier: Apache-2.0
/// Types with overloads that an algorithm must not find: of the comma, of `&`, by
/// argument-dependent look-up, of arithmetic with other types. Most checks are that this file
/// compiles.
#include "support/archetypes.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <execution>
#include <functional>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector>

namespace hostile {

template <class A, class B>
void operator,(A const&, B const&) = delete;

/// A number whose address cannot be taken with `&`.
struct number {
    long value;
    void operator&() const = delete;
    friend constexpr number operator+(number a, number b) { return {a.value + b.value}; }
    friend constexpr bool operator<(number a, number b) { return a.value < b.value; }
};

/// Move-only functions that cannot be assigned.
struct function {
    function() = default;
    function(function const&) = delete;
    function(function&&) = default;
    function& operator=(function const&) = delete;
    function& operator=(function&&) = delete;
    void operator&() const = delete;
};
struct add : function {
    constexpr number operator()(number const& a, number const& b) const { return a + b; }
};
struct twice : function {
    constexpr number operator()(number const& a) const { return a + a; }
};
struct before : function {
    constexpr bool operator()(number const& a, number const& b) const { return a < b; }
};

/// An iterator in C++17 style with a base class: comparisons are ambiguous in C++20, and
/// differences have 16 bits.
template <class Iterator>
struct base {
    using iterator_category = std::random_access_iterator_tag;
    using value_type = number;
    using difference_type = short;
    using pointer = number*;
    using reference = number&;

    number* at;

    reference operator*() const { return *at; }
    Iterator& operator++() { return *this += short{1}; }
    Iterator operator++(int) { return Iterator(at++); }
    Iterator& operator+=(short n) {
        at += n;
        return static_cast<Iterator&>(*this);
    }
    template <class N>
    Iterator& operator+=(N) = delete;
    bool operator==(Iterator other) const { return at == other.at; }
    bool operator!=(Iterator other) const { return at != other.at; }
    friend short operator-(Iterator a, Iterator b) { return static_cast<short>(a.at - b.at); }
};
struct iterator : base<iterator> {
    iterator(number* first) : base<iterator>{first} {}
};

} // namespace hostile

namespace {

/// A type that argument-dependent look-up must not try to complete.
template <class T>
struct holder {
    T t;
};
struct incomplete;
using element = holder<incomplete>*;

struct count_elements {
    static constexpr int number_of(int n) { return n; }
    static constexpr int number_of(void const*) { return 1; }
    template <class A, class B>
    constexpr int operator()(A const& a, B const& b) const {
        return number_of(a) + number_of(b);
    }
};

constexpr bool look_up_is_qualified() {
    element elements[4]{};
    element* const first = elements;
    element* const last = elements + 4;
    auto const one = [](void const*) { return 1; };
    auto const two = [](void const*, void const*) { return 2; };
    auto const before = [](void const*, void const*) { return false; };
    return gpu::reduce(first, last, 0, count_elements()) == 4 &&
           gpu::reduce(elements, 0, count_elements()) == 4 &&
           gpu::reduce(gpu::automatic, first, last, 0, count_elements()) == 4 &&
           gpu::transform_reduce(first, last, 0, std::plus<>(), one) == 4 &&
           gpu::transform_reduce(first, last, first, 0, std::plus<>(), two) == 8 &&
           gpu::transform_reduce(gpu::automatic, first, last, first, 0, std::plus<>(), two) == 8 &&
           gpu::min_element(first, last, before) == first &&
           gpu::max_element(first, last, before) == first &&
           gpu::min_element(gpu::automatic, first, last, before) == first &&
           gpu::minmax_element(first, last, before).second == last - 1;
}
static_assert(look_up_is_qualified());

template <class I, class... Policy>
void check(I const& first, I const& last, Policy const&... policy) {
    using hostile::number;
    CHECK(gpu::reduce(policy..., first, last, number{1}).value == 6001);
    CHECK(gpu::reduce(policy..., first, last, number{1}, hostile::add()).value == 6001);
    CHECK(gpu::transform_reduce(policy..., first, last, number{1}, hostile::add(), hostile::twice())
              .value == 12001);
    CHECK(gpu::transform_reduce(policy..., first, last, first, number{1}, hostile::add(),
                                hostile::add())
              .value == 12001);
    CHECK(gpu::min_element(policy..., first, last, hostile::before()) == first);
    CHECK(gpu::max_element(policy..., first, last, hostile::before(), hostile::twice()) == first);
    CHECK(gpu::minmax_element(policy..., first, last).first == first);
}

template <class I>
void check_with_policies(I const& first, I const& last) {
    check(first, last);
    check(first, last, gpu::automatic);
    check(first, last, std::execution::seq);
    check(first, last, std::execution::par);
}

} // namespace

TEST_CASE("overloaded commas and address-of operators", "[conformance]") {
    std::vector<hostile::number> numbers(3000, hostile::number{2});
    auto* const first = numbers.data();
    using archetype::forward, archetype::random_access;
    using number = hostile::number;
    check_with_policies(first, first + 3000);
    check_with_policies(forward<number>(first), forward<number>(first + 3000));
    check_with_policies(random_access<number>(first), random_access<number>(first + 3000));
    check_with_policies(hostile::iterator(first), hostile::iterator(first + 3000));
    gpu::device_vector<number> v(numbers, gpu::device::host());
    v[1] = number{7};
    v.resize(4000, number{5});
    CHECK(static_cast<number>(v[1]).value == 7);
    CHECK(static_cast<number>(v[3999]).value == 5);
}

TEST_CASE("argument-dependent look-up does not complete types", "[conformance]") {
    CHECK(look_up_is_qualified());
    element elements[4]{};
    CHECK(gpu::reduce(std::execution::par, elements, elements + 4, 0, count_elements()) == 4);
    bool const is_first = gpu::min_element(std::execution::par, elements, elements + 4,
                                           std::less<void const*>()) == elements;
    CHECK(is_first);
}

TEST_CASE("volatile elements", "[conformance]") {
    int volatile numbers[]{3, -1, 4};
    int volatile* const first = numbers;
    CHECK(gpu::reduce(first, first + 3) == 6);
    CHECK(gpu::reduce(gpu::automatic, first, first + 3, 1, std::bit_or<int>()) == -1);
    CHECK(gpu::reduce(first, first + 3, 1L, [](long a, long b) { return a + b; }) == 7);
    CHECK(gpu::transform_reduce(first, first + 3, first, 0) == 26);
    CHECK(gpu::transform_reduce(first, first + 3, 0, std::plus<>(), std::negate<>()) == -6);
    CHECK(gpu::min_element(first, first + 3) == first + 1);
}
