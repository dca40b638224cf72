// SPDX-License-Identifier: Apache-2.0
/// Compares random products on the host and on the simulated device. `fuzz_matmul SECONDS [SEED]`:
/// a failure prints the seed of its case; given that seed, the case runs first.
#include "support/matmul_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using gpu::detail::type_list;

/// A case, determined by its seed.
struct fuzz_case {
    explicit fuzz_case(std::uint32_t from) : seed(from), random(from) {
        // Long in one dimension, or moderate in all, since fibers are slow.
        std::int64_t const longest = 1 << below(12);
        m = extent(below(3) == 0 ? longest : 70);
        n = extent(m > 70 ? 20 : 70);
        k = extent(m > 70 || below(2) == 0 ? 70 : longest);
        strategy = below(gpu::detail::matmul_strategies::size);
        product = below(test::products::size);
        a = arrangement();
        b = arrangement();
        c = arrangement();
        alpha = static_cast<int>(below(4)) - 1;
        beta = static_cast<int>(below(3)) - 1;
    }

    std::uint32_t seed;
    std::mt19937 random;
    std::int64_t m, n, k;
    std::size_t strategy, product;
    test::arrangement a, b, c;
    int alpha, beta;

private:
    std::size_t below(std::size_t limit) { return random() % limit; }
    std::int64_t extent(std::int64_t limit) {
        return static_cast<std::int64_t>(below(static_cast<std::size_t>(limit) + 1));
    }
    test::arrangement arrangement() {
        return {below(2) == 0, static_cast<std::int64_t>(below(3)), below(4)};
    }
};

template <class T>
test::stored_matrix<T> random_matrix(std::int64_t rows, std::int64_t columns, test::arrangement how,
                                     std::uint32_t seed) {
    test::stored_matrix<T> m(rows, columns, how);
    if constexpr (test::is_floating<T>) return m.fill(test::normal_numbers(seed));
    else
        return m.fill(
            [random = std::mt19937(seed)](auto, auto) mutable { return static_cast<T>(random()); });
}

/// Largest difference between two devices: sums of k products in different orders, and the rounding
/// to C.
template <class Product>
double tolerance(fuzz_case const& f) {
    if constexpr (!test::is_floating<typename Product::result>) return 0;
    else {
        double const unit = std::same_as<typename Product::accumulator, double> ? 0x1p-52 : 0x1p-23;
        auto const result_unit = static_cast<double>(
            static_cast<float>(std::numeric_limits<typename Product::result>::epsilon()));
        double const magnitude =
            6 * (std::abs(f.alpha) * std::sqrt(static_cast<double>(f.k)) + std::abs(f.beta) + 1);
        return magnitude * (unit * static_cast<double>(f.k + 4) + result_unit);
    }
}

template <class Policy, class Product>
bool agrees(fuzz_case const& f) {
    auto const a = random_matrix<typename Product::value>(f.m, f.k, f.a, f.seed + 1);
    auto const b = random_matrix<typename Product::value>(f.k, f.n, f.b, f.seed + 2);
    auto on_host = random_matrix<typename Product::result>(f.m, f.n, f.c, f.seed + 3);
    auto simulated = on_host;
    auto const alpha = static_cast<typename Product::accumulator>(f.alpha);
    auto const beta = static_cast<typename Product::accumulator>(f.beta);
    gpu::matmul(gpu::automatic.on(gpu::device::host()), alpha, a, b, beta, on_host);
    gpu::matmul(Policy().on(gpu::device::simulated()), alpha, a, b, beta, simulated);
    double const bound = tolerance<Product>(f);
    for (std::int64_t i = 0; i < f.m; ++i)
        for (std::int64_t j = 0; j < f.n; ++j)
            if (!(std::abs(static_cast<double>(on_host(i, j)) -
                           static_cast<double>(simulated(i, j))) <= bound))
                return false;
    return on_host.surroundings_intact() && simulated.surroundings_intact();
}

using function = bool (*)(fuzz_case const&);
template <class Policy, class... Products>
std::vector<function> functions_of(type_list<Products...>) {
    // these have no simulated kernels
    using policy = std::conditional_t<std::is_same_v<Policy, gpu::policy::vendor> ||
                                          std::is_same_v<Policy, gpu::policy::tensor_core>,
                                      gpu::policy::automatic, Policy>;
    return {&agrees<policy, Products>...};
}
template <class... Policies>
auto all_functions(type_list<Policies...>) {
    return std::vector{functions_of<Policies>(test::products())...};
}

} // namespace

int main(int argc, char** argv) {
    if (argc < 2) return std::puts("usage: fuzz_matmul SECONDS [SEED]"), 2;
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
    auto const first = argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10))
                                : std::random_device()();
    auto const functions = all_functions(gpu::detail::matmul_strategies());
    std::uint32_t cases = 0;
    do {
        fuzz_case const f(first + cases);
        std::string failure;
        try {
            if (!functions[f.strategy][f.product](f)) failure = "host and simulated device differ";
        } catch (std::exception const& thrown) {
            failure = thrown.what();
        }
        if (!failure.empty()) {
            std::printf("seed %u: %lldx%lldx%lld, strategy %zu, product %zu: %s\n", f.seed,
                        static_cast<long long>(f.m), static_cast<long long>(f.n),
                        static_cast<long long>(f.k), f.strategy, f.product, failure.c_str());
            return 1;
        }
        ++cases;
    } while (std::chrono::steady_clock::now() < end);
    std::printf("%u products from seed %u\n", cases, first);
}
