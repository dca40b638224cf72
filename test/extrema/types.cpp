// SPDX-License-Identifier: Apache-2.0
/// min_element, max_element and minmax_element: all listed types with both comparators on every
/// device, compared with a plain loop. Covers ties, signed zeros, NaNs, data at any address, and
/// positions beyond 2^32.
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <list>
#include <random>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace {

using gpu::detail::real_types;
using gpu::detail::type_list;

template <class F, class... Ts>
void for_each_type(type_list<Ts...>, F f) {
    (f(std::type_identity<Ts>{}), ...);
}

/// Whether a is before b: a second definition, in which NaNs come last with any comparator.
template <class T, class C>
bool is_before(T a, T b, C before) {
    if (a != a || b != b) return a == a && b != b;
    return before(a, b);
}

/// First smallest, first largest and last largest element, by definition.
struct places {
    std::size_t smallest = 0, largest = 0, last_largest = 0;
};
template <class T, class C>
places places_in(std::span<T const> x, C before) {
    auto const after = [before](T a, T b) { return before(b, a); };
    places found;
    for (std::size_t i = 1; i < x.size(); ++i) {
        if (is_before(x[i], x[found.smallest], before)) found.smallest = i;
        if (is_before(x[i], x[found.largest], after)) found.largest = i;
        if (!is_before(x[found.last_largest], x[i], after)) found.last_largest = i;
    }
    return found;
}

/// Extreme values of a type, and values that resemble them.
template <class T>
std::vector<T> edges() {
    using limits = std::numeric_limits<T>;
    std::vector<T> numbers{T(0), T(1), limits::max(), limits::lowest(), T(3)};
    if constexpr (std::is_signed_v<T> || !std::is_integral_v<T>) numbers.push_back(T(-1));
    if constexpr (!std::is_integral_v<T>) {
        T const nan = limits::quiet_NaN(), infinity = limits::infinity();
        for (T const x : {T(-0.0), limits::denorm_min(), T(-limits::denorm_min()), infinity,
                          T(-infinity), nan, T(-nan), limits::min()})
            numbers.push_back(x);
    }
    return numbers;
}

/// Few distinct numbers, so that many are equal.
template <class T>
std::vector<T> equal_numbers(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    auto const from = edges<T>();
    std::vector<T> choice;
    for (unsigned k = 0; k < 1 + seed % 3; ++k) choice.push_back(from[random() % from.size()]);
    std::vector<T> x(n);
    for (T& v : x) v = choice[random() % choice.size()];
    return x;
}

/// Random bits: all numbers of a type.
template <class T>
std::vector<T> random_numbers(std::size_t n, unsigned seed) {
    std::mt19937_64 random(seed);
    std::vector<T> x(n);
    for (T& v : x) {
        auto const bits = random();
        __builtin_memcpy(static_cast<void*>(&v), &bits, sizeof v); // may be NaN
    }
    return x;
}

template <class T, class C, class Policy>
void check_order(std::span<T const> x, C before, Policy const& policy) {
    auto const expected = places_in(x, before);
    auto const smallest = gpu::min_element(policy, x.begin(), x.end(), before);
    auto const largest = gpu::max_element(policy, x, before);
    auto const [first, last] = gpu::minmax_element(policy, x, before);
    REQUIRE(static_cast<std::size_t>(smallest - x.begin()) == expected.smallest);
    REQUIRE(static_cast<std::size_t>(largest - x.begin()) == expected.largest);
    REQUIRE(static_cast<std::size_t>(first - x.begin()) == expected.smallest);
    REQUIRE(static_cast<std::size_t>(last - x.begin()) == expected.last_largest);
}

template <class T>
void check(std::span<T const> x, gpu::device device) {
    INFO(gpu::detail::type_name<T>() << ", n = " << x.size() << " on " << to_string(device));
    check_order(x, std::less<>(), gpu::automatic.on(device));
    check_order(x, std::greater<T>(), gpu::automatic.on(device));
}

} // namespace

TEST_CASE("short ranges of every listed type, with ties, signed zeros and NaNs", "[extrema]") {
    for_each_type(real_types{}, []<class T>(std::type_identity<T>) {
        for (auto const device : gpu::devices())
            for (unsigned n = 1; n <= 70; ++n) {
                check<T>(equal_numbers<T>(n, n), device);
                if (n % 3 == 1) check<T>(random_numbers<T>(n, n), device);
            }
    });
}

TEST_CASE("longer ranges of every listed type", "[extrema]") {
    for_each_type(real_types{}, []<class T>(std::type_identity<T>) {
        for (auto const device : gpu::devices())
            for (std::size_t const n : {4095u, 4096u, 4097u, 70'001u}) {
                check<T>(equal_numbers<T>(n, static_cast<unsigned>(n)), device);
                check<T>(random_numbers<T>(n, 1), device);
            }
    });
}

TEST_CASE("extrema of a large range, at any position", "[extrema]") {
    for (auto const device : gpu::devices()) {
        if (device.kind() == gpu::device_kind::simulated) continue; // would take seconds
        for (std::size_t const n : {(1u << 20) + 3, (1u << 22) + 77})
            for (std::size_t const place :
                 {std::size_t{0}, std::size_t{1}, n / 2, n / 2 + 4099, n - 2, n - 1}) {
                std::vector<float> x(n, 1.0F);
                x[place] = -1.0F;
                x[n - 1 - place / 3] = -1.0F;
                x[n / 5] = std::numeric_limits<float>::quiet_NaN();
                check<float>(x, device);
                std::vector<std::int8_t> y(n, 5);
                y[place] = 7;
                y[n - 1 - place / 3] = 7;
                check<std::int8_t>(y, device);
            }
    }
}

TEST_CASE("the smallest element in the part of any core", "[extrema]") {
    std::vector<std::int16_t> x((3u << 20) + 5);
    for (std::size_t place = 0; place < x.size(); place += 12'345) {
        x[place] = -1;
        REQUIRE(gpu::min_element(x) == x.begin() + static_cast<std::ptrdiff_t>(place));
        REQUIRE(gpu::minmax_element(x, std::greater<>()).second ==
                x.begin() + static_cast<std::ptrdiff_t>(place));
        x[place] = 0;
    }
}

TEST_CASE("data at any address", "[extrema]") {
    for_each_type(real_types{}, []<class T>(std::type_identity<T>) {
        auto const x = equal_numbers<T>(3000, 5);
        for (auto const device : gpu::devices())
            for (std::size_t begin = 0; begin <= 16 / sizeof(T); ++begin)
                for (std::size_t const n : {1u, 15u, 16u, 17u, 33u, 2900u})
                    check<T>(std::span<T const>(x).subspan(begin, n), device);
        for (auto const device : gpu::devices()) {
            gpu::device_vector<T> const there(x, device);
            for (std::size_t begin = 0; begin <= 16 / sizeof(T); ++begin) {
                auto const first = there.begin() + static_cast<std::ptrdiff_t>(begin);
                auto const found = gpu::minmax_element(first, there.end());
                auto const expected =
                    places_in(std::span<T const>(x).subspan(begin), std::less<>());
                CHECK(static_cast<std::size_t>(found.first - first) == expected.smallest);
                CHECK(static_cast<std::size_t>(found.second - first) == expected.last_largest);
            }
        }
    });
}

TEST_CASE("NaNs are skipped unless all elements are NaNs", "[extrema]") {
    float const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> const x{nan, nan, -0.0F, 0.0F, nan}, only(40, nan);
    for (auto const device : gpu::devices()) {
        auto const on = gpu::automatic.on(device);
        CHECK(gpu::min_element(on, x) == x.begin() + 2);
        CHECK(gpu::max_element(on, x) == x.begin() + 2);
        CHECK(gpu::minmax_element(on, x) == std::pair(x.begin() + 2, x.begin() + 3));
        CHECK(gpu::min_element(on, only) == only.begin());
        CHECK(gpu::max_element(on, only) == only.begin());
        CHECK(gpu::minmax_element(on, only) == std::pair(only.begin(), only.end() - 1));
    }
}

TEMPLATE_TEST_CASE("ties, signed zeros and NaNs, in searches compiled into the program",
                   "[extrema]", float, double, gpu::half, gpu::bfloat16) {
    auto const number = [](float x) { return static_cast<TestType>(x); };
    TestType const nan = std::numeric_limits<TestType>::quiet_NaN();
    std::vector<TestType> const x{nan,           number(0), number(-1), number(2),
                                  number(-0.0f), number(2), number(-1), nan};
    std::vector<TestType> const zeros{number(0), number(-0.0f), number(0), number(-0.0f)};
    std::vector<TestType> const nans{nan, nan, nan};
    auto const places = [](auto const& range, auto comp) {
        auto const at = [&](auto i) { return std::distance(range.begin(), i); };
        auto const both = gpu::minmax_element(range, comp);
        return std::vector{at(gpu::min_element(range, comp)), at(gpu::max_element(range, comp)),
                           at(both.first), at(both.second)};
    };
    auto const check = [&](auto const& range, auto comp,
                           std::vector<std::ptrdiff_t> const& expected) {
        CHECK(places(range, comp) == expected);
        CHECK(places(std::list<TestType>(range.begin(), range.end()), comp) == expected);
    };
    check(x, std::less<>(), {2, 3, 2, 5});
    check(x, std::greater<>(), {3, 2, 3, 6});
    check(zeros, std::less<>(), {0, 0, 0, 3});
    check(nans, std::less<>(), {0, 0, 0, 2});
}

TEMPLATE_TEST_CASE("NaNs and signed zeros as results of a projection", "[extrema]", float, double,
                   gpu::half, gpu::bfloat16) {
    struct item {
        int place;
        TestType key;
    };
    auto const number = [](float x) { return static_cast<TestType>(x); };
    TestType const nan = std::numeric_limits<TestType>::quiet_NaN();
    auto const key = [](item const& x) { return x.key; };
    auto const check = [&](std::vector<TestType> const& keys, auto comp,
                           std::vector<int> const& expected) {
        std::vector<item> x;
        for (TestType const k : keys) x.push_back({static_cast<int>(x.size()), k});
        auto const places = [&](auto const& policy, auto const& range, auto projection) {
            auto const both = gpu::minmax_element(policy, range, comp, projection);
            return std::vector{gpu::min_element(policy, range, comp, projection)->place,
                               gpu::max_element(policy, range, comp, projection)->place,
                               both.first->place, both.second->place};
        };
        CHECK(places(gpu::automatic, x, &item::key) == expected);
        CHECK(places(gpu::automatic, x, key) == expected);
        CHECK(places(gpu::automatic, std::list<item>(x.begin(), x.end()), key) == expected);
        CHECK(gpu::min_element(x, comp, key)->place == expected[0]);
    };
    check({nan, number(0), number(-1), number(2), number(-0.0f), number(2), number(-1), nan},
          std::less<>(), {2, 3, 2, 5});
    check({nan, number(-0.0f), number(0), nan}, std::greater<TestType>(), {1, 1, 1, 2});
    check({nan, nan, nan}, std::less<TestType>(), {0, 0, 0, 2});
    std::vector<TestType> many(3000, nan); // of several parts
    many[1000] = number(5);
    many[2500] = number(-1);
    check(many, std::ranges::less(), {2500, 1000, 2500, 1000});
}

#ifdef __x86_64__
TEST_CASE("subnormals are distinguished even if the caller flushes them", "[extrema]") {
    for (std::size_t const n :
         {std::size_t{5}, std::size_t{64}, std::size_t{65}, std::size_t{5000}}) {
        std::vector<float> x(n, 0.0f);
        x[2] = -1e-44f;
        x[3] = 1e-44f;
        std::list<float> const list(x.begin(), x.end());
        unsigned const before = _mm_getcsr();
        _mm_setcsr(before | 0x8040); // flushes subnormal results and operands to zero
        auto const in_vector = gpu::minmax_element(x);
        auto const in_list = gpu::minmax_element(gpu::automatic, list);
        _mm_setcsr(before);
        INFO(n);
        CHECK(in_vector.first - x.begin() == 2);
        CHECK(in_vector.second - x.begin() == 3);
        CHECK(std::distance(list.begin(), in_list.first) == 2);
        CHECK(std::distance(list.begin(), in_list.second) == 3);
    }
}
#endif

TEST_CASE("positions beyond 2^32", "[extrema]") {
    constexpr std::size_t n = (std::size_t{1} << 32) + 4099;
    void* const pages = mmap(nullptr, n, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(pages != MAP_FAILED);
    std::span<std::int8_t> const x(static_cast<std::int8_t*>(pages), n);
    x[(std::size_t{1} << 32) + 7] = x[(std::size_t{1} << 32) + 4098] = -3;
    x[(std::size_t{1} << 31) + 5] = x[(std::size_t{1} << 32) + 4097] = 100;
    auto const [first, last] = gpu::minmax_element(x);
    CHECK(first - x.begin() == (std::ptrdiff_t{1} << 32) + 7);
    CHECK(last - x.begin() == (std::ptrdiff_t{1} << 32) + 4097);
    CHECK(gpu::max_element(x) - x.begin() == (std::ptrdiff_t{1} << 31) + 5);
    CHECK(munmap(pages, n) == 0);
}
