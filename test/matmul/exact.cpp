// SPDX-License-Identifier: Apache-2.0
/// Every pair of choices of strategy, types, layout, shape, gap, scalar and device of matmul occurs
/// in a case. Elements are small integers, whose products are exact.
#include "support/matmul_reference.hpp"
#include "support/pairwise.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using gpu::detail::type_list;
using strategies = gpu::detail::matmul_strategies;

constexpr std::array<std::int64_t, 15> extents{0,  1,  7,  8,   9,   31,  32, 33,
                                               63, 64, 65, 127, 129, 255, 257};
constexpr std::array<int, 3> scalars{0, 1, -2};

/// Parameters of one case, except strategy and types.
struct arguments {
    gpu::device device;
    std::int64_t m, n, k;
    test::arrangement a, b, c;
    int alpha, beta;
    bool other_space;
    std::size_t block; ///< 0: not set; otherwise an index into `blocks`
    std::uint32_t seed;
};

/// Block sizes that a strategy supports.
template <class Policy>
constexpr std::array<unsigned, 2> blocks{7, 48};
template <>
constexpr std::array<unsigned, 2> blocks<gpu::policy::row_on_x>{32, 1024};
template <>
constexpr std::array<unsigned, 2> blocks<gpu::policy::row_on_y>{96, 512};
template <>
constexpr std::array<unsigned, 2> blocks<gpu::policy::warp_shuffle>{32, 96};
template <>
constexpr std::array<unsigned, 2> blocks<gpu::policy::shared_tile>{64, 256};
template <>
constexpr std::array<unsigned, 2> blocks<gpu::policy::bank_conflict_free>{64, 256};
template <>
constexpr std::array<unsigned, 2> blocks<gpu::policy::register_tile>{64, 256};

/// The policy with the case's options that the strategy supports.
template <class Policy>
Policy with_options(Policy policy, arguments const& c) {
    policy = policy.on(c.device);
    if (c.other_space) policy = policy.in(Policy::spaces.back());
    bool const has_block_an_element = Policy::spaces.back() == gpu::memory_space::global;
    if (Policy::takes_block_size && c.block > 0)
        policy = policy.block_size(blocks<Policy>[c.block - 1]);
    // thousands of fibers are slow
    else if (has_block_an_element && c.m * c.n > 1000) policy = policy.block_size(7);
    return policy;
}

template <class Policy>
void check_report(gpu::report const& report, Policy const& policy, arguments const& c) {
    CHECK(report.device == c.device);
    CHECK(report.strategy == Policy::name);
    if (c.m == 0 || c.n == 0) return;
    CHECK_FALSE(report.kernel.empty());
    if (c.device == gpu::device::host() || std::same_as<Policy, gpu::policy::automatic> ||
        std::same_as<Policy, gpu::policy::vendor>)
        return;
    CHECK(report.grid > 0);
    CHECK(report.block > 0);
    if (policy.threads() && report.kernel != "matmul_scale")
        CHECK(report.block == *policy.threads());
    CHECK(report.fallback.empty());
    if (c.k == 0 || c.alpha == 0) {
        CHECK(report.kernel == "matmul_scale");
        return;
    }
    bool const is_tile = std::same_as<Policy, gpu::policy::register_tile>;
    CHECK(report.kernel.starts_with(is_tile ? "matmul_register_tile<"
                                            : "matmul<" + std::string(Policy::name)));
}

template <class Policy, class Product>
void run(arguments const& c) {
    using value = typename Product::value;
    using result = typename Product::result;
    // not on every device, nor for every type: see cuda/tensor_core_on_gpu.cpp
    if ((std::same_as<Policy, gpu::policy::vendor> ||
         std::same_as<Policy, gpu::policy::tensor_core>)&&c.device.kind() != gpu::device_kind::host)
        return;
    auto const a = test::stored_matrix<value>(c.m, c.k, c.a).fill(test::small_integers(c.seed));
    auto const b = test::stored_matrix<value>(c.k, c.n, c.b).fill(test::small_integers(c.seed + 1));
    test::stored_matrix<result> product(c.m, c.n, c.c);
    // otherwise it is filled with canaries: NaN
    if (c.beta != 0) product.fill(test::small_integers(c.seed + 2));
    auto const before = product;

    CAPTURE(Policy::name, to_string(c.device), sizeof(value), sizeof(result), c.m, c.n, c.k,
            c.alpha, c.beta, c.other_space, c.block);
    CAPTURE(c.a.column_major, c.a.gap, c.a.offset, c.b.column_major, c.b.gap, c.b.offset,
            c.c.column_major, c.c.gap, c.c.offset);
    gpu::report report;
    auto const policy = with_options(Policy(), c).report_to(report);
    gpu::matmul(policy, static_cast<typename Product::accumulator>(c.alpha), a, b,
                static_cast<typename Product::accumulator>(c.beta), product);

    std::size_t wrong = 0;
    for (std::int64_t i = 0; i < c.m; ++i)
        for (std::int64_t j = 0; j < c.n; ++j) {
            int const kept = c.beta == 0 ? 0 : c.beta * static_cast<int>(before(i, j));
            auto const expected = static_cast<result>(c.alpha * test::dot<int>(a, b, i, j) + kept);
            // == instead of bits: the sign of zero is unspecified
            wrong += !(product(i, j) == expected);
        }
    CHECK(wrong == 0);
    CHECK(product.surroundings_intact());
    check_report(report, policy, c);
}

/// The instantiations of `run`, indexed by strategy and product.
using function = void (*)(arguments const&);
template <class Policy, class... Products>
std::vector<function> functions_of(type_list<Products...>) {
    return {&run<Policy, Products>...};
}
template <class... Policies>
auto all_functions(type_list<Policies...>) {
    return std::vector{functions_of<Policies>(test::products())...};
}

} // namespace

TEST_CASE("matmul: a matrix and one or a few vectors by automatic, all layouts and odd bases") {
    auto const functions =
        all_functions(strategies())[gpu::detail::index_of<gpu::policy::automatic, strategies>];
    std::uint32_t seed = 0;
    for (auto const& device : gpu::devices())
        for (auto const [m, n, k] : std::to_array<std::array<std::int64_t, 3>>({{1, 1, 5000},
                                                                                {1, 300, 257},
                                                                                {515, 1, 300},
                                                                                {3, 140, 65},
                                                                                {129, 4, 33},
                                                                                {13, 131, 35}}))
            for (std::size_t product = 0; product < functions.size(); ++product)
                for (unsigned layout = 0; layout < 8; ++layout)
                    for (std::size_t offset = 0; offset < 2; ++offset) {
                        if ((layout + offset + product) % 2 == 1 && k > 1000) continue;
                        auto const arranged = [&](unsigned matrix) {
                            bool const is_set = (layout >> matrix & 1) == 1;
                            return test::arrangement{is_set, offset == 1 ? 3 : 0, offset};
                        };
                        functions[product]({device, m, n, k, arranged(0), arranged(1), arranged(2),
                                            offset == 1 ? -2 : 1, static_cast<int>(layout % 2),
                                            false, 0, seed += 3});
                    }
}

TEST_CASE("matmul: long matrices with short rows by automatic, all layouts and odd bases") {
    auto const functions =
        all_functions(strategies())[gpu::detail::index_of<gpu::policy::automatic, strategies>];
    std::uint32_t seed = 1;
    for (auto const [m, n, k] : std::to_array<std::array<std::int64_t, 3>>(
             {{1030, 16, 16}, {1024, 1, 64}, {1153, 7, 33}, {5, 1100, 17}}))
        for (auto const function : functions) {
            auto const arranged = [&](unsigned matrix) {
                std::uint32_t const bits = seed * 7 >> matrix;
                return test::arrangement{(bits & 1) == 1, bits & 3, bits & 2};
            };
            function({gpu::device::simulated(), m, n, k, arranged(0), arranged(1), arranged(2), 1,
                      static_cast<int>(seed % 2), false, 0, seed});
            ++seed;
        }
    gpu::report ran;
    gpu::matrix<float> const a(1024, 8, gpu::device::simulated()), b(8, 16, a.device());
    (void)gpu::matmul(gpu::automatic.report_to(ran), a, b);
    CHECK(ran.kernel == "matmul_narrow");
}

TEST_CASE("register_tile: tiles at the edges of C, which begin further inside") {
    auto const functions =
        all_functions(strategies())[gpu::detail::index_of<gpu::policy::register_tile, strategies>];
    std::uint32_t seed = 1;
    for (auto const [m, n] : std::to_array<std::array<std::int64_t, 2>>(
             {{128, 256}, {129, 257}, {200, 300}, {127, 256}, {128, 255}, {70, 65}, {64, 63}}))
        for (std::int64_t const k : {1, 16, 33, 50})
            for (std::size_t block = 1; block <= 2; ++block) {
                if (block == 2 && k == 50) continue;
                auto const arranged = [&](unsigned matrix) {
                    std::uint32_t const bits = seed * 5 >> matrix;
                    return test::arrangement{(bits & 1) == 1, bits & 3, bits & 2};
                };
                // beta tells whether an element is written twice
                for (std::size_t const product : {std::size_t{0}, seed % functions.size()})
                    functions[product]({gpu::device::simulated(), m, n, k, arranged(0), arranged(1),
                                        arranged(2), 1, seed % 3 == 0 ? 0 : -2, false, block,
                                        seed});
                ++seed;
            }
}

TEST_CASE("register_tile: whole tiles, written in quad words or not") {
    auto const functions =
        all_functions(strategies())[gpu::detail::index_of<gpu::policy::register_tile, strategies>];
    for (std::size_t block = 1; block <= 2; ++block)
        for (auto const function : functions)
            for (int const beta : {0, 1})
                for (std::size_t const offset : {0U, 1U}) {
                    std::int64_t const m = block == 1 ? 64 : 128, n = block == 1 ? 64 : 256;
                    function({gpu::device::simulated(),
                              m,
                              n,
                              18,
                              {},
                              {true},
                              {false, 0, offset},
                              -2,
                              beta,
                              false,
                              block,
                              7});
                }
}

TEST_CASE("matmul: strategies, types, layouts, shapes, gaps, scalars and devices, pairwise") {
    auto const functions = all_functions(strategies());
    auto const devices = gpu::devices();
    // column-major or not, with a gap or without, an offset of up to 2
    std::size_t const choices_of_layout = 2 * 2 * 3;
    auto const rows =
        test::pairwise({strategies::size, test::products::size, devices.size(), extents.size(),
                        extents.size(), extents.size(), choices_of_layout, choices_of_layout,
                        choices_of_layout, scalars.size(), scalars.size(), 2, 3});
    auto const arranged = [](std::size_t choice) {
        return test::arrangement{choice % 2 == 1, choice / 2 % 2 == 1 ? 3 : 0, choice / 4};
    };
    std::uint32_t seed = 0;
    for (auto const& row : rows)
        functions[row[0]][row[1]]({devices[row[2]], extents[row[3]], extents[row[4]],
                                   extents[row[5]], arranged(row[6]), arranged(row[7]),
                                   arranged(row[8]), scalars[row[9]], scalars[row[10]],
                                   row[11] == 1, row[12], seed += 3});
}
