// SPDX-License-Identifier: Apache-2.0
/// Calls inside the library name its own functions, without argument-dependent look-up. That
/// look-up would instantiate the classes of the arguments, and find functions of their namespaces.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/any_of.hpp>
#include <gpualgo/binary_search.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/transform_reduce.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <vector>

namespace {

struct incomplete;

/// Cannot be instantiated with an incomplete type.
template <class T>
struct holder {
    T value;
};

using pointer = holder<incomplete>*;
using numbers = std::vector<int>;

std::array<char, 16> memory;

/// @return the address of byte i, as a pointer to a class that cannot be instantiated
pointer at(int i) { return reinterpret_cast<pointer>(memory.data() + i); }

/// @return the number of the byte that p points to. Not a function: a call would be open to
/// argument-dependent look-up.
auto const number_of = [](pointer p) {
    return static_cast<int>(reinterpret_cast<char*>(p) - memory.data());
};

/// Pointers in an array, whose iterators are plain pointers.
class elements {
public:
    /// Points to the bytes with these numbers.
    elements(std::initializer_list<int> list) {
        for (int const i : list) values_[size_++] = at(i);
    }

    [[nodiscard]] pointer* begin() { return values_; }
    [[nodiscard]] pointer* end() { return values_ + size_; }
    /// @return the numbers of the bytes
    [[nodiscard]] numbers get() const {
        numbers list;
        for (std::size_t i = 0; i < size_; ++i) list.push_back(number_of(values_[i]));
        return list;
    }

private:
    pointer values_[16] = {};
    std::size_t size_ = 0;
};

struct less {
    bool operator()(pointer a, pointer b) const { return number_of(a) < number_of(b); }
};
struct equal {
    bool operator()(pointer a, pointer b) const { return number_of(a) == number_of(b); }
};
struct larger {
    pointer operator()(pointer a, pointer b) const { return number_of(a) < number_of(b) ? b : a; }
};
struct next {
    pointer operator()(pointer a) const { return at(number_of(a) + 1); }
};
struct is_odd {
    bool operator()(pointer a) const { return number_of(a) % 2 != 0; }
};

/// Calls f(x, out), and f(x, out, gpu::automatic), with copies of `in` and with zeros.
/// @param expected what it writes to `out`
template <class F>
void check(numbers const& expected, elements const& in, F f) {
    for (bool const has_policy : {false, true}) {
        CAPTURE(has_policy);
        elements copy = in, out{0, 0, 0, 0, 0};
        auto call = [&](auto const&... policy) { f(copy, out, policy...); };
        if (has_policy) call(gpu::automatic);
        else call();
        CHECK(out.get() == expected);
    }
}

elements const unsorted{3, 1, 4, 1, 5};

} // namespace

TEST_CASE("algorithms compile for pointers to incomplete types' holders") {
    SECTION("sort") {
        elements x = unsorted, y = unsorted, z = unsorted;
        gpu::sort(x.begin(), x.end(), less());
        gpu::sort(gpu::automatic, y.begin(), y.end(), less());
        gpu::stable_sort(z.begin(), z.end(), less());
        numbers const sorted{1, 1, 3, 4, 5};
        CHECK(x.get() == sorted);
        CHECK(y.get() == sorted);
        CHECK(z.get() == sorted);
        CHECK(gpu::is_sorted(x.begin(), x.end(), less()));
        CHECK_FALSE(gpu::is_sorted(gpu::automatic, elements(unsorted), less()));
    }
    SECTION("sort with values") {
        elements x = unsorted, y = unsorted;
        std::array<int, 5> indices = {};
        gpu::argsort(x.begin(), x.end(), indices.begin(), less());
        CHECK(indices == std::array{1, 3, 0, 2, 4});
        gpu::sort_by_key(x.begin(), x.end(), y.begin(), less());
        CHECK(y.get() == numbers{1, 1, 3, 4, 5});
    }
    SECTION("merge") {
        elements other{2, 6};
        check({1, 2, 3, 6, 0}, {1, 3}, [&](auto& x, auto& out, auto const&... policy) {
            gpu::merge(policy..., x.begin(), x.end(), other.begin(), other.end(), out.begin(),
                       less());
        });
    }
    SECTION("bounds") {
        elements sorted{1, 3, 5}, values{0, 3, 4};
        for (bool const has_policy : {false, true}) {
            std::array<int, 3> places = {};
            auto const call = [&](auto const&... policy) {
                gpu::lower_bound(policy..., sorted.begin(), sorted.end(), values.begin(),
                                 values.end(), places.begin(), less());
            };
            if (has_policy) call(gpu::automatic);
            else call();
            CHECK(places == std::array{0, 1, 2});
        }
    }
    SECTION("selections") {
        check({3, 1, 1, 5, 0}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::copy_if(policy..., x.begin(), x.end(), out.begin(), is_odd());
            CHECK(gpu::count_if(policy..., x.begin(), x.end(), is_odd()) == 4);
        });
        check({4, 0, 0, 0, 0}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            auto const end = gpu::remove_if(policy..., x.begin(), x.end(), is_odd());
            gpu::copy(x.begin(), end, out.begin());
        });
        check({1, 2, 1, 0, 0}, {1, 1, 2, 2, 1}, [](auto& x, auto& out, auto const&... policy) {
            gpu::unique_copy(policy..., x.begin(), x.end(), out.begin(), equal());
            CHECK(gpu::unique(policy..., x.begin(), x.end(), equal()) - x.begin() == 3);
        });
    }
    SECTION("searches") {
        check({0, 0, 0, 0, 0}, unsorted, [](auto& x, auto&, auto const&... policy) {
            elements other{3, 1, 4, 2, 5};
            CHECK(gpu::find_if(policy..., x.begin(), x.end(), is_odd()) - x.begin() == 0);
            CHECK(gpu::any_of(policy..., x.begin(), x.end(), is_odd()));
            CHECK(gpu::min_element(policy..., x.begin(), x.end(), less()) - x.begin() == 1);
            CHECK(gpu::minmax_element(policy..., x.begin(), x.end(), less()).second - x.begin() ==
                  4);
            CHECK_FALSE(gpu::equal(policy..., x.begin(), x.end(), other.begin(), equal()));
            auto const found = gpu::mismatch(policy..., x.begin(), x.end(), other.begin(), equal());
            CHECK(found.first - x.begin() == 3);
            CHECK(found.second - other.begin() == 3);
        });
    }
    SECTION("the first elements in order") {
        check({1, 1, 3, 0, 0}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::top_k(policy..., x.begin(), x.end(), 3, out.begin(), less());
        });
    }
    SECTION("transforms") {
        check({4, 2, 5, 2, 6}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::transform(policy..., x.begin(), x.end(), out.begin(), next());
        });
        check({3, 3, 4, 4, 5}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::adjacent_difference(policy..., x.begin(), x.end(), out.begin(), larger());
        });
        check({3, 3, 4, 4, 5}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::inclusive_scan(policy..., x.begin(), x.end(), out.begin(), larger());
        });
    }
    SECTION("assignments") {
        check({7, 7, 7, 7, 7}, unsorted, [](auto&, auto& out, auto const&... policy) {
            gpu::fill(policy..., out.begin(), out.end(), at(7));
        });
        check({7, 7, 7, 7, 7}, unsorted, [](auto&, auto& out, auto const&... policy) {
            gpu::generate(policy..., out.begin(), out.end(), [] { return at(7); });
        });
        check({7, 7, 4, 7, 7}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::replace_if(policy..., x.begin(), x.end(), is_odd(), at(7));
            gpu::copy(x.begin(), x.end(), out.begin());
        });
        check({4, 2, 5, 2, 6}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::for_each(policy..., x.begin(), x.end(), [](pointer& p) { p = next()(p); });
            gpu::copy(x.begin(), x.end(), out.begin());
        });
    }
    SECTION("permutations") {
        std::array<int, 5> indices{4, 3, 2, 1, 0};
        check({5, 1, 4, 1, 3}, unsorted, [](auto& x, auto& out, auto const&... policy) {
            gpu::reverse_copy(policy..., x.begin(), x.end(), out.begin());
        });
        check({5, 1, 4, 1, 3}, unsorted, [&](auto& x, auto& out, auto const&... policy) {
            gpu::gather(policy..., indices.begin(), indices.end(), x.begin(), out.begin());
        });
        check({5, 1, 4, 1, 3}, unsorted, [&](auto& x, auto& out, auto const&... policy) {
            gpu::scatter(policy..., x.begin(), x.end(), indices.begin(), out.begin());
        });
    }
    SECTION("folds") {
        elements list = unsorted;
        CHECK(number_of(gpu::transform_reduce(list.begin(), list.end(), at(0), larger(), next())) ==
              6);
        check({0, 0, 0, 0, 0}, unsorted, [](auto& x, auto&, auto const&... policy) {
            CHECK(number_of(gpu::reduce(policy..., x.begin(), x.end(), at(0), larger())) == 5);
        });
        check({1, 2, 1, 0, 0}, {1, 1, 2, 2, 1}, [](auto& x, auto& out, auto const&... policy) {
            std::array<int, 5> values{1, 2, 3, 4, 5}, totals = {};
            gpu::reduce_by_key(policy..., x.begin(), x.end(), values.begin(), out.begin(),
                               totals.begin(), equal());
            CHECK(totals == std::array{3, 7, 5, 0, 0});
        });
    }
}

/// Types of a user, with functions that have names of the library's own functions.
namespace user {

struct list : numbers {
    using numbers::numbers;
};

/// An iterator that is no pointer.
struct iterator {
    using value_type = int;
    using reference = int&;
    using pointer = int*;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    int* at = nullptr;

    reference operator*() const { return *at; }
    reference operator[](difference_type n) const { return at[n]; }
    iterator& operator++() { return ++at, *this; }
    iterator& operator--() { return --at, *this; }
    iterator operator++(int) { return {at++}; }
    iterator operator--(int) { return {at--}; }
    iterator& operator+=(difference_type n) { return at += n, *this; }
    iterator& operator-=(difference_type n) { return at -= n, *this; }
    friend iterator operator+(iterator a, difference_type n) { return {a.at + n}; }
    friend iterator operator+(difference_type n, iterator a) { return {a.at + n}; }
    friend iterator operator-(iterator a, difference_type n) { return {a.at - n}; }
    friend difference_type operator-(iterator a, iterator b) { return a.at - b.at; }
    friend auto operator<=>(iterator, iterator) = default;
};

/// How often one of these functions was called.
int calls = 0;

auto begin_of(list& l) { return ++calls, l.begin() + 1; }
auto end_of(list& l) { return ++calls, l.end() - 1; }
iterator output_end(iterator i, std::size_t) { return ++calls, i; }
int& element_after(iterator i, std::size_t) { return ++calls, *i; }
int& element_at(iterator i, std::size_t) { return ++calls, *i; }
std::size_t count(iterator, iterator) { return ++calls, 0; }
std::size_t count_elements(iterator, iterator) { return ++calls, 0; }
std::size_t count_of(iterator, iterator) { return ++calls, 0; }
std::ptrdiff_t distance_of(iterator, iterator) { return ++calls, 0; }
std::size_t distance_between(iterator, iterator) { return ++calls, 0; }
iterator own_iterator(iterator i) { return ++calls, i; }
int* pointer_of(iterator i) { return ++calls, i.at; }
int* address_of(iterator i) { return ++calls, i.at; }

} // namespace user

TEST_CASE("functions of a user's namespace do not replace those of the library") {
    user::calls = 0;
    SECTION("ranges") {
        user::list in{10, 1, 2, 3}, indices{3, 2, 1, 0}, out(4, -1);
        auto const same = [](int x) { return x; };
        gpu::transform(in, out, same);
        CHECK(out == user::list{10, 1, 2, 3});
        gpu::transform(gpu::automatic, in, indices, out, [](int a, int b) { return a + b; });
        CHECK(out == user::list{13, 3, 3, 3});
        CHECK(gpu::transform_reduce(in, 0, gpu::plus(), same) == 16);
        CHECK(gpu::reduce(gpu::automatic, in) == 16);
        gpu::gather(indices, in, out);
        CHECK(out == user::list{3, 2, 1, 10});
        gpu::scatter(in, indices, out);
        CHECK(out == user::list{3, 2, 1, 10});
        gpu::reverse_copy(in, out);
        CHECK(out == user::list{3, 2, 1, 10});
        gpu::swap_ranges(in, out);
        CHECK(in == user::list{3, 2, 1, 10});
        gpu::reverse(in);
        CHECK(in == user::list{10, 1, 2, 3});
        gpu::sort(in);
        CHECK(in == user::list{1, 2, 3, 10});
    }
    SECTION("iterators") {
        user::list in{10, 1, 2, 3}, indices{3, 2, 1, 0}, out(4, -1);
        user::iterator const first{in.data()}, last{in.data() + 4}, to{out.data()};
        user::iterator const index{indices.data()};
        CHECK(gpu::reverse_copy(gpu::automatic, first, last, to) - to == 4);
        CHECK(out == user::list{3, 2, 1, 10});
        CHECK(gpu::gather(gpu::automatic, index, index + 4, first, to) - to == 4);
        CHECK(out == user::list{3, 2, 1, 10});
        CHECK(gpu::swap_ranges(gpu::automatic, first, last, to) - to == 4);
        CHECK(in == user::list{3, 2, 1, 10});
        CHECK(gpu::inclusive_scan(gpu::automatic, first, last, to) - to == 4);
        CHECK(out == user::list{3, 5, 6, 16});
        CHECK(gpu::reduce(gpu::automatic, first, last) == 16);
        CHECK(gpu::find(gpu::automatic, first, last, 1) - first == 2);
        CHECK(gpu::max_element(gpu::automatic, first, last) - first == 3);
        gpu::sort(gpu::automatic, first, last);
        CHECK(in == user::list{1, 2, 3, 10});
    }
    CHECK(user::calls == 0);
}

namespace {

/// A number whose class names one that cannot be instantiated.
template <class T>
struct tagged {
    float value;
};
using number = tagged<holder<incomplete>>;

} // namespace

TEST_CASE("scans of classes with incomplete template arguments") {
    number const in[]{{1}, {2}, {3}};
    number out[3];
    auto const add = [](number const& a, number const& b) { return number{a.value + b.value}; };
    gpu::inclusive_scan(in, out, add);
    CHECK(out[2].value == 6);
}
