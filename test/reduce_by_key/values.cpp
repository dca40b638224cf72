// SPDX-License-Identifier: Apache-2.0
/// Reductions by key, for every type, on the host, on the simulated device and by the program: runs
/// are those of a loop. Totals have the bits of gpu::reduce of each run.
#include "identity.hpp"
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <limits>
#include <random>
#include <utility>
#include <vector>

namespace {

using test::simulated;

/// Runs of the lengths given, with different keys, and values that are rounded when added.
template <class K, class V>
struct problem {
    std::vector<K> keys;
    std::vector<V> values;

    explicit problem(std::vector<std::size_t> const& lengths, unsigned seed = 1) {
        std::mt19937 engine(seed);
        unsigned run = 0;
        for (std::size_t const length : lengths) {
            keys.insert(keys.end(), length, static_cast<K>(static_cast<float>(run++ % 100)));
            for (std::size_t i = 0; i < length; ++i)
                values.push_back(static_cast<V>(
                    static_cast<V>(static_cast<std::int32_t>(engine())) / static_cast<V>(7)));
        }
    }
};

/// The results by a loop and gpu::reduce.
template <class K, class V, class Op>
std::pair<std::vector<K>, std::vector<V>> expected_of(std::vector<K> const& keys,
                                                      std::vector<V> const& values, Op op) {
    std::pair<std::vector<K>, std::vector<V>> out;
    for (std::size_t i = 0, end = 0; i < keys.size(); i = end) {
        end = i + 1;
        while (end < keys.size() && keys[end - 1] == keys[end]) ++end;
        out.first.push_back(keys[i]);
        out.second.push_back(
            gpu::reduce(gpu::automatic, values.begin() + static_cast<std::ptrdiff_t>(i),
                        values.begin() + static_cast<std::ptrdiff_t>(end), identity<V>(op), op));
    }
    return out;
}

template <class K, class V, class Op>
void check(problem<K, V> const& x, Op op) {
    auto const [keys, totals] = expected_of(x.keys, x.values, op);
    for (auto const& device : {gpu::device::host(), simulated}) {
        std::vector<K> keys_out(keys.size());
        std::vector<V> totals_out(keys.size());
        auto const ends = gpu::reduce_by_key(gpu::automatic.on(device), x.keys, x.values, keys_out,
                                             totals_out, std::equal_to<>(), op);
        INFO(device.name());
        REQUIRE(ends.first == keys_out.end());
        REQUIRE(ends.second == totals_out.end());
        REQUIRE(same_bits(keys_out, keys));
        REQUIRE(same_bits(totals_out, totals));
    }
    // by the program: on all cores, and in the calling thread
    std::deque<K> const here(x.keys.begin(), x.keys.end());
    std::vector<K> keys_out(keys.size());
    std::vector<V> totals_out(keys.size());
    gpu::reduce_by_key(gpu::automatic, here, x.values, keys_out, totals_out, std::equal_to<>(), op);
    REQUIRE(same_bits(keys_out, keys));
    REQUIRE(same_bits(totals_out, totals));
    std::fill(totals_out.begin(), totals_out.end(), V());
    gpu::reduce_by_key(here, x.values, keys_out, totals_out, std::equal_to<>(), op);
    REQUIRE(same_bits(totals_out, totals));
}

template <class K, class V>
void check_operators(problem<K, V> const& x) {
    check(x, gpu::plus<>());
    check(x, gpu::minimum<>());
    check(x, gpu::maximum<>());
}

/// Elements of a segment of the canonical order.
template <class V>
constexpr std::size_t segment = 8192 / sizeof(V);

std::vector<std::size_t> random_lengths(std::size_t n, unsigned longest, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<std::size_t> lengths;
    for (std::size_t sum = 0; sum < n; sum += lengths.back())
        lengths.push_back(1 + engine() % longest);
    return lengths;
}

} // namespace

TEMPLATE_TEST_CASE("runs of lengths around warps, segments and groups of segments", "", float,
                   double, std::int32_t, std::int64_t, std::uint32_t, std::uint64_t) {
    constexpr std::size_t s = segment<TestType>;
    check_operators(problem<int, TestType>(
        {1, 31,        32,    33,        1, 2,      63,         64, 65, s - 1,      s, s + 1, 3 * s,
         1, 8 * s - 1, 8 * s, 8 * s + 1, 5, 16 * s, 17 * s + 3, 1,  1,  40 * s + 7, 31}));
    check_operators(problem<int, TestType>({20 * s + 5}));              // one run of everything
    check_operators(problem<int, TestType>({8 * s, 8 * s, 8 * s + 1})); // at boundaries of windows
}

TEMPLATE_TEST_CASE("keys of every type", "", std::int8_t, std::uint16_t, std::int32_t,
                   std::uint64_t, float, double) {
    for (unsigned const longest : {1u, 3u, 50u, 3000u})
        check(problem<TestType, float>(random_lengths(40'000, longest, longest)), gpu::plus<>());
}

TEST_CASE("sizes around vectors, warps and tiles") {
    for (std::size_t const n : {1u, 2u, 3u, 4u, 5u, 127u, 129u, 511u, 513u, 4095u, 4096u, 4097u,
                                8193u, 16384u, 16385u, 40'000u}) {
        check(problem<int, double>(std::vector<std::size_t>(n, 1)), gpu::plus<>()); // all distinct
        check(problem<int, float>({n}), gpu::plus<>());
        check(problem<int, float>(random_lengths(n, 40, static_cast<unsigned>(n))), gpu::plus<>());
    }
}

TEST_CASE("long runs on several cores") {
    check(problem<std::uint8_t, double>({3, 65'535, 65'536, 65'537, 500'000, 1, 16'384, 100}),
          gpu::plus<>());
}

TEST_CASE("zeros are equal keys, NaNs are not, and totals keep the sign of zero") {
    auto const nan = std::numeric_limits<float>::quiet_NaN();
    std::vector<float> const keys{0.f, -0.f, 0.f, nan, nan, 1.f, 1.f, 2.f};
    std::vector<double> const values{-0., -0., -0., 1., 2., -nan, 3., -0.};
    for (auto const& device : {gpu::device::host(), simulated}) {
        std::vector<float> keys_out(8);
        std::vector<double> out(8);
        auto const ends =
            gpu::reduce_by_key(gpu::automatic.on(device), keys, values, keys_out, out);
        REQUIRE(ends.first == keys_out.begin() + 5);
        REQUIRE(ends.second == out.begin() + 5);
        CHECK(!std::signbit(keys_out[0]));
        CHECK(std::isnan(keys_out[1]));
        CHECK(std::isnan(keys_out[2]));
        CHECK(keys_out[4] == 2);
        CHECK(std::signbit(out[0]));
        CHECK(out[1] == 1);
        CHECK(out[2] == 2);
        CHECK(std::bit_cast<std::uint64_t>(out[3]) ==
              std::bit_cast<std::uint64_t>(std::numeric_limits<double>::quiet_NaN()));
        CHECK(std::signbit(out[4]));
    }
}

TEST_CASE("ranges at odd addresses, and values of other types on the host") {
    problem<std::int16_t, float> const x(random_lengths(30'000, 300, 5));
    std::vector<std::int16_t> const keys(x.keys.begin() + 1, x.keys.end());
    std::vector<float> const values(x.values.begin() + 1, x.values.end());
    auto const expected = expected_of(keys, values, gpu::plus<>());
    std::vector<std::int16_t> keys_out(x.keys.size());
    std::vector<float> out(x.keys.size());
    auto const ends =
        gpu::reduce_by_key(gpu::automatic.on(simulated), x.keys.begin() + 1, x.keys.end(),
                           x.values.begin() + 1, keys_out.begin() + 1, out.begin() + 1);
    REQUIRE(same_bits({out.begin() + 1, ends.second}, expected.second));
    REQUIRE(same_bits({keys_out.begin() + 1, ends.first}, expected.first));

    std::vector<gpu::half> const halves{gpu::half(1.f), gpu::half(2048.f), gpu::half(1.f)};
    std::vector<int> const one(3, 1);
    std::vector<int> one_out(1);
    std::vector<gpu::half> half_out(1);
    gpu::reduce_by_key(gpu::automatic, one, halves, one_out, half_out);
    CHECK(half_out[0] == gpu::reduce(gpu::automatic, halves));
}
