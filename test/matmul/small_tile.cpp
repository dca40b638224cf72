// SPDX-License-Identifier: Apache-2.0
/// The kernels of small products on the simulated device, with a model of the instructions. Covers
/// every layout, odd shapes, odd addresses, gaps, alpha and beta. Results are exact, and no barrier
/// or wait is missing.
#include "support/matmul_reference.hpp"
#include "support/pairwise.hpp"
#include "support/simulated_mma.hpp"
#include "support/simulated_products.hpp"

#include "matmul/shape.hpp"
#include "matmul/small.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <type_traits>
#include <utility>
#include <vector>

namespace {

using namespace gpu::detail;
using gpu::simulated::defect;
using gpu::simulated::finding;
using gpu::simulated::launch_options;
using test::arrangement;
using test::stored_matrix;

template <class T>
struct product {
    stored_matrix<T> a, b, c;
    T alpha = 1, beta = 0;

    /// @tparam Context says when copies arrive
    template <class Context, class Body>
    void run(launch_options options = {}) {
        call_result ran;
        test::queue_with<Context> queue(ran, std::move(options));
        queue.add_output({c.data_handle(), test::span_bytes(c)}, sizeof(T));
        queue.add_inputs(a.data_handle(), test::span_bytes(a), b.data_handle(),
                         test::span_bytes(b));
        gpu::kernel::matmul_problem<T, T> const given{test::view_of<T const>(a),
                                                      test::view_of<T const>(b),
                                                      test::view_of<T>(c),
                                                      static_cast<std::size_t>(a.extent(0)),
                                                      static_cast<std::size_t>(b.extent(1)),
                                                      static_cast<std::size_t>(a.extent(1)),
                                                      alpha,
                                                      beta};
        bool const is_row_major = given.c.column_stride == 1;
        matmul_small_by<Body>(queue, is_row_major ? given : given.transposed());
    }
};

/// The parameters of a case, except the types.
struct arguments {
    std::int64_t m, n, k;
    arrangement a, b, c;
    int alpha, beta;
    bool copies_late;
    std::uint32_t seed;
};

/// Compares with plain loops; elements are small integers, whose products are exact.
template <class T, class Body>
void check(arguments const& x) {
    product<T> p{{x.m, x.k, x.a}, {x.k, x.n, x.b}, {x.m, x.n, x.c}, T(x.alpha), T(x.beta)};
    p.a.fill(test::small_integers(x.seed));
    p.b.fill(test::small_integers(x.seed + 1));
    if (x.beta != 0) p.c.fill(test::small_integers(x.seed + 2)); // otherwise NaN
    auto const before = p.c;
    if (x.copies_late) p.template run<test::late_context<true>, Body>({.seed = x.seed});
    else p.template run<test::early_context, Body>({.seed = x.seed});
    CAPTURE(sizeof(T), Body::threads, x.m, x.n, x.k, x.alpha, x.beta, x.copies_late,
            x.a.column_major, x.a.gap, x.a.offset, x.b.column_major, x.b.gap, x.b.offset,
            x.c.column_major, x.c.gap, x.c.offset);
    std::size_t wrong = 0;
    for (std::int64_t i = 0; i < x.m; ++i)
        for (std::int64_t j = 0; j < x.n; ++j) {
            T expected = p.alpha * test::dot<T>(p.a, p.b, i, j);
            if (x.beta != 0) expected += p.beta * before(i, j);
            // == instead of bits: the sign of zero is unspecified
            wrong += !(p.c(i, j) == expected);
        }
    CHECK(wrong == 0);
    CHECK(p.c.surroundings_intact());
    CHECK(test::misaligned_copies == 0);
}

using gpu::kernel::matmul_small_tile;
using check_function = void (*)(arguments const&);
constexpr std::array<check_function, 6> checks{
    &check<float, matmul_small_tile<16, 32, 8, 1, 8, 4>>,
    &check<float, matmul_small_tile<32, 64, 4, 2, 16, 4>>,
    &check<double, matmul_small_tile<16, 32, 8, 1, 8, 4>>,
    &check<double, matmul_small_tile<32, 64, 4, 2, 8, 4>>,
    &check<double, matmul_small_tile<16, 16, 4, 1, 16, 3>>,
    &check<double, matmul_small_tile<32, 64, 4, 4, 16, 4>>};

} // namespace

TEST_CASE("small tiles: types, layouts, shapes, gaps, addresses and scalars, pairwise") {
    constexpr std::array<std::int64_t, 7> extents{1, 7, 31, 32, 64, 65, 100};
    constexpr std::array<std::int64_t, 7> depths{1, 15, 32, 65, 96, 129, 256};
    constexpr std::array<int, 3> scalars{1, -2, 0};
    std::uint32_t seed = 0;
    for (auto const& row : test::pairwise(
             {checks.size(), extents.size(), extents.size(), depths.size(), test::arrangements,
              test::arrangements, test::arrangements, scalars.size() - 1, scalars.size(), 2}))
        checks[row[0]]({extents[row[1]], extents[row[2]], depths[row[3]], test::arranged(row[4]),
                        test::arranged(row[5]), test::arranged(row[6]), scalars[row[7]],
                        scalars[row[8]], row[9] == 1, seed += 3});
}

namespace {

/// A product that uses each buffer twice.
template <class Context, class Body>
void multiply(launch_options options) {
    product<float> p{{40, 600}, {600, 70}, {40, 70}};
    p.a.fill(test::small_integers(1));
    p.b.fill(test::small_integers(2));
    p.run<Context, Body>(std::move(options));
}

template <class Context, class Body>
std::optional<finding> found(launch_options options) {
    try {
        multiply<Context, Body>(std::move(options));
    } catch (finding const& found) {
        return found;
    }
    return {};
}

} // namespace

TEMPLATE_TEST_CASE("small tiles: each barrier is needed, and its absence is found", "",
                   (matmul_small_tile<16, 32, 4, 1, 16, 3>),
                   (matmul_small_tile<32, 64, 2, 2, 16, 3>)) {
    using gpu::simulated::same;
    std::vector<gpu::code_location> sites;
    multiply<test::early_context, TestType>(
        {.parallel = false, .omits = [&](gpu::code_location const& site) {
             if (std::ranges::none_of(sites, [&](auto const& known) { return same(known, site); }))
                 sites.push_back(site);
             return false;
         }});
    REQUIRE(sites.size() == 3);
    for (auto const& omitted : sites) {
        INFO("without the barrier at line " << omitted.line());
        auto const finding = found<test::early_context, TestType>(
            {.omits = [&](gpu::code_location const& site) { return same(site, omitted); }});
        REQUIRE(finding.has_value());
        CHECK(finding->kind() == defect::race);
    }
}

TEST_CASE("small tiles: they are not multiplied before their copies have arrived") {
    using body = matmul_small_tile<16, 32, 4, 1, 16, 3>;
    CHECK_FALSE(found<test::late_context<true>, body>({}).has_value());
    CHECK(found<test::late_context<false>, body>({}).has_value());
}

namespace {

/// A request for a product of aligned matrices without gaps.
/// @param order 'n' for row-major and 't' for column-major, of A and B
template <class T>
matmul_request request_of(std::int64_t m, std::int64_t n, std::int64_t k,
                          char const* order = "nn") {
    matmul_request r;
    r.value = r.result = index_of<T, matmul_types>;
    r.m = m;
    r.n = n;
    r.k = k;
    r.a.row_stride = order[0] == 'n' ? k : 1;
    r.a.column_stride = order[0] == 'n' ? 1 : m;
    r.b.row_stride = order[1] == 'n' ? n : 1;
    r.b.column_stride = order[1] == 'n' ? 1 : k;
    r.c.row_stride = n;
    return r;
}

} // namespace

TEST_CASE("small tiles: shapes for which automatic prefers them to cuBLAS, and their tiles") {
    auto const row = [](matmul_request const& r) {
        return r.value == index_of<double, matmul_types> ? row_of_small_tile<double>(r)
                                                         : row_of_small_tile<float>(r);
    };
    CHECK(row(request_of<float>(16, 16, 16)) == 0);
    CHECK(row(request_of<float>(160, 160, 512, "tt")) == 0);
    CHECK(row(request_of<float>(256, 256, 256)) == 1);
    CHECK(row(request_of<float>(255, 255, 255)) == 1);
    CHECK(row(request_of<float>(320, 320, 320)) == 2);
    CHECK(row(request_of<float>(512, 512, 512)) == 3);
    CHECK(row(request_of<double>(128, 128, 128, "tn")) == 0);
    CHECK(row(request_of<double>(256, 256, 256)) == 1);
    for (auto const& r :
         {request_of<float>(15, 16, 16), request_of<float>(64, 64, 513),
          request_of<float>(256, 256, 256, "nt"), request_of<float>(500, 500, 500),
          request_of<float>(512, 512, 512, "tn"), request_of<float>(576, 576, 576),
          request_of<float>(2048, 16, 16), request_of<double>(250, 250, 250),
          request_of<double>(256, 256, 528), request_of<double>(256, 256, 256, "nt"),
          request_of<double>(384, 384, 384), request_of<std::int32_t>(64, 64, 64)}) {
        CAPTURE(r.value, r.m, r.n, r.k);
        CHECK_FALSE(is_small_product(r));
    }
}

TEST_CASE("small tiles: a column-major C is a row-major one of the transposed product") {
    auto r = request_of<float>(512, 256, 256, "tt");
    r.c.row_stride = 1;
    r.c.column_stride = 512;
    CHECK(is_small_product(r));
    r.a.column_stride = 513; // lines at addresses that are not multiples of 16
    CHECK_FALSE(is_small_product(r));
}
