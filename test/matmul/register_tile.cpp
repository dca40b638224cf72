// SPDX-License-Identifier: Apache-2.0
/// register_tile of float on the simulated device. Copies arrive as late as they may, or tiles are
/// staged, as by code for GPUs without cp.async.
#include "support/matmul_reference.hpp"
#include "support/simulated_mma.hpp"
#include "support/simulated_products.hpp"

#include "matmul/matmul.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

namespace {

using namespace gpu::detail;
using test::stored_matrix;

using small = gpu::kernel::matmul_register_tile<64, 64>;
using wide = gpu::kernel::matmul_register_tile<128, 256>;

/// The context of code for GPUs without cp.async.
class staging_context : public gpu::simulated::context {
public:
    using context::context;
    static constexpr bool copies_asynchronously = false;
};

template <class Context>
class queue : public test::queue_with<Context> {
public:
    using test::queue_with<Context>::queue_with;

    static bool copies_asynchronously() { return Context::copies_asynchronously; }
    template <class Body, class Arguments, class Op>
    void launch(launch_config const& shape, Arguments const& arguments, Op op) {
        shapes.push_back(shape);
        copies_quads |= std::is_same_v<Body, small::by_vectors<float>> ||
                        std::is_same_v<Body, wide::by_vectors<float>>;
        test::queue_with<Context>::template launch<Body>(shape, arguments, op);
    }

    std::vector<launch_config> shapes; ///< of all launches
    bool copies_quads = false;
};

/// C = -2 * A * B + beta * C, of small integers.
struct product {
    std::int64_t m, n, k;
    int beta = 0;
    test::arrangement of_b{true, 0, 0};
    stored_matrix<float> a{m, k, {false, 1, 1}}, b{k, n, of_b}, c{m, n};
    bool copies_quads = false; ///< whether the last kernel did

    /// Calls run(queue, problem), and checks C.
    /// @return the shapes of the launches
    template <class Context, class Run>
    std::vector<launch_config> check(Run run) {
        CAPTURE(m, n, k, beta);
        a.fill(test::small_integers(1));
        b.fill(test::small_integers(2));
        if (beta != 0) c.fill(test::small_integers(3)); // otherwise NaN
        auto const before = c;
        call_result ran;
        queue<Context> on(ran);
        on.add_output({c.data_handle(), test::span_bytes(c)}, sizeof(float));
        on.add_inputs(a.data_handle(), test::span_bytes(a), b.data_handle(), test::span_bytes(b));
        run(on,
            gpu::kernel::matmul_problem<float, float>{
                test::view_of<float const>(a), test::view_of<float const>(b),
                test::view_of<float>(c), static_cast<std::size_t>(m), static_cast<std::size_t>(n),
                static_cast<std::size_t>(k), -2, static_cast<float>(beta)});
        std::size_t wrong = 0;
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
                float const kept = beta == 0 ? 0 : static_cast<float>(beta) * before(i, j);
                wrong += !(c(i, j) == -2 * test::dot<float>(a, b, i, j) + kept);
            }
        CHECK(wrong == 0);
        CHECK(c.surroundings_intact());
        CHECK(test::misaligned_copies == 0);
        copies_quads = on.copies_quads;
        return on.shapes;
    }

    /// By the tiles for a number of threads per block.
    template <class Context>
    std::vector<launch_config> check_block(unsigned threads) {
        return check<Context>([=](auto& on, auto const& problem) {
            auto const choice =
                choose_register_tile<float>(on, problem.m, problem.n, problem.k, threads);
            matmul_register_tiles(on, problem, choice, {});
        });
    }
};

/// Computes a product by one kind of tiles, in parts of k.
template <class Tile>
constexpr auto by_tiles = [](std::size_t splits) {
    return [=](auto& on, auto const& problem) {
        matmul_tiles<Tile>(on, problem, splits, Tile::template depth<float>,
                           bytes_of_tiles<Tile, float>(on), {});
    };
};

} // namespace

TEST_CASE("register_tile without cp.async: small tiles of float are staged, in less memory") {
    for (auto const& [m, n] : {std::pair{70, 65}, {64, 63}, {130, 64}})
        for (int const beta : {0, 3}) {
            auto const shapes = product{m, n, 33, beta}.check_block<staging_context>(64);
            REQUIRE(shapes.size() == 1);
            CHECK(shapes[0].block == 64);
            CHECK(shapes[0].shared_bytes == 8192);
        }
    CHECK(product{70, 65, 33}.check_block<gpu::simulated::context>(64).at(0).shared_bytes ==
          26'112);
}

TEST_CASE("register_tile without cp.async: staged tiles compute parts of k") {
    for (std::int64_t const k : {33, 100, 1100}) {
        auto const shapes = product{70, 65, k, 1}.check<staging_context>(by_tiles<small>(3));
        REQUIRE(shapes.size() == 2);
        CHECK(shapes[0].grid == 4 * 3);
    }
}

TEST_CASE("register_tile without cp.async: large tiles of float are not computed, but work") {
    auto const shapes = product{129, 257, 5}.check_block<staging_context>(256);
    CHECK(shapes.at(0).block == 64);
    CHECK(shapes.at(0).grid == 3 * 5);
    // code for such GPUs may run on later ones
    product{129, 257, 33}.check<staging_context>(by_tiles<wide>(1));
}

TEST_CASE("register_tile: tiles are not multiplied before their copies have arrived") {
    for (std::int64_t const k : {16, 33, 70}) {
        product{129, 257, k}.check_block<test::late_context<true>>(256);
        product{70, 65, k}.check_block<test::late_context<true>>(64);
        product{70, 65, k}.check<test::late_context<true>>(by_tiles<small>(2));
    }
    CHECK_THROWS_AS((product{64, 64, 16}.check_block<test::late_context<false>>(64)),
                    gpu::simulated::finding);
}

TEST_CASE("register_tile: quad words of B are copied if the rows of each tile are aligned") {
    struct {
        std::int64_t m, n, k;
        test::arrangement of_b;
        bool has_quads;
    } const cases[] = {
        {70, 68, 33, {}, true},
        {70, 64, 16, {false, 4, 4}, true},
        {70, 132, 48, {false, 8, 0}, true},
        {70, 68, 33, {false, 0, 1}, false}, // the first element is not aligned
        {70, 68, 33, {false, 2, 0}, false}, // rows are not
        {70, 66, 33, {false, 2, 0}, false}, // the last tile is not: it ends with the last column
        {70, 68, 33, {true, 0, 0}, false},
        {70, 8, 40, {}, true}, // tiles are wider than C
        {70, 60, 40, {}, true},
    };
    using late = test::late_context<true>;
    for (auto const& [m, n, k, of_b, has_quads] : cases)
        for (int const beta : {0, 2}) {
            CAPTURE(n, of_b.column_major, of_b.gap, of_b.offset);
            product small_tiles{m, n, k, beta, of_b};
            small_tiles.check_block<late>(64);
            CHECK(small_tiles.copies_quads == has_quads);
            product large_tiles{m + 70, n < 64 ? n : n + 200, k, beta, of_b};
            large_tiles.check_block<late>(256);
            CHECK(large_tiles.copies_quads == has_quads);
            product staged{m, n, k, beta, of_b};
            staged.check_block<staging_context>(64);
            CHECK(!staged.copies_quads);
        }
}

TEST_CASE("register_tile: parts of k whose rows have quad words, and others") {
    using late = test::late_context<true>;
    for (std::int64_t const n : {60, 128, 192, 130, 256, 300}) {
        CHECK(product{128, n, 100, 1, {}}.check<late>(by_tiles<small>(3)).size() == 2);
        CHECK(product{128, n, 100, 1, {}}.check<late>(by_tiles<wide>(3)).size() == 2);
        if (n % 4 != 0) continue;
        product{130, n, 100, 1, {}}.check<late>(by_tiles<small::by_vectors<float>>(3));
        product{130, n, 100, 1, {}}.check<late>(by_tiles<wide::by_vectors<float>>(3));
    }
}
