// SPDX-License-Identifier: Apache-2.0
/// Products by BLAS: a fake that refuses wrong arguments, and the installed libraries.
#include "matmul_experiment.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdlib>
#include <random>
#include <string>

using namespace gpu::detail;
using namespace test;

namespace {

/// All libraries that are available here.
std::vector<blas> libraries() {
    std::vector<blas> all;
    for (char const* const name : {GPUALGO_FAKE_BLAS, "libopenblas.so.0", "libblas.so.3"})
        if (auto found = find_blas(name, {}); found.sgemm.call != nullptr) all.push_back(found);
    return all;
}

template <class T>
void check(std::int64_t m, std::int64_t n, std::int64_t k, unsigned bits, T alpha, T beta,
           blas const& library) {
    std::minstd_rand engine(1);
    auto const integers = [&](std::int64_t, std::int64_t) {
        return static_cast<int>(engine() % 5) - 2;
    };
    auto const padding = [&](unsigned bit) {
        return static_cast<std::int64_t>(bits >> bit & 1) * 3;
    };
    guarded_matrix<T> a(m, k, {(bits & 1) != 0, padding(3)}),
        b(k, n, {(bits & 2) != 0, padding(4), 1}), c(m, n, {(bits & 4) != 0, padding(5), 3});
    a.fill(integers);
    b.fill(integers);
    if (beta != 0) c.fill(integers);
    auto wanted = c;
    multiply<T, T>(alpha, a, b, beta, wanted, instruction_set::baseline);

    auto const ran = multiply<T, T>(alpha, a, b, beta, c, instruction_set::baseline, library);
    auto const& name = library.gemm<T>().name;
    INFO(name << ", " << m << " x " << n << " x " << k << ", layouts " << bits << ", alpha "
              << alpha << ", beta " << beta);
    CHECK(std::string(ran.kernel) == name.substr(0, sizeof ran.kernel - 1));
    CHECK(ran.grid == 0);
    CHECK(std::string(ran.message).empty());
    bool equal = true;
    for (std::int64_t i = 0; i < m; ++i)
        for (std::int64_t j = 0; j < n; ++j) equal = equal && c(i, j) == wanted(i, j);
    CHECK(equal);
    CHECK(c.is_intact());
}

} // namespace

TEMPLATE_TEST_CASE("BLAS is called for every layout", "[matmul]", float, double) {
    for (auto const& library : libraries())
        for (unsigned bits = 0; bits < 64; ++bits)
            for (auto const& [m, n, k] : {std::array{7, 9, 13},
                                          {1, 9, 13},
                                          {7, 1, 13},
                                          {7, 9, 1},
                                          {1, 9, 1},
                                          {1, 1, 13},
                                          {7, 1, 1},
                                          {1, 1, 1}}) {
                check<TestType>(m, n, k, bits, 1, 0, library);
                check<TestType>(m, n, k, bits, -2, bits % 2 == 0 ? 1 : -2, library);
            }
}

TEST_CASE("products that BLAS cannot compute use our kernels", "[matmul]") {
    auto const fake = find_blas(GPUALGO_FAKE_BLAS, {});
    SECTION("other types") {
        guarded_matrix<std::int32_t> a(2, 2, {}), b(2, 2, {}), c(2, 2, {});
        CHECK(std::string(multiply<std::int32_t, std::int32_t>(1, a, b, 0, c,
                                                               instruction_set::baseline, fake)
                              .kernel)
                  .starts_with("blocked<"));
    }
    SECTION("a leading dimension that exceeds int") {
        // Matrices of one row, so that no array is as large as the leading dimension.
        float a = 2, b = 3, c = 0;
        float const one = 1, zero = 0;
        matmul_request request;
        request.m = request.n = request.k = 1;
        request.a = {{&a, std::int64_t{1} << 31, 1}, {}};
        request.b = {{&b, 1, 1}, {}};
        request.c = {{&c, 1, 1}, {}};
        request.alpha = &one;
        request.beta = &zero;
        call_result ran;
        host_matmul(request, ran, fake, instruction_set::baseline);
        CHECK(c == 6);
        CHECK(std::string(ran.kernel).starts_with("blocked<"));
        CHECK(std::string(ran.message) == "BLAS supports sizes up to 2147483647 only");
        c = 0;
        request.a.row_stride = (std::int64_t{1} << 31) - 1;
        host_matmul(request, ran, fake, instruction_set::baseline);
        CHECK(c == 6);
        CHECK(std::string(ran.kernel).starts_with("cblas_sgemm"));
    }
    SECTION("no BLAS at all") {
        guarded_matrix<double> a(2, 2, {}), b(2, 2, {}), c(2, 2, {});
        auto const none = find_blas("none");
        auto const ran = multiply<double, double>(1, a, b, 0, c, instruction_set::baseline, none);
        CHECK(std::string(ran.kernel).starts_with("blocked<"));
        CHECK(std::string(ran.message) == "GPUALGO_BLAS=none");
    }
}

TEST_CASE("GPUALGO_STRICT forbids skipping the named BLAS", "[matmul]") {
    guarded_matrix<float> a(2, 2, {}), b(2, 2, {}), c(2, 2, {});
    auto const broken = find_blas("libm.so.6", std::array{GPUALGO_FAKE_OPENBLAS});
    REQUIRE(broken.sgemm.call != nullptr);
    CHECK(std::string(
              multiply<float, float>(1, a, b, 0, c, instruction_set::baseline, broken).message) ==
          "GPUALGO_BLAS: libm.so.6 has no cblas_sgemm");
    setenv("GPUALGO_STRICT", "1", 1);
    CHECK_THROWS_AS((multiply<float, float>(1, a, b, 0, c, instruction_set::baseline, broken)),
                    gpu::error);
    unsetenv("GPUALGO_STRICT");
}
