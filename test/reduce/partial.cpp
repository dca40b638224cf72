// SPDX-License-Identifier: Apache-2.0
/// Partial reductions: any cut, any bracketing and any mix of devices give the bits of one call.
#include "support/same_bits.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/reduce/segmentation.hpp>
#include <gpualgo/partial.hpp>
#include <gpualgo/partial_extrema.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <random>
#include <span>
#include <vector>

using test::same_bits;

namespace {

using generator = std::mt19937_64;

/// Numbers that show the order of sums; now and then special ones.
template <class T>
std::vector<T> numbers(generator& g, std::size_t n, bool special) {
    std::vector<T> x(n);
    for (auto& v : x) {
        double const real = static_cast<double>(static_cast<std::int64_t>(g()) >> 40) * 1.37e-3;
        if constexpr (std::is_integral_v<T>) v = static_cast<T>(g());
        else v = T(static_cast<float>(real));
    }
    if constexpr (std::is_floating_point_v<T>)
        if (special)
            for (int i = 0; i < 3 && n > 0; ++i) {
                T const some[] = {-T(0), std::numeric_limits<T>::infinity(),
                                  -std::numeric_limits<T>::quiet_NaN(), T(0)};
                x[g() % n] = some[g() % 4];
            }
    return x;
}

/// Indices that cut n elements, often at boundaries of segments.
std::vector<std::size_t> cuts(generator& g, std::size_t n, std::size_t segment) {
    std::vector<std::size_t> at{0, n};
    std::size_t const parts = 1 + g() % 12;
    for (std::size_t i = 1; i < parts; ++i)
        at.push_back(std::min<std::size_t>(n, g() % 3 == 0 ? g() % (n / segment + 2) * segment
                                                           : g() % (n + 1)));
    std::sort(at.begin(), at.end());
    return at;
}

/// Merges neighbours in a random order; some of them travel as bytes.
template <class Partial>
Partial merged(generator& g, std::vector<Partial> parts) {
    while (parts.size() > 1) {
        std::size_t const i = g() % (parts.size() - 1);
        if (g() % 2 == 0) {
            auto const bytes = parts[i + 1].serialize();
            REQUIRE(bytes.size() <= Partial::max_serialized_size);
            parts[i + 1] = Partial::deserialize(bytes);
        }
        parts[i].merge(parts[i + 1]);
        parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return parts[0];
}

gpu::device device_of(generator& g) {
    return g() % 8 == 0 ? gpu::device::simulated() : gpu::device::host();
}

std::size_t size_of_case(generator& g, std::size_t segment) {
    std::size_t const sizes[] = {g() % 5, g() % (2 * segment), g() % (40 * segment),
                                 (1 + g() % 20) * segment + g() % 3};
    return sizes[g() % 4];
}

template <class T, class Value, class Op>
void compare(generator& g, int cases) {
    using partial = gpu::partial_reduction<T, Value, Op>;
    std::size_t const segment = gpu::kernel::segmentation(sizeof(Value)).size();
    for (int c = 0; c < cases; ++c) {
        auto const x = numbers<Value>(g, size_of_case(g, segment), c % 3 == 0);
        auto const at = cuts(g, x.size(), segment);
        std::vector<partial> parts;
        for (std::size_t i = 0; i + 1 < at.size(); ++i)
            parts.emplace_back(gpu::automatic.on(device_of(g)), at[i], x.data() + at[i],
                               x.data() + at[i + 1]);
        T const init = x.empty() ? T(3) : static_cast<T>(x[0]);
        T const expected = gpu::reduce(gpu::automatic, x, init, Op());
        INFO("n = " << x.size() << ", " << parts.size() << " parts");
        CHECK(same_bits(merged(g, parts).total(init), expected));
    }
}

} // namespace

TEST_CASE("partial reductions merge to the bits of one reduction", "[partial]") {
    generator g(7);
    compare<float, float, std::plus<>>(g, 60);
    compare<double, float, std::plus<>>(g, 20);
    compare<double, double, std::plus<>>(g, 20);
    compare<std::int64_t, std::int8_t, std::plus<>>(g, 20);
    compare<std::uint32_t, std::uint32_t, std::multiplies<>>(g, 20);
    compare<float, float, gpu::minimum<>>(g, 40);
    compare<double, double, gpu::maximum<>>(g, 40);
    compare<std::int16_t, std::int16_t, std::bit_xor<>>(g, 10);
    compare<gpu::half, gpu::half, std::plus<>>(g, 20);
    compare<float, gpu::bfloat16, std::plus<>>(g, 20);
    compare<long long, long long, std::plus<>>(g, 10);
}

TEST_CASE("partial sums keep negative zeros", "[partial]") {
    std::vector<float> const zeros(5000, -0.0F);
    gpu::partial_reduction<float> whole(0, zeros.begin(), zeros.begin() + 3000);
    whole.merge({3000, zeros.begin() + 3000, zeros.end()});
    CHECK(std::signbit(whole.total(-0.0F)));
    CHECK_FALSE(std::signbit(whole.total(0.0F)));
}

TEST_CASE("partial sums of complex numbers", "[partial]") {
    generator g(11);
    std::vector<std::complex<float>> x(9001);
    for (auto& z : x)
        z = {static_cast<float>(g() % 1000) * 0.1F, static_cast<float>(g() % 77) * 0.3F};
    gpu::partial_reduction<std::complex<float>> whole(0, x.begin(), x.begin() + 4097);
    whole.merge({4097, x.begin() + 4097, x.end()});
    CHECK(same_bits(whole.total({1, 2}), gpu::reduce(x, std::complex<float>(1, 2))));
}

TEST_CASE("partial products of complex numbers", "[partial]") {
    std::vector<std::complex<double>> x(5001);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = {1 + static_cast<double>(i % 7) * 1e-3, static_cast<double>(i % 5) * 1e-3};
    x[17] = {0.0, -0.0};
    using partial =
        gpu::partial_reduction<std::complex<double>, std::complex<double>, std::multiplies<>>;
    for (gpu::device const d : {gpu::device::host(), gpu::device::simulated()}) {
        partial whole(gpu::automatic.on(d), 0, x.data(), x.data() + 3001);
        whole.merge({gpu::automatic.on(d), 3001, x.data() + 3001, x.data() + x.size()});
        CHECK(same_bits(whole.total({0.5, 2}),
                        gpu::reduce(x, std::complex<double>(0.5, 2), std::multiplies<>())));
    }
}

TEST_CASE("partial reductions of transformed elements of one range and of two", "[partial]") {
    generator g(5);
    using dot = gpu::partial_reduction<double, float, std::plus<>, std::multiplies<>>;
    using squares = gpu::partial_reduction<float, float, std::plus<>, gpu::square<>>;
    for (int c = 0; c < 30; ++c) {
        std::size_t const n = size_of_case(g, 2048);
        auto const x = numbers<float>(g, n, false), y = numbers<float>(g, n, false);
        auto const at = cuts(g, n, 2048);
        std::vector<dot> dots;
        std::vector<squares> sums;
        for (std::size_t i = 0; i + 1 < at.size(); ++i) {
            auto const policy = gpu::automatic.on(device_of(g));
            dots.emplace_back(policy, at[i], x.data() + at[i], x.data() + at[i + 1],
                              y.data() + at[i]);
            sums.emplace_back(policy, at[i], x.data() + at[i], x.data() + at[i + 1]);
        }
        CHECK(same_bits(merged(g, dots).total(0.5),
                        gpu::transform_reduce(gpu::automatic, x, y, 0.5)));
        CHECK(same_bits(
            merged(g, sums).total(0.5F),
            gpu::transform_reduce(gpu::automatic, x, 0.5F, std::plus<>(), gpu::square<>())));
    }
}

TEST_CASE("partial sums of 64-bit integers, rounded to doubles, give their mean", "[partial]") {
    generator g(19);
    std::vector<std::int64_t> x(5003);
    for (auto& v : x) v = static_cast<std::int64_t>(g());
    gpu::partial_reduction<double, std::int64_t> whole(0, x.begin(), x.begin() + 1234);
    whole.merge({1234, x.begin() + 1234, x.end()});
    CHECK(same_bits(whole.total() / 5003, gpu::mean(x)));
}

TEST_CASE("partial reductions of elements on a device", "[partial]") {
    generator g(3);
    auto const x = numbers<float>(g, 100'003, false);
    for (auto const& device : gpu::devices()) {
        gpu::device_vector<float> const v(x, device);
        gpu::partial_reduction<float> whole(0, v.begin(), v.begin() + 777);
        whole.merge({777, v.begin() + 777, v.end()});
        CHECK(same_bits(whole.total(), gpu::reduce(x)));
        gpu::report ran;
        gpu::partial_reduction<float> const again(gpu::automatic.report_to(ran), 0, v.begin(),
                                                  v.end());
        CHECK(ran.device == device);
    }
}

TEST_CASE("partial reductions that do not meet, and bytes that are none", "[partial]") {
    using partial = gpu::partial_reduction<float>;
    std::vector<float> const x(6000, 1.5F);
    partial const first(0, x.begin(), x.begin() + 2500), second(2500, x.begin() + 2500, x.end());
    CHECK(partial().total(7) == 7);
    CHECK_THROWS_WITH(partial(first).merge(first),
                      "gpu::partial_reduction::merge: [0, 2500) does not follow [0, 2500)");
    CHECK_THROWS_AS(second.total(), std::invalid_argument);
    CHECK_THROWS_AS(partial(~std::uint64_t{0} - 5, x.begin(), x.end()), std::invalid_argument);

    auto const bytes = second.serialize();
    CHECK(partial(first).merge(partial::deserialize(bytes)).total() == 9000);
    for (std::size_t n = 0; n < bytes.size(); n += 97)
        CHECK_THROWS_AS(partial::deserialize(std::span(bytes).first(n)), std::invalid_argument);
    for (std::size_t i = 0; i < bytes.size(); i += 61) {
        auto changed = bytes;
        changed[i] ^= std::byte{4};
        CHECK_THROWS_AS(partial::deserialize(changed), std::invalid_argument);
    }
    auto newer = bytes;
    newer[8] = std::byte{3}; // after 8 bytes of a mark
    CHECK_THROWS_WITH(partial::deserialize(newer), Catch::Contains("of version 3, not 2"));
    using other = gpu::partial_reduction<double, float>;
    CHECK_THROWS_WITH(other::deserialize(bytes), Catch::Contains("of another type"));
    using least = gpu::partial_reduction<float, float, gpu::minimum<>>;
    CHECK_THROWS_WITH(least::deserialize(bytes), Catch::Contains("of another type"));
    using squares = gpu::partial_reduction<float, float, std::plus<>, gpu::square<>>;
    CHECK_THROWS_WITH(squares::deserialize(bytes), Catch::Contains("of another type"));
}

TEST_CASE("partial reductions merge up to the last index of 64 bits", "[partial]") {
    using partial = gpu::partial_reduction<float>;
    std::vector<float> const x(6000, 1.5F);
    auto const part = [&](std::uint64_t begin, std::uint64_t end) {
        return partial(begin, x.data(), x.data() + (end - begin));
    };
    constexpr std::uint64_t segment = gpu::kernel::segmentation(sizeof(float)).size();
    constexpr std::uint64_t last = ~std::uint64_t{0}, boundary = last / segment * segment;
    for (std::uint64_t const begin : {boundary - 1000, boundary, boundary + 5})
        for (std::uint64_t const end : {boundary + 50, last}) {
            partial merged = part(begin, boundary + 20);
            merged.merge(part(boundary + 20, boundary + 40)).merge(part(boundary + 40, end));
            CHECK(merged.serialize() == part(begin, end).serialize());
        }
}

TEST_CASE("partial searches merge to the element of the whole range", "[partial]") {
    generator g(13);
    for (int c = 0; c < 200; ++c) {
        std::vector<float> x(1 + g() % 3000);
        for (auto& v : x) v = static_cast<float>(g() % 40) - 20;
        if (c % 3 == 0) x[g() % x.size()] = std::numeric_limits<float>::quiet_NaN();
        if (c % 4 == 0) x[g() % x.size()] = -0.0F;
        auto const at = cuts(g, x.size(), 512);
        std::vector<gpu::partial_min_element<float>> least;
        std::vector<gpu::partial_max_element<float, std::greater<>>> most;
        std::vector<gpu::partial_last_max_element<float>> last;
        for (std::size_t i = 0; i + 1 < at.size(); ++i) {
            auto const policy = gpu::automatic.on(device_of(g));
            auto const *const first = x.data() + at[i], *const end = x.data() + at[i + 1];
            least.emplace_back(policy, at[i], first, end);
            most.emplace_back(policy, at[i], first, end);
            last.emplace_back(policy, at[i], first, end);
        }
        auto const index = [&](auto i) { return static_cast<std::uint64_t>(i - x.begin()); };
        auto const found = merged(g, least);
        CHECK(found.index() == index(gpu::min_element(x)));
        CHECK(same_bits(found.value(), x[found.index()]));
        CHECK(merged(g, most).index() == index(gpu::max_element(x, std::greater<>())));
        CHECK(merged(g, last).index() == index(gpu::minmax_element(x).second));
    }
    gpu::partial_min_element<int> const none(5);
    CHECK(none.index() == 5);
    CHECK_THROWS_AS(gpu::partial_min_element<int>(0).merge(none), std::invalid_argument);
    CHECK_THROWS_WITH(gpu::partial_max_element<int>::deserialize(none.serialize()),
                      Catch::Contains("a search of another type"));
}

TEST_CASE("partial searches whose indices do not fit 64 bits are refused", "[partial]") {
    std::vector<float> const x(6, 1.5F);
    constexpr std::uint64_t last = ~std::uint64_t{0};
    CHECK(gpu::partial_min_element<float>(last - 6, x.begin(), x.end()).end() == last);
    CHECK_THROWS_WITH(gpu::partial_min_element<float>(last - 5, x.begin(), x.end()),
                      Catch::Contains("6 elements from 18446744073709551610 on"));
}

TEST_CASE("bytes of partial searches that are truncated or changed are refused", "[partial]") {
    using partial = gpu::partial_min_element<double>;
    std::vector<double> const x{3, 1, 2};
    auto const bytes = partial(7, x.begin(), x.end()).serialize();
    REQUIRE(bytes.size() == partial::max_serialized_size);
    CHECK(partial::deserialize(bytes).index() == 8);
    CHECK(partial::deserialize(bytes).value() == 1);
    for (std::size_t n = 0; n < bytes.size(); ++n)
        CHECK_THROWS_AS(partial::deserialize(std::span(bytes).first(n)), std::invalid_argument);
    for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
        auto changed = bytes;
        changed[bit / 8] ^= std::byte{1} << bit % 8;
        CHECK_THROWS_AS(partial::deserialize(changed), std::invalid_argument);
    }
    auto other = bytes;
    other[0] = std::byte{1};
    CHECK_THROWS_WITH(partial::deserialize(other), Catch::Contains("they have version 1, not 2"));
    other = bytes;
    other.back() ^= std::byte{1};
    CHECK_THROWS_WITH(partial::deserialize(other), Catch::Contains("some have changed"));
}

TEST_CASE("a tree of 100,000 ranks has the bits of one call", "[partial]") {
    generator g(17);
    constexpr std::size_t ranks = 100'000, each = 37;
    auto const x = numbers<float>(g, ranks * each, false);
    std::vector<gpu::partial_reduction<float>> parts;
    for (std::size_t r = 0; r < ranks; ++r)
        parts.emplace_back(r * each, x.data() + r * each, x.data() + (r + 1) * each);
    std::size_t messages = 0, bytes = 0, levels = 0;
    for (std::size_t stride = 1; stride < ranks; stride *= 2, ++levels)
        for (std::size_t r = 0; r + stride < ranks; r += 2 * stride) {
            ++messages;
            bytes += parts[r + stride].serialize().size();
            parts[r].merge(parts[r + stride]);
            parts[r + stride] = gpu::partial_reduction<float>(); // its memory
        }
    CHECK(messages == ranks - 1);
    CHECK(levels == 17);
    CHECK(bytes < messages * 4000); // most messages are parts of a segment of 8 KiB
    CHECK(same_bits(parts[0].total(), gpu::reduce(x)));
}

TEST_CASE("groups of segments follow one another, also if there are more than 2^32 segments") {
    using gpu::kernel::group_of_segments;
    for (std::size_t const segments : {std::size_t{1}, std::size_t{7}, std::size_t{8},
                                       std::size_t{1000}, (std::size_t{1} << 33) + 5})
        for (unsigned const log : {0U, 3U, 5U})
            for (unsigned const skipped : {0U, (1U << log) - 1}) {
                CAPTURE(segments, log, skipped);
                std::size_t const last = (segments + skipped - 1) >> log;
                auto const of = [&](std::size_t group) {
                    return group_of_segments(segments, group, log, skipped);
                };
                CHECK(of(0).first == 0);
                CHECK(of(last).first + of(last).count == segments);
                CHECK((of(last).count >= 1 && of(last).count <= 1U << log));
                for (std::size_t group = last < 100 ? 1 : last - 99; group <= last; ++group)
                    CHECK(of(group).first == of(group - 1).first + of(group - 1).count);
            }
}
