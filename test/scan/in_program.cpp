// SPDX-License-Identifier: Apache-2.0
/// Scans by the program: operators, transforms and types that are not precompiled.
#include "support/scan_reference.hpp"

#include <gpualgo/scan.hpp>
#include <gpualgo/transform_scan.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <list>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

/// Affine functions: their composition is associative, but not commutative.
struct affine {
    std::uint32_t factor, offset;
    friend bool operator==(affine const&, affine const&) = default;
};

constexpr auto compose = [](affine a, affine b) {
    return affine{a.factor * b.factor, a.offset * b.factor + b.offset};
};

template <std::floating_point T>
constexpr auto add = [](T a, T b) { return a + b; };

template <std::floating_point T>
T nth(std::size_t i, T) {
    return static_cast<T>(1 + i * i % 1009) / static_cast<T>(7 + i % 13);
}

std::uint8_t nth(std::size_t i, std::uint8_t) { return static_cast<std::uint8_t>(i * i % 251); }

affine nth(std::size_t i, affine) {
    return {static_cast<std::uint32_t>(2 * i + 3), static_cast<std::uint32_t>(i % 11)};
}

/// Has no default constructor.
struct boxed {
    explicit boxed(double given) : value(given) {}
    double value;
};

/// Is trivially copyable, but cannot be assigned from an element that stays.
struct moved {
    explicit moved(double given) : value(given) {}
    moved(moved const&) = default;
    moved(moved&&) = default;
    moved& operator=(moved const&) = delete;
    moved& operator=(moved&&) = default;
    double value;
};

/// Every scan of n elements, compared with the definition.
template <class T, class Op>
void check_scans(std::size_t n, Op op, T init) {
    CAPTURE(n);
    std::vector<T> x(n), prefixes;
    for (std::size_t i = 0; i < n; ++i) x[i] = nth(i, T());
    gpu::kernel::canonical_prefixes<T>(x.begin(), n, op,
                                       [&](T const& prefix) { prefixes.push_back(prefix); });
    std::vector<T> after_init, before{init};
    for (T const& prefix : prefixes) after_init.push_back(op(init, prefix));
    before.insert(before.end(), after_init.begin(), after_init.end());
    before.resize(n, init);

    std::vector<T> out(n, init);
    CHECK(gpu::inclusive_scan(x.begin(), x.end(), out.begin(), op) == out.end());
    CHECK((out == prefixes)); // not printed: there may be many
    gpu::inclusive_scan(gpu::automatic, x, out, op, init);
    CHECK((out == after_init));
    gpu::exclusive_scan(x, out, init, op);
    CHECK((out == before));
    std::list<T> const list(x.begin(), x.end());
    std::vector<T> appended;
    gpu::inclusive_scan(list.begin(), list.end(), std::back_inserter(appended), op);
    CHECK((appended == prefixes));
    auto in_place = x;
    gpu::exclusive_scan(in_place, in_place, init, op);
    CHECK((in_place == before));

    // on all cores, if there are enough elements
    CHECK(gpu::inclusive_scan(gpu::automatic, x.begin(), x.end(), out.begin(), op) == out.end());
    CHECK((out == prefixes));
    gpu::exclusive_scan(gpu::automatic, x, x, init, op);
    CHECK((x == before));
}

} // namespace

TEST_CASE("scans by lambdas have the canonical order, for every number of blocks") {
    for (auto const n :
         {0u, 1u, 2u, 3u, 31u, 255u, 256u, 257u, 300u, 511u, 512u, 513u, 769u, 5000u}) {
        check_scans<float>(n, add<float>, 0.1f);
        check_scans<double>(n, add<double>, 0.1);
        check_scans<affine>(n, compose, {3, 5});
    }
}

TEST_CASE("scans on all cores have the canonical order") {
    for (auto const n : {16383u, 16384u, 16385u, 40000u, 300'000u}) {
        check_scans<float>(n, add<float>, 0.1f);
        check_scans<affine>(n, compose, {3, 5});
    }
    check_scans<double>(100'000, add<double>, 0.1);
    check_scans<std::uint8_t>(
        100'000, [](std::uint8_t a, std::uint8_t b) { return std::uint8_t(a ^ b); }, 3);
}

TEST_CASE("scans on all cores read each element once, and pass the first exception") {
    std::vector<int> const x(100'000, 1);
    std::vector<int> out(x.size());
    std::atomic<int> reads = 0;
    gpu::report ran;
    gpu::transform_exclusive_scan(
        gpu::automatic.report_to(ran), x, out, 7, [](int a, int b) { return a + b; },
        [&](int v) {
            ++reads;
            return v;
        });
    CHECK(reads == 100'000);
    CHECK(out.front() == 7);
    CHECK(out.back() == 7 + 99'999);
    CHECK(ran.kernel == "canonical scan in the program");
    CHECK(ran.bytes == 400'000);

    for (int const at : {0, 5000, 99'999}) {
        std::vector<int> marked(x);
        marked[static_cast<std::size_t>(at)] = -1;
        auto const refuse = [](int v) { return v < 0 ? throw std::range_error("negative") : v; };
        CHECK_THROWS_AS(
            gpu::transform_inclusive_scan(
                gpu::automatic, marked, out, [](int a, int b) { return a + b; }, refuse),
            std::range_error);
    }
    auto const never = [](int, int) -> int { throw std::domain_error("op"); };
    CHECK_THROWS_AS(gpu::inclusive_scan(gpu::automatic, x, out, never), std::domain_error);
}

TEMPLATE_TEST_CASE("scans of classes have the canonical order", "", boxed, moved) {
    std::vector<double> x(1000), expected;
    std::vector<TestType> numbers, sums;
    for (std::size_t i = 0; i < x.size(); ++i) {
        x[i] = nth(i, 0.0);
        numbers.emplace_back(x[i]);
    }
    gpu::inclusive_scan(x, std::back_inserter(expected), add<double>);
    gpu::inclusive_scan(
        numbers, std::back_inserter(sums),
        [](TestType const& a, TestType const& b) { return TestType(a.value + b.value); });
    REQUIRE(sums.size() == expected.size());
    for (std::size_t i = 0; i < sums.size(); ++i)
        if (sums[i].value != expected[i]) FAIL(i);
}

TEST_CASE("an input iterator is read after the results of the elements before it are written") {
    std::istringstream stream("1 2 3");
    std::vector<std::string> events;
    auto const read = [&](int x) {
        events.push_back("read " + std::to_string(x));
        return x;
    };
    struct log_output {
        std::vector<std::string>* events;
        log_output& operator*() { return *this; }
        log_output& operator++() { return *this; }
        log_output operator++(int) { return *this; }
        log_output& operator=(int x) {
            events->push_back("write " + std::to_string(x));
            return *this;
        }
    };
    gpu::transform_inclusive_scan(
        std::istream_iterator<int>(stream), std::istream_iterator<int>(), log_output{&events},
        [](int a, int b) { return a + b; }, read);
    CHECK(events ==
          std::vector<std::string>{"read 1", "write 1", "read 2", "write 3", "read 3", "write 6"});
}

TEST_CASE("integers of other types than the elements, and of transforms, are scanned in program") {
    std::vector<std::int16_t> x(1000);
    std::iota(x.begin(), x.end(), std::int16_t{-100});
    std::vector<std::int64_t> sums(x.size()), expected(x.size());
    gpu::exclusive_scan(x, sums, std::int64_t{5'000'000'000});
    std::exclusive_scan(x.begin(), x.end(), expected.begin(), std::int64_t{5'000'000'000});
    CHECK(sums == expected);
    auto const square = [](std::int16_t v) { return std::int64_t{v} * v; };
    gpu::transform_inclusive_scan(x, sums, std::plus<>(), square);
    std::transform_inclusive_scan(x.begin(), x.end(), expected.begin(), std::plus<>(), square);
    CHECK(sums == expected);
    gpu::transform_inclusive_scan(x, sums, std::plus<>(), square, std::int64_t{7});
    std::transform_inclusive_scan(x.begin(), x.end(), expected.begin(), std::plus<>(), square,
                                  std::int64_t{7});
    CHECK(sums == expected);

    // Sums wrap around, as those of the library do.
    std::vector<int> const large(3, 2'000'000'000);
    std::vector<int> wrapped(3);
    gpu::transform_inclusive_scan(large, wrapped, std::plus<>(), [](int v) { return v; });
    CHECK(wrapped == std::vector<int>{2'000'000'000, -294'967'296, 1'705'032'704});
}

TEST_CASE("scans of elements that overload operator&, on all cores too") {
    struct shy {
        int value;
        shy* operator&() = delete;
        shy const* operator&() const = delete;
    };
    std::vector<shy> const x(40'000, shy{1});
    std::vector<shy> out(x.size(), shy{0});
    auto const sum = [](shy const& a, shy const& b) { return shy{a.value + b.value}; };
    gpu::exclusive_scan(gpu::automatic, x, out, shy{7}, sum);
    CHECK(out.front().value == 7);
    CHECK(out.back().value == 7 + 39'999);
}

TEST_CASE("operators of scans may take references") {
    std::vector<std::string> const words{"a", "b", "c"};
    std::vector<std::string> joined(3);
    auto const join = [](std::string& a, std::string& b) { return a + b; };
    gpu::inclusive_scan(words, joined, join);
    CHECK(joined == std::vector<std::string>{"a", "ab", "abc"});
    gpu::inclusive_scan(words.begin(), words.end(), joined.begin(), join, std::string("_"));
    CHECK(joined == std::vector<std::string>{"_a", "_ab", "_abc"});
    gpu::exclusive_scan(words, joined, std::string("_"), join);
    CHECK(joined == std::vector<std::string>{"_", "_a", "_ab"});
    std::vector<int> x{1, 2, 3};
    gpu::exclusive_scan(x, x, 4, [](int& a, int& b) { return a + b; });
    CHECK(x == std::vector<int>{4, 5, 7});
}

TEST_CASE("scans transform by pointers to members") {
    struct record {
        int key;
    };
    std::vector<record> const records(50'000, record{2}); // enough for all cores
    std::vector<int> out(records.size());
    gpu::transform_inclusive_scan(records, out, std::plus<>(), &record::key);
    CHECK(out.back() == 100'000);
    std::vector<double> sums(records.size());
    gpu::transform_exclusive_scan(gpu::automatic, records, sums, 0.5, std::plus<>(), &record::key);
    CHECK(sums.back() == 99'998.5);
}
