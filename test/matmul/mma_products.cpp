// SPDX-License-Identifier: Apache-2.0
/// The kernels with mma.sync on the simulated device, with a model of the instructions. Covers
/// every layout, odd shapes, odd addresses, gaps, alpha, beta, parts of k and epilogues. Results
/// are exact, and no barrier or wait is missing.
#include "support/matmul_reference.hpp"
#include "support/pairwise.hpp"
#include "support/simulated_mma.hpp"
#include "support/simulated_products.hpp"

#include "matmul/mma.hpp"
#include "matmul/shape.hpp"

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

/// A product, and the number of blocks that share a tile.
template <class Value, class Result>
struct product {
    using sum = matmul_accumulator<Value>;
    stored_matrix<Value> a, b;
    stored_matrix<Result> c;
    sum alpha = 1, beta = 0;
    std::size_t splits = 1;
    gpu::kernel::epilogue_list<gpu::kernel::epilogue_type<sum>> then{};

    /// @tparam Context says when copies arrive
    template <class Context>
    void run(launch_options options = {}) {
        call_result ran;
        test::queue_with<Context> queue(ran, std::move(options));
        queue.add_output({c.data_handle(), test::span_bytes(c)}, sizeof(Result));
        queue.add_inputs(a.data_handle(), test::span_bytes(a), b.data_handle(),
                         test::span_bytes(b));
        for (std::size_t s = 0; s < then.count; ++s)
            if (then.vector[s] != nullptr)
                queue.add_input(then.vector[s], sizeof(float) * 300); // as `vector` below
        gpu::kernel::matmul_problem<Value, Result> const problem{
            test::view_of<Value const>(a),
            test::view_of<Value const>(b),
            test::view_of<Result>(c),
            static_cast<std::size_t>(a.extent(0)),
            static_cast<std::size_t>(b.extent(1)),
            static_cast<std::size_t>(a.extent(1)),
            alpha,
            beta};
        matmul_mma_tiles(queue, problem, splits, then);
    }
};

/// The parameters of a case, except the types.
struct arguments {
    std::int64_t m, n, k;
    arrangement a, b, c;
    int alpha, beta;
    std::size_t splits;
    bool has_epilogue;
    bool copies_late;
    std::uint32_t seed;
};

/// Compares with plain loops; elements are small integers, whose products are exact.
template <class Value, class Result>
void check(arguments const& x) {
    using sum = matmul_accumulator<Value>;
    static std::vector<float> const vector = [] {
        std::vector<float> all(300);
        for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<float>(i % 7) - 3;
        return all;
    }();
    product<Value, Result> p{{x.m, x.k, x.a}, {x.k, x.n, x.b}, {x.m, x.n, x.c},
                             sum(x.alpha),    sum(x.beta),     x.splits};
    p.a.fill(test::small_integers(x.seed));
    p.b.fill(test::small_integers(x.seed + 1));
    if (x.beta != 0) p.c.fill(test::small_integers(x.seed + 2)); // otherwise NaN
    bool const has_steps = x.has_epilogue && std::is_same_v<sum, float>;
    if constexpr (std::is_same_v<sum, float>)
        if (has_steps) p.then = {2, {epilogue_kind::bias, epilogue_kind::relu}, {vector.data()}};
    auto const before = p.c;
    if (x.copies_late) p.template run<test::late_context<true>>({.seed = x.seed});
    else p.template run<test::early_context>({.seed = x.seed});
    CAPTURE(sizeof(Value), sizeof(Result), x.m, x.n, x.k, x.alpha, x.beta, x.splits, has_steps,
            x.copies_late, x.a.column_major, x.a.gap, x.a.offset, x.b.column_major, x.b.gap,
            x.b.offset, x.c.column_major, x.c.gap, x.c.offset);
    std::size_t wrong = 0;
    for (std::int64_t i = 0; i < x.m; ++i)
        for (std::int64_t j = 0; j < x.n; ++j) {
            auto expected = p.alpha * test::dot<sum>(p.a, p.b, i, j);
            if (x.beta != 0) expected += p.beta * static_cast<sum>(before(i, j));
            if (has_steps)
                expected = std::max(
                    sum(expected + static_cast<sum>(vector[static_cast<std::size_t>(j)])), sum(0));
            // == instead of bits: the sign of zero is unspecified
            wrong += !(p.c(i, j) == static_cast<Result>(expected));
        }
    CHECK(wrong == 0);
    CHECK(p.c.surroundings_intact());
    CHECK(test::misaligned_copies == 0);
}

using check_function = void (*)(arguments const&);
constexpr std::array<check_function, 6> checks{
    &check<gpu::half, gpu::half>,         &check<gpu::half, float>,
    &check<gpu::bfloat16, gpu::bfloat16>, &check<gpu::bfloat16, float>,
    &check<std::int8_t, std::int32_t>,    &check<float, float>};

} // namespace

TEST_CASE("mma: types, layouts, shapes, gaps, addresses, scalars, parts and epilogues, pairwise") {
    constexpr std::array<std::int64_t, 7> extents{1, 7, 33, 64, 128, 129, 160};
    constexpr std::array<std::int64_t, 7> depths{1, 15, 32, 65, 96, 129, 192};
    constexpr std::array<int, 3> scalars{1, -2, 0};
    std::uint32_t seed = 0;
    for (auto const& row : test::pairwise(
             {checks.size(), extents.size(), extents.size(), depths.size(), test::arrangements,
              test::arrangements, test::arrangements, scalars.size() - 1, scalars.size(), 3, 2, 2}))
        checks[row[0]]({extents[row[1]], extents[row[2]], depths[row[3]], test::arranged(row[4]),
                        test::arranged(row[5]), test::arranged(row[6]), scalars[row[7]],
                        scalars[row[8]], row[9] + 1, row[10] == 1, row[11] == 1, seed += 3});
}

TEST_CASE("mma: whole tiles of each type and layout") {
    std::uint32_t seed = 0;
    for (std::size_t type = 0; type < checks.size(); ++type)
        for (std::size_t layout = 0; layout < 4; ++layout)
            checks[type]({128,
                          128,
                          256,
                          {layout % 2 == 1},
                          {layout / 2 == 1},
                          {layout == 1},
                          1,
                          0,
                          1,
                          false,
                          layout % 2 == 0,
                          seed += 3});
}

TEST_CASE("mma: float is rounded to TF32, ties away from zero") {
    product<float, float> p{{3, 40}, {40, 5}, {3, 5}};
    auto const one = [](auto, auto) { return 1; };
    for (auto const& [value, rounded] : {std::pair{0x1.001p0F, 1.F},
                                         {0x1.0018p0F, 1.F},
                                         {0x1.002p0F, 0x1.004p0F},
                                         {-0x1.002p0F, -0x1.004p0F},
                                         {0x1.ffep-120F, 0x1p-119F}}) {
        p.a.fill([v = value](auto, auto) { return v; });
        p.b.fill(one);
        p.run<test::early_context>();
        CHECK(p.c(2, 4) == 40 * rounded);
    }
    CHECK(test::to_tf32(0x7f800000) == 0x7f800000);
    CHECK(test::to_tf32(0x7f7fffff) == 0x7f800000);
}

TEST_CASE("mma: NaN and infinity reach the elements of their row or column only") {
    using limits = std::numeric_limits<float>;
    product<gpu::half, float> p{{130, 40}, {40, 131}, {130, 131}};
    p.a.fill(test::small_integers(1));
    p.b.fill(test::small_integers(2));
    p.a(129, 39) = gpu::half(limits::quiet_NaN());
    p.run<test::early_context>();
    for (std::int64_t i = 0; i < 130; ++i)
        for (std::int64_t j = 0; j < 131; ++j) CHECK((p.c(i, j) != p.c(i, j)) == (i == 129));
}

namespace {

/// A product that uses each buffer twice.
template <class Context>
void multiply(launch_options options) {
    product<gpu::half, gpu::half> p{{150, 200}, {200, 40}, {150, 40}};
    p.a.fill(test::small_integers(1));
    p.b.fill(test::small_integers(2));
    p.run<Context>(std::move(options));
}

template <class Context>
std::optional<finding> found(launch_options options) {
    try {
        multiply<Context>(std::move(options));
    } catch (finding const& found) {
        return found;
    }
    return {};
}

} // namespace

TEST_CASE("mma: each barrier is needed, and its absence is found") {
    using gpu::simulated::same;
    std::vector<gpu::code_location> sites;
    multiply<test::early_context>(
        {.parallel = false, .omits = [&](gpu::code_location const& site) {
             if (std::ranges::none_of(sites, [&](auto const& known) { return same(known, site); }))
                 sites.push_back(site);
             return false;
         }});
    REQUIRE(sites.size() == 4);
    for (auto const& omitted : sites) {
        INFO("without the barrier at line " << omitted.line());
        auto const finding = found<test::early_context>(
            {.omits = [&](gpu::code_location const& site) { return same(site, omitted); }});
        REQUIRE(finding.has_value());
        CHECK(finding->kind() == defect::race);
    }
}

TEST_CASE("mma: tiles are not multiplied before their copies have arrived") {
    CHECK_FALSE(found<test::late_context<true>>({}).has_value());
    CHECK(found<test::late_context<false>>({}).has_value());
}

TEST_CASE("mma: k is split if there are fewer tiles than multiprocessors") {
    CHECK(mma_splits(1024, 1024, 1024, 64) == 1);
    CHECK(mma_splits(128, 128, 65536, 108) == 216);
    CHECK(mma_splits(1, 1, 65536, 108) == 216);
    CHECK(mma_splits(512, 512, 1024, 108) == 4);
    CHECK(mma_splits(512, 512, 100, 108) == 1);
    CHECK(mma_splits(1024, 896, 65536, 108) == 3);
}
