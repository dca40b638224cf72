// SPDX-License-Identifier: Apache-2.0
/// gpu::simulated::launch: arguments, shapes, counts, and what it refuses.
#include "find.hpp"

#include <gpualgo/gpualgo.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <source_location>
#include <span>
#include <stdexcept>
#include <vector>

using gpu::extent3;
using gpu::simulated::launch;

namespace {

/// y = a x
struct scale {
    template <class Context, class In, class Out>
    void operator()(Context const& c, In x, Out y, float a) const {
        auto const i = c.block_rank() * c.block().num_threads() + c.block().thread_rank();
        if (i < x.size()) y.put(i, a * x.get(i));
    }
};
constexpr unsigned line_of_scale = __LINE__ - 3;

void nothing() {}

/// Whether a launch is refused, in words that contain a text.
template <class... Arguments>
void refused(char const* text, Arguments&&... arguments) {
    CHECK_THROWS_MATCHES(launch(arguments...), std::invalid_argument,
                         Catch::Matchers::Predicate<std::invalid_argument>(
                             [=](auto const& e) {
                                 UNSCOPED_INFO(e.what());
                                 return std::string(e.what()).find(text) != std::string::npos;
                             },
                             text));
}

} // namespace

TEST_CASE("a kernel of vectors, spans, arrays and values, and its counts") {
    std::vector<float> const x(1000, 2);
    std::vector<float> y(1000);
    auto const counted = launch(16, 64, scale(), x, std::span(y), 1.5F);
    CHECK(y == std::vector<float>(1000, 3));
    REQUIRE(counted.launches.size() == 1);
    auto const& ran = counted.launches[0];
    CHECK(ran.grid == gpu::explanation::extent{16, 1, 1});
    CHECK(ran.block == gpu::explanation::extent{64, 1, 1});
    CHECK(ran.warps == 32);
    CHECK(ran.divergent_warps == 1);
    CHECK(!ran.is_extrapolated);
    REQUIRE(counted.lines.size() == 1);
    auto const& line = counted.lines[0];
    CHECK(line.file == std::source_location::current().file_name());
    CHECK(line.number == line_of_scale);
    CHECK(line.counts.steps == 32);
    // 4 sectors for each warp, one for the last: wherever the vectors lie
    CHECK(line.counts.global_loads == gpu::global_counts{32, 125, 4000});
    CHECK(line.counts.global_stores == gpu::global_counts{32, 125, 4000});
    std::array<float, 2> pair{1, 2};
    (void)launch(1, 32, scale(), pair, pair, 3.F); // the same range twice: in place
    CHECK(pair == std::array<float, 2>{3, 6});
    float plain[] = {1, 2, 3};
    (void)launch(1, 32, scale(), std::span<float const>(plain), plain, 2.F);
    CHECK(plain[2] == 6);
    gpu::device_vector<float> v(std::vector<float>(8, 1), gpu::device::simulated());
    (void)launch(1, 32, scale(), v, v, 7.F);
    CHECK(v.to_host() == std::vector<float>(8, 7));
}

TEST_CASE("a range that begins one element later touches five sectors") {
    std::vector<float> const x(1000, 2);
    std::vector<float> y(1000);
    auto const shifted = [](auto const& c, auto in, auto out) {
        auto const i = c.block_rank() * 64 + c.block().thread_rank();
        if (i < 960) out.put(i, in.get(i + 1));
    };
    auto const total = launch(15, 64, shifted, x, y).total();
    CHECK(total.global_loads.sectors_per_request() == 5);
    CHECK(total.global_stores.sectors_per_request() == 4);
}

TEST_CASE("kernels without arguments, function pointers, and empty ranges") {
    CHECK(launch(3, 96, [](auto const&) {}).launches[0].warps == 9);
    std::vector<int> const none;
    (void)launch(
        1, 1, [](auto const&, auto x) { (void)x.from(0); }, none);
    void (*const pointer)(gpu::simulated::context const&) = [](auto const& c) { c.block().sync(); };
    CHECK(launch(2, 64, pointer).total().barriers == 4);
}

TEST_CASE("shapes of three dimensions, and dynamic shared memory") {
    std::vector<unsigned> out(2 * 3 * 4 * 210);
    auto const body = [](auto const& c, auto y) {
        auto const block = c.block();
        auto const at = block.thread_index();
        auto const in = block.group_index();
        auto const shared = c.template shared<unsigned>();
        shared.put(block.thread_rank(), at.x + 5 * at.y + 30 * at.z);
        block.sync();
        auto const other = block.num_threads() - 1 - block.thread_rank();
        auto const rank = in.x + 2 * in.y + 6 * in.z;
        y.put(c.block_rank() * 210 + other, 1000 * rank + shared.get(other));
    };
    auto const counted =
        launch({.grid = {2, 3, 4}, .block = {5, 6, 7}, .shared_bytes = 840, .name = "indices"},
               body, gpu::unwritten(out));
    for (unsigned block = 0; block < 24; ++block)
        for (unsigned thread = 0; thread < 210; ++thread)
            REQUIRE(out[block * 210 + thread] == 1000 * block + thread);
    CHECK(counted.launches[0].kernel == "indices");
    CHECK(counted.launches[0].grid == gpu::explanation::extent{2, 3, 4});
    CHECK(counted.launches[0].block == gpu::explanation::extent{5, 6, 7});
    CHECK_THAT(gpu::to_string(counted),
               Catch::Contains("indices, grid 2x3x4, block 5x6x7: 168 warps"));
}

TEST_CASE("wrong shapes are refused before anything runs") {
    int calls = 0;
    auto const body = [&](auto const&) { ++calls; };
    refused("block of 1025x1x1", 1, 1025, body);
    refused("1056 threads", 1, extent3(33, 32), body);
    refused("block of 1x1x65", 1, extent3(1, 1, 65), body);
    refused("block of 0x1x1", 1, 0, body);
    refused("grid of 0x1x1", 0, 1, body);
    refused("grid of 1x1x0", extent3(1, 1, 0), 1, body);
    refused("grid of 1x65536x1", extent3(1, 65536), 1, body);
    refused("grid of 2147483648x1x1", 1U << 31, 1, body);
    refused("bytes of shared memory", gpu::launch_shape{.shared_bytes = 300 << 10}, body);
    CHECK_THROWS_AS(launch(-1, 1, body), std::invalid_argument);
    CHECK_THROWS_AS(launch(std::uint64_t{1} << 33, 1, body), std::invalid_argument);
    void (*const null)(gpu::simulated::context const&) = nullptr;
    refused("null pointer", 1, 1, null);
    CHECK(calls == 0);
    nothing();
}

TEST_CASE("wrong ranges are refused before anything runs") {
    std::vector<int> x(100);
    auto const body = [](auto const&, auto, auto y) { y.put(0, 1); };
    refused("argument 1 and argument 2 overlap", 1, 1, body, std::span(x).first(60),
            std::span(x).last(60));
    refused("overlap", 1, 1, body, std::span<int const>(x), std::span(x).first(50));
    refused("argument 2 is a null pointer with 40 bytes", 1, 1, body, x,
            gpu::unwritten_range<int>{nullptr, 10});
    CHECK(x == std::vector<int>(100));
    (void)launch(
        1, 1, [](auto const&, auto, auto) {}, std::span<int const>(x).first(60),
        std::span<int const>(x)); // only read
}

TEST_CASE("a launch that would take more memory than there is says so before it starts") {
    auto const free = gpu::device::simulated().memory().free;
    gpu::unwritten_range<std::int8_t> const huge{reinterpret_cast<std::int8_t*>(1 << 20),
                                                 free / 40};
    bool has_run = false;
    try {
        (void)launch(
            1, 1, [&](auto const&, auto) { has_run = true; }, huge);
        FAIL("it does not fit");
    } catch (gpu::out_of_memory const& e) {
        CHECK(e.requested() > free);
        CHECK(e.available() < e.requested());
    }
    CHECK(!has_run);
}

TEST_CASE("exceptions of a kernel pass through, and later launches work") {
    std::vector<int> y(64);
    for (int i = 0; i < 20; ++i) {
        CHECK_THROWS_AS(launch(8, 64,
                               [](auto const& c) {
                                   c.block().sync();
                                   if (c.block().thread_rank() == 40)
                                       throw std::length_error("mine");
                                   c.block().sync();
                               }),
                        std::length_error);
        CHECK(test::find({.block = 64}, [](auto const& c) {
            if (c.block().thread_rank() < 5) c.block().sync();
        }));
        (void)launch(
            1, 64, [](auto const& c, auto out) { out.put(c.block().thread_rank(), 7); }, y);
        CHECK(y == std::vector<int>(64, 7));
    }
}

TEST_CASE("objects of a kernel are destroyed if another thread fails") {
    struct counting {
        explicit counting(std::atomic<int>& n) : alive(n) { ++alive; }
        ~counting() { --alive; }
        std::atomic<int>& alive;
    };
    std::atomic<int> alive = 0;
    CHECK(test::find({.grid = 4, .block = 64}, [&](auto const& c) {
        counting const here(alive);
        c.block().sync();
        if (c.block().thread_rank() == 7) return;
        c.block().sync();
    }));
    CHECK(alive == 0);
}

TEST_CASE("a kernel that swallows what ends its threads is ended nevertheless") {
    auto const found = test::find({.block = 64}, [](auto const& c) {
        try {
            if (c.block().thread_rank() != 3) c.block().sync();
        } catch (...) { // NOLINT: a program may do so
        }
    });
    REQUIRE(found);
    CHECK(found->kind() == test::defect::divergence);
}

TEST_CASE("the seed of the environment is used unless one is given") {
    auto const racing = [](auto const&, auto y) { y.put(0, 1); };
    std::vector<int> y(1);
    REQUIRE(setenv("GPUALGO_SEED", "77", 1) == 0);
    CHECK(test::find({.block = 2}, racing, y)->seed() == 77);
    CHECK(test::find({.block = 2, .seed = 5}, racing, y)->seed() == 5);
    unsetenv("GPUALGO_SEED");
}
