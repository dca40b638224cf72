// SPDX-License-Identifier: Apache-2.0
/// Compares random searches on the host and on the simulated device with the standard library.
/// `fuzz_find SECONDS [SEED]`: a failure prints the seed of its case; given that seed, the case
/// runs first.
#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/min_max.hpp>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

using generator = std::mt19937_64;

/// Few different numbers, so that many are equal.
template <class T>
T number(generator& g) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_floating_point_v<T>) {
        T const some[] = {T(0), -T(0), T(1), limits::quiet_NaN(), -limits::infinity()};
        return some[g() % 5];
    } else {
        T const some[] = {T(0), T(1), limits::min(), limits::max()};
        return some[g() % 4];
    }
}

/// A range in which long runs are equal, and its place in memory.
template <class T>
struct searched {
    explicit searched(generator& g)
        : x(1 + g() % (g() % 4 == 0 ? 60'000 : 600), number<T>(g)), offset(g() % x.size() % 17) {
        for (std::size_t i = g() % 4; i > 0; --i) x[g() % x.size()] = number<T>(g);
    }
    auto begin() const { return x.begin() + static_cast<std::ptrdiff_t>(offset); }
    auto end() const { return x.end(); }

    std::vector<T> x;
    std::size_t offset;
};

/// @return what is wrong with searches by a predicate; empty if nothing is
template <class T, class Predicate>
std::string compared(searched<T> const& x, gpu::device device, Predicate predicate) {
    gpu::device_vector<T> const on(x.x, device);
    auto const begin = on.begin() + static_cast<std::ptrdiff_t>(x.offset);
    auto const place = [&](auto found) { return found - begin; };
    if (place(gpu::find_if(begin, on.end(), predicate)) !=
        std::find_if(x.begin(), x.end(), predicate) - x.begin())
        return "find_if";
    if (place(gpu::find_if_not(begin, on.end(), predicate)) !=
        std::find_if_not(x.begin(), x.end(), predicate) - x.begin())
        return "find_if_not";
    if (gpu::any_of(begin, on.end(), predicate) != std::any_of(x.begin(), x.end(), predicate))
        return "any_of";
    if (gpu::all_of(begin, on.end(), predicate) != std::all_of(x.begin(), x.end(), predicate))
        return "all_of";
    if (gpu::none_of(begin, on.end(), predicate) != std::none_of(x.begin(), x.end(), predicate))
        return "none_of";
    return {};
}

template <class T>
std::string by_predicate(generator& g, searched<T> const& x, gpu::device device) {
    T const v = number<T>(g);
    switch (g() % 5) {
    case 0: return compared(x, device, gpu::equals(v));
    case 1: return compared(x, device, gpu::less_than(v));
    case 2: return compared(x, device, gpu::at_least(v));
    case 3: return compared(x, device, gpu::between(v, number<T>(g)));
    default: return compared(x, device, gpu::is_nan);
    }
}

/// Compares a range with a changed copy.
template <class T>
std::string by_range(generator& g, searched<T> const& x, gpu::device device) {
    std::vector<T> y(x.begin(), x.end());
    for (std::size_t i = g() % 3; i > 0; --i) y[g() % y.size()] = number<T>(g);
    gpu::device_vector<T> const on(x.x, device), other(y, device);
    auto const begin = on.begin() + static_cast<std::ptrdiff_t>(x.offset);
    auto const expected = std::mismatch(x.begin(), x.end(), y.begin());
    auto const found = gpu::mismatch(begin, on.end(), other.begin(), other.end());
    if (found.first - begin != expected.first - x.begin()) return "mismatch";
    if (gpu::equal(begin, on.end(), other.begin()) != (expected.first == x.end())) return "equal";
    auto const here = gpu::mismatch(gpu::automatic.on(device), x.begin(), x.end(), y.begin());
    return here == expected ? "" : "mismatch of the host's ranges";
}

template <class T>
std::string by_extrema(searched<T> const& x, gpu::device device) {
    std::vector<T> const here(x.begin(), x.end());
    gpu::device_vector<T> const on(here, device);
    auto const equal = [](T a, T b) { return a == b || (a != a && b != b); };
    if (!equal(gpu::min(on), *gpu::min_element(here))) return "min";
    return equal(gpu::max(on), *gpu::max_element(here)) ? "" : "max";
}

template <class T>
std::string run_case(generator& g) {
    searched<T> const x(g);
    auto const device = g() % 2 == 0 ? gpu::device::simulated() : gpu::device::host();
    switch (g() % 3) {
    case 0: return by_predicate(g, x, device);
    case 1: return by_range(g, x, device);
    default: return by_extrema(x, device);
    }
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::puts("usage: fuzz_find SECONDS [SEED]"), 2;
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
    std::uint64_t const first =
        argc > 2 ? std::strtoull(argv[2], nullptr, 10) : std::random_device()();
    std::string (*const cases_of[])(generator&) = {
        &run_case<std::int8_t>,   &run_case<std::uint16_t>, &run_case<std::int32_t>,
        &run_case<std::uint64_t>, &run_case<float>,         &run_case<double>};
    std::uint64_t cases = 0;
    do {
        std::uint64_t const seed = first + cases;
        generator g(seed);
        std::string failure;
        try {
            failure = cases_of[seed % 6](g);
        } catch (std::exception const& thrown) {
            failure = thrown.what();
        }
        if (!failure.empty()) {
            std::printf("seed %llu: %s\n", static_cast<unsigned long long>(seed), failure.c_str());
            return 1;
        }
        ++cases;
    } while (std::chrono::steady_clock::now() < end);
    std::printf("%llu searches from seed %llu\n", static_cast<unsigned long long>(cases),
                static_cast<unsigned long long>(first));
}
