// SPDX-License-Identifier: Apache-2.0
/// Elementwise algorithms that need a GPU, compared with the host: all sizes of elements at any
/// address, many blocks, and streams. Views have more elements than memory holds.
#include "on_gpu.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/iota.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <numeric>
#include <random>
#include <ranges>
#include <vector>

using test::the_gpu;

namespace {

template <class T>
std::vector<T> numbers(std::size_t n, unsigned seed) {
    std::mt19937 random(seed);
    std::vector<T> x(n);
    for (auto& element : x) element = static_cast<T>(static_cast<float>(random() % 251));
    return x;
}

template <class T>
bool same(gpu::device_vector<T> const& a, std::vector<T> const& b) {
    auto const x = a.to_host();
    return std::memcmp(x.data(), b.data(), b.size() * sizeof(T)) == 0;
}

constexpr std::size_t sizes[] = {1, 17, 4099, 1000003, (std::size_t{1} << 24) + 5};

} // namespace

TEMPLATE_TEST_CASE("elementwise algorithms equal those of the host at any address", "",
                   std::uint8_t, std::int16_t, float, std::int64_t, std::complex<double>) {
    using T = TestType;
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : sizes)
        for (std::ptrdiff_t const offset : {0, 1, 3}) {
            INFO("n = " << n << ", offset " << offset);
            auto const count = static_cast<std::ptrdiff_t>(n);
            auto x = numbers<T>(n + 8, 1), y = numbers<T>(n + 8, 2);
            gpu::device_vector<T> a(x, *device), b(y, *device);
            gpu::reverse(gpu::automatic, a.begin() + offset, a.begin() + offset + count);
            std::reverse(x.begin() + offset, x.begin() + offset + count);
            REQUIRE(same(a, x));
            gpu::swap_ranges(a.begin() + 2, a.begin() + 2 + count, b.begin() + offset);
            std::swap_ranges(x.begin() + 2, x.begin() + 2 + count, y.begin() + offset);
            REQUIRE(same(a, x));
            REQUIRE(same(b, y));
            gpu::reverse_copy(a.begin() + 1, a.begin() + 1 + count, b.begin() + offset);
            std::reverse_copy(x.begin() + 1, x.begin() + 1 + count, y.begin() + offset);
            REQUIRE(same(b, y));
            gpu::fill(a.begin() + offset, a.begin() + offset + count, y[0]);
            std::fill(x.begin() + offset, x.begin() + offset + count, y[0]);
            REQUIRE(same(a, x));
            std::vector<std::uint32_t> indices(n);
            std::iota(indices.begin(), indices.end(), 0u);
            std::shuffle(indices.begin(), indices.end(), std::mt19937(3));
            gpu::device_vector<std::uint32_t> const on(indices, *device);
            gpu::gather(on.begin(), on.end(), b.begin() + offset, a.begin() + 1);
            for (std::size_t i = 0; i < n; ++i)
                x[i + 1] = y[static_cast<std::size_t>(offset) + indices[i]];
            REQUIRE(same(a, x));
            gpu::scatter(a.begin(), a.begin() + count, on.begin(), b.begin() + offset);
            for (std::size_t i = 0; i < n; ++i)
                y[static_cast<std::size_t>(offset) + indices[i]] = x[i];
            REQUIRE(same(b, y));
        }
}

TEMPLATE_TEST_CASE("listed transforms, sequences and replacements equal those of the host", "",
                   std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, float, double, gpu::half,
                   gpu::bfloat16) {
    using T = TestType;
    auto const device = the_gpu();
    if (!device) return;
    auto const host = gpu::device::host();
    for (std::size_t const n : {std::size_t{5}, std::size_t{1000003}})
        for (std::ptrdiff_t const offset : {0, 1}) {
            auto const count = static_cast<std::ptrdiff_t>(n);
            auto const x = numbers<T>(n + 2, 1), y = numbers<T>(n + 2, 2);
            gpu::device_vector<T> const a(x, *device), c(x, host);
            gpu::device_vector<T> b(y, *device), d(y, host);
            auto const check = [&](auto f) {
                gpu::transform(a.begin() + offset, a.begin() + offset + count, b.begin() + 1,
                               b.begin() + 1, f);
                gpu::transform(c.begin() + offset, c.begin() + offset + count, d.begin() + 1,
                               d.begin() + 1, f);
                REQUIRE(same(b, d.to_host()));
            };
            check(gpu::plus<>());
            check(std::minus<>());
            check(gpu::minimum<>());
            check(gpu::maximum<>());
            check(gpu::multiplies<>());
            gpu::transform(b, b, gpu::negate<>());
            gpu::transform(d, d, gpu::negate<>());
            REQUIRE(same(b, d.to_host()));
            gpu::replace_if(b, gpu::less_than(T(0.0f)), T(1.0f));
            gpu::replace_if(d, gpu::less_than(T(0.0f)), T(1.0f));
            REQUIRE(same(b, d.to_host()));
            gpu::iota(b.begin() + offset, b.begin() + offset + count, T(3.0f), T(2.0f));
            gpu::iota(d.begin() + offset, d.begin() + offset + count, T(3.0f), T(2.0f));
            REQUIRE(same(b, d.to_host()));
        }
}

TEST_CASE("calls on a stream are in its order") {
    auto const device = the_gpu();
    if (!device) return;
    gpu::stream const stream(*device);
    gpu::device_vector<int> x(1 << 20, *device), total(1, *device);
    auto const policy = gpu::automatic.on(stream);
    for (int k = 1; k <= 20; ++k) {
        gpu::fill(policy, x, k);
        gpu::transform(policy, x, x, x, std::plus<>());
        gpu::reduce_into(policy, x.begin(), x.end(), total.begin());
        stream.synchronize();
        REQUIRE(total.to_host()[0] == k << 21);
    }
}

TEST_CASE("a view has more elements than memory holds") {
    using namespace gpu::placeholders;
    auto const device = the_gpu();
    if (!device) return;
    auto const policy = gpu::automatic.on(*device);
    std::int64_t const n = (std::int64_t{1} << 33) + 12345;
    gpu::report ran;
    auto const remainders =
        gpu::views::transformed(gpu::views::iota(std::int64_t{0}, n), _1 % 1024);
    CHECK(gpu::reduce(policy.report_to(ran), remainders) ==
          (n / 1024) * (1023 * 512) + (n % 1024) * (n % 1024 - 1) / 2);
    CHECK(gpu::reduce(policy, gpu::views::iota(std::int64_t{0}, n), std::int64_t{},
                      gpu::maximum<>()) == n - 1);
    CHECK(ran.device == *device);
    CHECK(gpu::reduce(policy, gpu::views::constant(1u, static_cast<std::size_t>(n)),
                      std::uint64_t{}) == static_cast<std::uint64_t>(n));
    CHECK(gpu::count_if(policy, gpu::views::iota(std::int64_t{0}, n), _1 % 3 == 0) == (n + 2) / 3);
    // the bits of a sum of floats are those of the host
    auto const terms =
        gpu::views::transformed(gpu::views::iota(1, 1000004), 1.0f / gpu::cast<float>(_1));
    CHECK(gpu::reduce(policy, terms, 0.0f) == gpu::reduce(gpu::automatic, terms, 0.0f));
    gpu::device_vector<float> x(1 << 20, *device);
    gpu::copy(gpu::views::transformed(gpu::views::iota(0, 1 << 20), gpu::cast<float>(_1)), x);
    CHECK(gpu::reduce(gpu::views::transformed(x, 2 * _1), 0.0) ==
          static_cast<double>(1 << 20) * ((1 << 20) - 1));
}

TEST_CASE("strided ranges and zips on a GPU give the host's bits") {
    using namespace gpu::placeholders;
    namespace views = gpu::views;
    auto const device = the_gpu();
    if (!device) return;
    for (std::size_t const n : {1u, 1000u, 100003u, 5000000u})
        for (std::size_t const step : {1u, 2u, 3u, 17u, 1001u})
            for (int const offset : {0, 1}) {
                CAPTURE(n, step, offset);
                std::vector<float> x(n);
                for (std::size_t i = 0; i < n; ++i)
                    x[i] = static_cast<float>(i * 7919 % 10007) / 13 - 384.9f;
                std::vector<float> const y(x.rbegin(), x.rend());
                gpu::device_vector<float> const a(x, *device);
                gpu::device_vector<float> const b(y, *device);
                auto const thirds = [&](auto first, auto last) {
                    return views::strided(std::ranges::subrange(first + offset, last), step);
                };
                auto const on_gpu = thirds(a.begin(), a.end());
                auto const here = thirds(x.begin(), x.end());
                gpu::report ran;
                CHECK(gpu::reduce(gpu::automatic.report_to(ran), on_gpu, 0.0f) ==
                      gpu::reduce(gpu::automatic, here, 0.0f));
                CHECK(ran.device == *device);
                auto const product = gpu::field<0>(_1) * gpu::field<1>(_1);
                CHECK(gpu::transform_reduce(views::zip(on_gpu, b), 0.0, gpu::plus<>(), product) ==
                      gpu::transform_reduce(gpu::automatic, views::zip(here, y), 0.0, gpu::plus<>(),
                                            product));
                CHECK(gpu::count_if(on_gpu, _1 > 7) == gpu::count_if(here, _1 > 7));
                gpu::device_vector<double> out(on_gpu.size(), *device);
                std::vector<double> expected(on_gpu.size());
                gpu::transform(views::zip(on_gpu, b), out, product - 1);
                gpu::transform(views::zip(here, y), expected, product - 1);
                REQUIRE(out.to_host() == expected);
            }
}

TEST_CASE("a strided view of more than 2^32 elements") {
    auto const device = the_gpu();
    if (!device) return;
    std::size_t const n = (std::size_t{1} << 33) + 77;
    gpu::device_vector<std::int8_t> x(n, gpu::uninitialized, *device);
    gpu::fill(x, std::int8_t{1});
    x[n - 1] = 5; // an even position
    auto const view = gpu::views::strided(x, 2);
    REQUIRE(view.size() == (std::size_t{1} << 32) + 39);
    CHECK(gpu::reduce(view, std::int64_t{}) == static_cast<std::int64_t>(view.size()) + 4);
    CHECK(gpu::reduce(gpu::views::strided(x, n - 1), 0) == 6);
}
