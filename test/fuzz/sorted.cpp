// SPDX-License-Identifier: Apache-2.0
/// Compares random merges, searches, histograms and unique elements on the host and on the
/// simulated device with the standard library. `fuzz_sorted SECONDS [SEED]`: a failure prints the
/// seed of its case; given that seed, the case runs first.
#include <gpualgo/binary_search.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/unique.hpp>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <iterator>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace {

/// Draws the choices of a case.
class choices {
public:
    explicit choices(std::uint32_t seed) : random_(seed) {}

    std::size_t below(std::size_t limit) { return random_() % limit; }
    /// A size that may be around a tile.
    std::size_t size() {
        std::size_t const sizes[] = {0, 1, 32, 256, 1792, 3840, 4096, 8192};
        return below(2) == 0 ? below(3000) : sizes[below(8)] + below(3);
    }
    template <class T>
    T number(std::size_t kinds) {
        if constexpr (std::floating_point<T>) {
            using limits = std::numeric_limits<T>;
            T const special[] = {
                T{},          -T{}, limits::infinity(), -limits::infinity(), limits::denorm_min(),
                limits::max()};
            if (below(20) == 0) return special[below(6)];
            return (static_cast<T>(below(kinds)) - static_cast<T>(kinds / 2)) / T{8};
        } else {
            return static_cast<T>(below(2) == 0 ? random_() : below(kinds));
        }
    }
    template <class T>
    std::vector<T> numbers() {
        std::size_t const kinds = 1 + below(below(2) == 0 ? 4 : 5000);
        std::vector<T> x(size());
        for (std::size_t i = 0; i < x.size(); ++i)
            x[i] = i > 0 && below(3) == 0 ? x[i - 1] : number<T>(kinds);
        return x;
    }

private:
    std::mt19937 random_;
};

/// Whether ranges have the same bits: -0 differs from +0.
template <class T>
bool same(std::vector<T> const& a, std::vector<T> const& b) {
    return std::ranges::equal(a, b, [](T x, T y) {
        if constexpr (std::floating_point<T>) return x == y && std::signbit(x) == std::signbit(y);
        else return x == y;
    });
}

template <class T, class Before, class Policy>
bool merges_and_searches(choices c, Policy const& policy, Before before) {
    auto a = c.numbers<T>(), b = c.numbers<T>();
    std::sort(a.begin(), a.end(), before);
    std::sort(b.begin(), b.end(), before);
    std::vector<T> expected(a.size() + b.size()), found(expected.size());
    std::merge(a.begin(), a.end(), b.begin(), b.end(), expected.begin(), before);
    gpu::merge(policy, a, b, found, before);
    if (!same(found, expected)) return false;

    auto const values = c.numbers<T>();
    std::vector<std::uint32_t> low(values.size()), high(values.size());
    gpu::lower_bound(policy, a, values, low, before);
    gpu::upper_bound(policy, a, values, high, before);
    for (std::size_t i = 0; i < values.size(); ++i)
        if (std::lower_bound(a.begin(), a.end(), values[i], before) != a.begin() + low[i] ||
            std::upper_bound(a.begin(), a.end(), values[i], before) != a.begin() + high[i])
            return false;
    return true;
}

template <class T, class Policy>
bool uniques(choices c, Policy const& policy) {
    auto x = c.numbers<T>();
    if constexpr (std::floating_point<T>)
        for (auto& one : x)
            if (c.below(50) == 0) one = std::numeric_limits<T>::quiet_NaN();
    std::vector<T> expected;
    std::unique_copy(x.begin(), x.end(), std::back_inserter(expected));
    std::vector<T> out(expected.size());
    if (gpu::unique_copy(policy, x, out) != out.end()) return false;
    x.erase(gpu::unique(policy, x), x.end());
    auto const equal = [&](std::vector<T> const& found) {
        return std::ranges::equal(found, expected, [](T a, T b) {
            if constexpr (std::floating_point<T>)
                return a == b ? std::signbit(a) == std::signbit(b) : std::isnan(a) && std::isnan(b);
            else return a == b;
        });
    };
    return equal(out) && equal(x);
}

template <class T, class Policy>
bool histograms(choices c, Policy const& policy) {
    using edge = std::conditional_t<
        std::integral<T>,
        std::conditional_t<std::same_as<T, std::uint64_t>, std::uint64_t, std::int64_t>, T>;
    auto const x = c.numbers<T>();
    std::size_t const bins = 1 + c.below(c.below(4) == 0 ? 14'000 : 300);
    std::vector<edge> edges(bins + 1);
    bool const is_even = c.below(2) == 0;
    for (auto& one : edges) one = static_cast<edge>(c.number<T>(3000));
    std::sort(edges.begin(), edges.end());
    std::vector<std::uint32_t> found(bins), expected(bins);
    if (is_even) {
        // counts by the edges that the definition gives
        double const lower = std::clamp(static_cast<double>(edges.front()), -1e6, 0.);
        double const upper = lower + 1 + static_cast<double>(c.below(1000));
        for (std::size_t i = 0; i <= bins; ++i) {
            double const exact =
                lower + static_cast<double>(i) * (upper - lower) / static_cast<double>(bins);
            if constexpr (std::integral<T>) edges[i] = static_cast<edge>(std::ceil(exact - 1e-9));
            else edges[i] = static_cast<edge>(exact);
        }
        edges.front() = static_cast<edge>(lower);
        edges.back() = static_cast<edge>(upper);
        if constexpr (std::integral<T>) edges.front() = static_cast<edge>(std::floor(lower));
        if (!(edges.front() < edges.back()) || static_cast<double>(edges.front()) != lower)
            return true; // the lower bound was rounded
        gpu::histogram(policy, x, found, bins, edges.front(), edges.back());
    } else {
        gpu::histogram(policy, x, found, edges);
    }
    for (T const one : x) {
        auto const value = static_cast<edge>(one);
        if (!(value >= edges.front() && value < edges.back())) continue;
        ++expected[static_cast<std::size_t>(std::upper_bound(edges.begin(), edges.end(), value) -
                                            edges.begin() - 1)];
    }
    return found == expected;
}

template <class T>
bool all_of_type(std::uint32_t seed) {
    choices c(seed);
    auto const policy =
        gpu::automatic.on(c.below(2) == 0 ? gpu::device::host() : gpu::device::simulated());
    switch (c.below(4)) {
    case 0: return merges_and_searches<T>(c, policy, std::less<>());
    case 1: return merges_and_searches<T>(c, policy, std::greater<>());
    case 2: return uniques<T>(c, policy);
    default: return histograms<T>(c, policy);
    }
}

bool passes(std::uint32_t seed) {
    switch (seed % 7) {
    case 0: return all_of_type<std::int8_t>(seed);
    case 1: return all_of_type<std::uint16_t>(seed);
    case 2: return all_of_type<std::int32_t>(seed);
    case 3: return all_of_type<std::int64_t>(seed);
    case 4: return all_of_type<std::uint64_t>(seed);
    case 5: return all_of_type<float>(seed);
    default: return all_of_type<double>(seed);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
    std::uint32_t seed = argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10))
                                  : std::random_device()();
    unsigned cases = 0;
    do {
        try {
            if (!passes(seed)) {
                std::printf("seed %u: another result than the standard library's\n", seed);
                return 1;
            }
        } catch (std::exception const& e) {
            std::printf("seed %u: %s\n", seed, e.what());
            return 1;
        }
        ++cases;
        ++seed;
    } while (std::chrono::steady_clock::now() < end);
    std::printf("%u cases\n", cases);
}
