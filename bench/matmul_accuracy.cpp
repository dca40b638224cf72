// SPDX-License-Identifier: Apache-2.0
/// Errors of products of float on a GPU, by tensor_core and by cuBLAS, against double:
///
///     matmul_accuracy [--json FILE]
///
/// For each product and policy, prints two errors. One is in the Frobenius norm. The other one is
/// the largest error of an element, as a share of that element of |A| * |B|.
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::json;

struct product {
    std::int64_t m, n, k;
    std::string_view numbers; ///< name of a distribution
};

/// A generator of a distribution's numbers.
std::function<float()> generator(std::string_view numbers, unsigned seed) {
    return [engine = std::mt19937(seed), normal = std::normal_distribution<float>(),
            uniform = std::uniform_real_distribution<float>(), numbers]() mutable {
        if (numbers == "normal") return normal(engine);
        if (numbers == "positive") return uniform(engine);
        if (numbers == "tiny") return (1 + uniform(engine)) * 0x1p-63F;
        float const range = numbers == "wide" ? 12 : 40; // of exponents, to both sides
        return normal(engine) * std::exp2(range * (2 * uniform(engine) - 1));
    };
}

std::vector<float> random_numbers(std::int64_t count, std::string_view numbers, unsigned seed) {
    std::vector<float> made(static_cast<std::size_t>(count));
    std::generate(made.begin(), made.end(), generator(numbers, seed));
    return made;
}

struct error {
    double of_all, greatest;
};

/// A and B in float and double, and the exact product.
class experiment {
public:
    explicit experiment(product const& p)
        : a_(p.m, p.k, random_numbers(p.m * p.k, p.numbers, 1), device_),
          b_(p.k, p.n, random_numbers(p.k * p.n, p.numbers, 2), device_),
          exact_(in_double([](float x) { return double{x}; })),
          magnitudes_(in_double([](float x) { return std::fabs(double{x}); })) {}

    template <class Policy>
    [[nodiscard]] error error_of(Policy const& policy) const {
        auto const computed = gpu::matmul(policy, a_, b_).to_host();
        double difference = 0, norm = 0, greatest = 0;
        for (std::size_t i = 0; i < computed.size(); ++i) {
            double const wrong = double{computed[i]} - exact_[i];
            difference += wrong * wrong;
            norm += exact_[i] * exact_[i];
            greatest = std::max(greatest, std::fabs(wrong) / magnitudes_[i]);
        }
        return {std::sqrt(difference / norm), greatest};
    }

private:
    template <class F>
    [[nodiscard]] std::vector<double> in_double(F f) const {
        auto const converted = [&](gpu::matrix<float> const& matrix) {
            auto const values = matrix.to_host();
            std::vector<double> all(values.size());
            std::transform(values.begin(), values.end(), all.begin(), f);
            return gpu::matrix<double>(matrix.extent(0), matrix.extent(1), all, device_);
        };
        return gpu::matmul(gpu::vendor, converted(a_), converted(b_)).to_host();
    }

    gpu::device device_ = gpu::device::cuda();
    gpu::matrix<float> a_, b_;
    std::vector<double> exact_, magnitudes_;
};

std::vector<product> products() {
    std::vector<product> all;
    for (auto const* const numbers : {"normal", "positive", "wide", "very wide", "tiny"}) {
        for (std::int64_t const k : {16, 64, 256, 1024, 8192})
            all.push_back({1024, 1024, k, numbers});
        all.push_back({2048, 2048, 2048, numbers});
        all.push_back({256, 2048, 8192, numbers});
    }
    return all;
}

} // namespace

int main(int argc, char** argv) {
    json rows = json::array();
    for (product const& p : products()) {
        experiment const one(p);
        json row{{"m", p.m}, {"n", p.n}, {"k", p.k}, {"numbers", p.numbers}};
        std::printf("%5lld %5lld %5lld %-9s", static_cast<long long>(p.m),
                    static_cast<long long>(p.n), static_cast<long long>(p.k),
                    std::string(p.numbers).c_str());
        auto const add = [&](char const* name, auto const& policy) {
            error const e = one.error_of(policy);
            row[name] = {{"error", record::rounded(e.of_all, 3)},
                         {"greatest", record::rounded(e.greatest, 3)}};
            std::printf("  %s %.2e %.2e", name, e.of_all, e.greatest);
        };
        add("cublas", gpu::vendor);
        add("tensor_core", gpu::tensor_core);
        add("precise", gpu::tensor_core.precise());
        add("fast", gpu::tensor_core.fast());
        add("register_tile", gpu::register_tile);
        std::printf("\n");
        std::fflush(stdout);
        rows.push_back(std::move(row));
    }
    if (argc > 2 && argv[1] == std::string_view("--json"))
        bench::write_results(argv[2], "matmul_accuracy", gpu::device::cuda(), {argv, argv + argc},
                             json::object(), std::move(rows));
}
