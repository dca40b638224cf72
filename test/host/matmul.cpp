// SPDX-License-Identifier: Apache-2.0
/// Products of small integers are exact in any order of summation: all kernels must compute equal
/// numbers.
#include "matmul_experiment.hpp"

#include <host/matmul/kernels.hpp>

#include <support/pairwise.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <random>
#include <string>

using namespace gpu::detail;
using namespace test;

namespace {

struct product_case {
    std::int64_t m, n, k;
    layout a, b, c;
    int alpha, beta;
};

std::ostream& operator<<(std::ostream& out, product_case const& x) {
    auto const show = [&](char const* name, layout const& l) {
        out << ", " << name << (l.row_major ? " row" : " column") << "-major, padding " << l.padding
            << ", offset " << l.offset;
    };
    out << "m " << x.m << ", n " << x.n << ", k " << x.k << ", alpha " << x.alpha << ", beta "
        << x.beta;
    show("A", x.a);
    show("B", x.b);
    show("C", x.c);
    return out;
}

/// Random integers from -2 to 2.
class small_integers {
public:
    explicit small_integers(unsigned seed) : engine_(seed) {}
    int operator()(std::int64_t, std::int64_t) { return static_cast<int>(engine_() % 5) - 2; }

private:
    std::minstd_rand engine_;
};

/// The product by definition, in exact integers.
template <class Value, class Result>
guarded_matrix<Result> expected(product_case const& x, guarded_matrix<Value> const& a,
                                guarded_matrix<Value> const& b, guarded_matrix<Result> c) {
    auto const exact = [](auto element) { return static_cast<std::int64_t>(element); };
    guarded_matrix<std::int64_t> factors(x.k, x.n, {});
    factors.fill([&](std::int64_t d, std::int64_t j) { return exact(b(d, j)); });
    std::vector<std::int64_t> sums(static_cast<std::size_t>(x.n));
    for (std::int64_t i = 0; i < x.m; ++i) {
        std::fill(sums.begin(), sums.end(), 0);
        for (std::int64_t d = 0; d < x.k; ++d)
            for (std::int64_t j = 0, factor = exact(a(i, d)); j < x.n; ++j)
                sums[static_cast<std::size_t>(j)] += factor * factors(d, j);
        for (std::int64_t j = 0; j < x.n; ++j) {
            std::int64_t const old = x.beta == 0 ? 0 : exact(c(i, j));
            c(i, j) = static_cast<Result>(static_cast<matmul_accumulator<Value>>(
                x.alpha * sums[static_cast<std::size_t>(j)] + x.beta * old));
        }
    }
    return c;
}

/// Treats -0 and 0 as equal: BLAS returns either.
template <class T>
bool equal(guarded_matrix<T> const& a, guarded_matrix<T> const& b) {
    for (std::int64_t i = 0; i < a.rows(); ++i)
        for (std::int64_t j = 0; j < a.columns(); ++j)
            if (!(a(i, j) == b(i, j))) return false;
    return true;
}

template <class Value, class Result>
void check(product_case const& x) {
    small_integers integers(static_cast<unsigned>(x.m + 3 * x.n + 5 * x.k + 1));
    guarded_matrix<Value> a(x.m, x.k, x.a), b(x.k, x.n, x.b);
    guarded_matrix<Result> c(x.m, x.n, x.c);
    a.fill(integers);
    b.fill(integers);
    if (x.beta != 0) c.fill(integers); // otherwise C holds only canaries
    auto const wanted = expected(x, a, b, c);

    bool const nothing = x.m == 0 || x.n == 0;
    for (auto const set : usable_sets()) {
        INFO(x << ", " << name_of(set));
        auto result = c;
        auto const ran = multiply(static_cast<matmul_accumulator<Value>>(x.alpha), a, b,
                                  static_cast<matmul_accumulator<Value>>(x.beta), result, set);
        CHECK(equal(result, wanted));
        CHECK(result.is_intact());
        CHECK(std::string(ran.kernel) == (nothing ? ""
                                          : x.k == 0 || x.alpha == 0
                                              ? "scale"
                                              : "blocked<" + std::string(name_of(set)) + ">"));
    }
}

/// Covers every pair of choices of sizes, layouts and scalars.
std::vector<product_case> sampled_cases() {
    constexpr std::array<std::int64_t, 17> sizes{0,  1,  7,   8,   9,   31,  32,  33, 63,
                                                 64, 65, 127, 128, 129, 255, 256, 257};
    constexpr std::array scalars{0, 1, -2};
    constexpr std::array<std::int64_t, 3> paddings{0, 1, 13};
    std::vector<product_case> cases;
    for (auto const& row : pairwise({sizes.size(), sizes.size(), sizes.size(), 8, 3, 3, 3, 3, 4})) {
        auto const lies = [&](std::size_t bit, std::size_t padding, std::size_t offset) {
            return layout{(row[3] >> bit & 1) != 0, paddings[padding], offset % 4};
        };
        cases.push_back({sizes[row[0]], sizes[row[1]], sizes[row[2]], lies(0, row[4], row[8]),
                         lies(1, row[5], row[8] + 1), lies(2, (row[4] + row[5]) % 3, row[8] + 2),
                         scalars[row[6]], scalars[row[7]]});
    }
    return cases;
}

} // namespace

TEMPLATE_LIST_TEST_CASE("products of small integers are exact", "[matmul]", products) {
    auto const run = []<class Value, class Result>(product<Value, Result>, product_case const& x) {
        check<Value, Result>(x);
    };
    static auto const cases = sampled_cases();
    for (auto const& x : cases) run(TestType{}, x);
    // More than one block in C, and in k; one row and one column.
    for (auto const& [m, n, k] : {std::array{2070, 33, 5},
                                  {33, 2070, 5},
                                  {2070, 1, 9},
                                  {1, 2070, 9},
                                  {9, 40, 1100},
                                  {40, 9, 1537},
                                  {1, 1, 3000}})
        for (bool const row_major : {true, false})
            run(TestType{}, {m, n, k, {row_major}, {!row_major, 1}, {row_major, 2}, 1, -2});
}

TEMPLATE_TEST_CASE("every row and column is at the right place", "[matmul]", float, double,
                   std::int32_t) {
    // Each row of A selects one row of B, whose elements encode their position.
    std::int64_t const m = 37, n = 71, k = 53;
    for (auto const set : usable_sets())
        for (unsigned bits = 0; bits < 8; ++bits) {
            guarded_matrix<TestType> a(m, k, {(bits & 1) != 0}), b(k, n, {(bits & 2) != 0}),
                c(m, n, {(bits & 4) != 0});
            a.fill([](std::int64_t i, std::int64_t d) { return d == (7 * i + 3) % k; });
            b.fill([](std::int64_t d, std::int64_t j) { return 1000 * d + j; });
            multiply<TestType, TestType>(1, a, b, 0, c, set);
            guarded_matrix<TestType> wanted(m, n, {(bits & 4) != 0});
            wanted.fill(
                [](std::int64_t i, std::int64_t j) { return 1000 * ((7 * i + 3) % k) + j; });
            INFO(name_of(set) << ", layouts " << bits);
            CHECK(c == wanted);
        }
}

TEST_CASE("integers wrap around", "[matmul]") {
    for (auto const set : usable_sets()) {
        guarded_matrix<std::int32_t> a(3, 300, {}), b(300, 5, {}), c(3, 5, {});
        std::minstd_rand engine(1);
        auto const any = [&](std::int64_t, std::int64_t) {
            return static_cast<std::int32_t>(engine() * 2654435761u);
        };
        a.fill(any);
        b.fill(any);
        c.fill(any);
        auto const old = c;
        multiply<std::int32_t, std::int32_t>(-7, a, b, 1 << 30, c, set);
        for (std::int64_t i = 0; i < 3; ++i)
            for (std::int64_t j = 0; j < 5; ++j) {
                std::uint32_t sum = 0;
                for (std::int64_t d = 0; d < 300; ++d)
                    sum +=
                        static_cast<std::uint32_t>(a(i, d)) * static_cast<std::uint32_t>(b(d, j));
                CHECK(static_cast<std::uint32_t>(c(i, j)) ==
                      0u - 7u * sum + (1u << 30) * static_cast<std::uint32_t>(old(i, j)));
            }

        // The largest products of int8: two of them overflow a lane of int16, and 140000 of them
        // overflow int32.
        guarded_matrix<std::int8_t> left(1, 140000, {}), right(140000, 1, {});
        guarded_matrix<std::int32_t> one(1, 1, {});
        left.fill([](std::int64_t, std::int64_t) { return -128; });
        right.fill([](std::int64_t, std::int64_t) { return -128; });
        multiply<std::int8_t, std::int32_t>(1, left, right, 0, one, set);
        CHECK(static_cast<std::uint32_t>(one(0, 0)) == 140000u * 16384u);
    }
}
