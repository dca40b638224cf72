// SPDX-License-Identifier: Apache-2.0
/// reduce_into and streams, on every device: the bits of reduce, in device memory.
#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using Catch::Contains;
using test::same_bits;

namespace {

gpu::device any_device() { return GENERATE(from_range(gpu::devices())); }

/// Numbers whose sum depends on the order of additions.
template <class T>
std::vector<T> values(std::size_t n) {
    std::vector<T> v;
    for (std::size_t i = 0; i < n; ++i)
        v.push_back(static_cast<T>(static_cast<float>(i * 7919 % 1000) / 8.0F));
    return v;
}

static_assert(!std::copyable<gpu::stream> && std::movable<gpu::stream> &&
              std::convertible_to<gpu::stream, gpu::stream_view>);

} // namespace

TEMPLATE_TEST_CASE("reduce_into writes the bits of reduce", "", std::int32_t, std::uint8_t, float,
                   double, gpu::half, gpu::bfloat16) {
    auto const where = any_device();
    gpu::stream const stream(where);
    for (std::size_t const n : {0U, 1U, 33U, 5000U, 40000U}) {
        gpu::device_vector<TestType> const v(values<TestType>(n), where);
        gpu::device_vector<TestType> out(4, TestType(1), where);
        auto const init = TestType(3);
        gpu::reduce_into(gpu::automatic.on(stream), v.begin(), v.end(), out.begin() + 1, init);
        gpu::reduce_into(gpu::interleaved.on(stream), v, out.data() + 2, init, gpu::maximum<>());
        stream.synchronize();
        auto const got = out.to_host();
        CHECK(same_bits(got[0], TestType(1)));
        CHECK(same_bits(got[1], gpu::reduce(v, init)));
        CHECK(same_bits(got[2], gpu::reduce(gpu::interleaved, v, init, gpu::maximum<>())));
        CHECK(same_bits(got[3], TestType(1)));
    }
}

TEST_CASE("reduce_into converts to the type of out, and reports what ran") {
    auto const where = any_device();
    gpu::device_vector<std::int32_t> const v(3000, std::numeric_limits<std::int32_t>::max(), where);
    gpu::device_vector<std::int64_t> out(1, where);
    gpu::report report;
    gpu::reduce_into(gpu::automatic.report_to(report), v.begin(), v.end(), out.begin());
    CHECK(out[0] == 3000 * std::int64_t{std::numeric_limits<std::int32_t>::max()});
    CHECK(report.device == where);
    CHECK(report.bytes == 12000);
    gpu::device_vector<double> doubles(1, where);
    gpu::reduce_into(gpu::cg_tile<8>, v.cbegin(), v.cend(), doubles.begin(), 0.5);
    CHECK(doubles[0] == 3000.0 * std::numeric_limits<std::int32_t>::max() + 0.5);
}

TEST_CASE("a NaN of 16 bits is the positive quiet one") {
    auto const where = any_device();
    std::vector<gpu::half> const nan(5, gpu::half::from_bits(0xfe01));
    gpu::device_vector<gpu::half> const v(nan, where);
    gpu::device_vector<gpu::half> out(1, where);
    gpu::reduce_into(gpu::automatic, v.begin(), v.end(), out.begin());
    CHECK(gpu::half(out[0]).bits() == 0x7e00);
}

TEST_CASE("reduce_into refuses calls before it writes") {
    auto const simulated = gpu::device::simulated();
    auto const host = gpu::device::host();
    std::vector<int> const numbers{1, 2, 3};
    gpu::device_vector<int> const v(numbers, simulated);
    gpu::device_vector<int> out(1, 7, simulated);
    gpu::device_vector<int> elsewhere(1, 7, host);
    int* const null = nullptr;
    CHECK_THROWS_WITH(gpu::reduce_into(gpu::automatic, v.begin(), v.end(), null),
                      Contains("gpu::reduce_into(automatic") && Contains("out is a null pointer"));
    CHECK_THROWS_WITH(gpu::reduce_into(gpu::automatic, v.begin(), v.end(), elsewhere.begin()),
                      Contains("out lies on host, but the call runs on simulated"));
    CHECK_THROWS_AS(gpu::reduce_into(gpu::automatic.on(host), v.begin(), v.end(), out.begin()),
                    std::invalid_argument);
    CHECK_THROWS_AS(
        gpu::reduce_into(gpu::interleaved.block_size(2000), v.begin(), v.end(), out.begin()),
        std::invalid_argument);
    CHECK_THROWS_AS(gpu::reduce_into(gpu::automatic, null, null + 3, elsewhere.begin()),
                    std::invalid_argument);
    CHECK(out[0] == 7);
    CHECK(elsewhere[0] == 7);
    int here = 7;
    gpu::reduce_into(gpu::automatic, numbers.begin(), numbers.end(), &here); // all on the host
    CHECK(here == 6);
    for (auto const gpu : gpu::devices())
        if (gpu.kind() == gpu::device_kind::cuda) {
            gpu::device_vector<int> there(numbers, gpu);
            CHECK_THROWS_AS(gpu::reduce_into(gpu::automatic, there.begin(), there.end(), &here),
                            std::invalid_argument);
            CHECK_THROWS_AS(gpu::reduce_into(gpu::automatic.on(gpu), numbers.begin(), numbers.end(),
                                             there.begin()),
                            std::invalid_argument);
        }
}

TEST_CASE("calls run on the stream of their policy") {
    auto const where = any_device();
    gpu::stream stream(where);
    CHECK(stream.device() == where);
    CHECK((stream.native_handle() != nullptr) == (where.kind() == gpu::device_kind::cuda));
    std::vector<float> const numbers = values<float>(10000);
    float const expected = gpu::reduce(numbers);
    CHECK(gpu::reduce(gpu::automatic.on(stream), numbers) == expected); // staged if necessary
    gpu::stream_view const view = stream;
    CHECK(gpu::reduce(gpu::automatic.on(view), gpu::device_vector<float>(numbers, where)) ==
          expected);
    gpu::matrix<float> const a(20, 20, where);
    gpu::matrix<float> c(20, 20, where);
    gpu::matmul(gpu::automatic.on(stream), a, a, c);

    gpu::stream other = std::move(stream);
    CHECK(stream.native_handle() == nullptr); // NOLINT(bugprone-use-after-move): documented
    CHECK(other.native_handle() == view.native_handle());
    stream = std::move(other);
    CHECK(stream.native_handle() == view.native_handle());
    stream.synchronize();

    auto const elsewhere =
        where == gpu::device::host() ? gpu::device::simulated() : gpu::device::host();
    gpu::device_vector<float> const v(numbers, elsewhere);
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.on(stream), v), std::invalid_argument);
}

TEST_CASE("four threads concurrently, on one stream and on a stream each") {
    auto const where = any_device();
    bool const shared = GENERATE(true, false);
    std::vector<double> const numbers =
        values<double>(where.kind() == gpu::device_kind::simulated ? 3000 : 300'000);
    gpu::device_vector<double> const v(numbers, where);
    double const expected = gpu::reduce(numbers);
    gpu::stream const common(where);
    std::vector<int> right(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            gpu::stream const own(where);
            gpu::stream_view const stream = shared ? common : own;
            gpu::device_vector<double> out(10, where);
            for (std::ptrdiff_t i = 0; i < 10; ++i)
                gpu::reduce_into(gpu::automatic.on(stream), v.begin(), v.end(), out.begin() + i);
            stream.synchronize();
            bool const all = out.to_host() == std::vector<double>(10, expected);
            right[t] = all && gpu::reduce(gpu::automatic.on(stream), v) == expected &&
                       gpu::reduce(gpu::automatic.on(stream), numbers) == expected;
        });
    for (auto& thread : threads) thread.join();
    CHECK(right == std::vector<int>(4, 1));
}
