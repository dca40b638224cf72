// SPDX-License-Identifier: Apache-2.0
/// Calls with few elements of vectors, which the program evaluates itself, compared with the
/// library. There are NaNs, signed zeros, sizes around the limits, and targets that overlap.
#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace {

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// Few different numbers in the order of a comparator, NaNs last.
template <class T, class C>
std::vector<T> sorted_numbers(std::size_t n, unsigned seed, C comp) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (T& one : x) {
        auto const k = static_cast<unsigned>(engine() % 12);
        one = static_cast<T>(static_cast<float>(k / 2) - 2);
        if (one == static_cast<T>(0) && k % 2 == 1) one = static_cast<T>(-0.0f);
        if (std::numeric_limits<T>::has_quiet_NaN && k == 11)
            one = std::numeric_limits<T>::quiet_NaN();
    }
    gpu::sort(gpu::automatic.on(gpu::device::host()), x, comp);
    return x;
}

/// Compares calls without options with those on the host by the library.
template <class T, class C>
void check(std::size_t n, C comp) {
    auto const library = gpu::automatic.on(gpu::device::host());
    auto const a = sorted_numbers<T>(n, 1, comp), b = sorted_numbers<T>(n / 2 + 1, 2, comp);
    std::vector<T> out(a.size() + b.size()), expected(out.size());
    REQUIRE(gpu::merge(a, b, out, comp) == out.end());
    gpu::merge(library, a, b, expected, comp);
    REQUIRE(same_bits(out, expected));

    std::vector<std::uint32_t> places(n), expected_places(n);
    REQUIRE(gpu::lower_bound(b, a, places, comp) == places.end());
    gpu::lower_bound(library, b, a, expected_places, comp);
    REQUIRE(places == expected_places);
    gpu::upper_bound(gpu::automatic, b, a, places, comp);
    gpu::upper_bound(library, b, a, expected_places, comp);
    REQUIRE(places == expected_places);

    std::vector<T> kept(n), expected_kept(n);
    auto const end = gpu::unique_copy(a, kept);
    auto const expected_end = gpu::unique_copy(library, a, expected_kept);
    REQUIRE(end - kept.begin() == expected_end - expected_kept.begin());
    REQUIRE(same_bits(kept, expected_kept));
    std::vector<T> x = a;
    x.erase(gpu::unique(x), x.end());
    expected_kept.erase(expected_end, expected_kept.end());
    REQUIRE(same_bits(x, expected_kept));
}

} // namespace

TEMPLATE_TEST_CASE("few elements", "", float, double, gpu::half, gpu::bfloat16, std::int8_t,
                   std::int64_t) {
    for (std::size_t n = 0; n <= 140; n += n < 36 || n > 120 ? 1 : 7) {
        check<TestType>(n, std::less<>());
        check<TestType>(n, std::greater<>());
    }
}

TEST_CASE("targets of few elements that overlap, or are too short") {
    std::vector<int> x{1, 2, 2, 3, 4, 4, 5, 6};
    std::vector<int> const before = x, y{1, 2};
    auto const overlap = Catch::Contains("overlap");
    REQUIRE_THROWS_WITH(gpu::unique_copy(x.begin(), x.end(), x.begin() + 1), overlap);
    REQUIRE_THROWS_WITH(gpu::merge(x.begin(), x.begin() + 2, y.begin(), y.end(), x.begin() + 1),
                        overlap);
    REQUIRE_THROWS_WITH(gpu::merge(y.begin(), y.end(), x.begin(), x.begin() + 2, x.begin() + 1),
                        overlap);
    REQUIRE_THROWS_WITH(gpu::lower_bound(x, y, x.begin() + 2), overlap);
    REQUIRE_THROWS_WITH(gpu::lower_bound(y, x, x.begin()), overlap);
    REQUIRE(x == before);
    std::vector<int> three(3, -1);
    REQUIRE_THROWS_WITH(gpu::unique_copy(x, three), Catch::Contains("3 elements"));
    REQUIRE_THROWS_WITH(gpu::merge(x, y, three), Catch::Contains("3 elements"));
    REQUIRE_THROWS_WITH(gpu::lower_bound(y, x, three), Catch::Contains("3 elements"));
}
