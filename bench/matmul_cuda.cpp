// SPDX-License-Identifier: Apache-2.0
/// Benchmarks matrix products on a GPU, our kernels against cuBLAS:
///
///     matmul_cuda [--json FILE] [--max N]
///
/// Times whole calls with data on the GPU, so that small products show the overhead of a call.
#include "interleaved.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

struct row {
    std::string type;
    std::int64_t n;
    std::vector<bench::contender> contenders;
    std::vector<bench::timing> timings;
};

/// Normally distributed numbers; multiplying zeros would be faster.
template <class T>
std::vector<T> random_numbers(std::int64_t count) {
    static std::mt19937 engine;
    std::normal_distribution<float> normal(0, std::is_integral_v<T> ? 20 : 1);
    std::vector<T> numbers(static_cast<std::size_t>(count));
    for (auto& x : numbers) x = static_cast<T>(normal(engine));
    return numbers;
}

template <class T, class Result = T>
void measure(char const* type, std::int64_t max, std::vector<row>& rows) {
    auto const device = gpu::device::cuda();
    for (std::int64_t const n : {256, 384, 512, 768, 1000, 1024, 1536, 2048, 3000, 4096, 8192}) {
        if (n > max) break;
        gpu::matrix<T> const a(n, n, random_numbers<T>(n * n), device);
        gpu::matrix<T> const b(n, n, random_numbers<T>(n * n), device);
        gpu::matrix<Result> c(n, n, gpu::uninitialized, device);
        auto const by = [&](auto const& policy) {
            return [&, policy] { gpu::matmul(policy, a, b, c); };
        };
        row r{type,
              n,
              {{"vendor", by(gpu::vendor)},
               {"automatic", by(gpu::automatic)},
               {"register_tile", by(gpu::register_tile)}},
              {}};
        if (n <= 2048 && n % 256 == 0) {
            r.contenders.push_back({"shared_tile", by(gpu::shared_tile)});
            r.contenders.push_back({"bank_conflict_free", by(gpu::bank_conflict_free)});
            r.contenders.push_back({"warp_shuffle", by(gpu::warp_shuffle)});
            r.contenders.push_back({"row_on_y", by(gpu::row_on_y)});
            r.contenders.push_back({"row_on_x", by(gpu::row_on_x)});
        }
        r.timings = bench::interleaved(r.contenders, n < 4096 ? 11 : 5, 1e-3);
        std::printf("%-8s %6lld", type, static_cast<long long>(n));
        for (std::size_t k = 0; k < r.timings.size(); ++k)
            std::printf("  %s %.1f us %.2f TFLOP/s x %.2f;", r.contenders[k].name.c_str(),
                        r.timings[k].seconds * 1e6,
                        2.0 * static_cast<double>(n) * static_cast<double>(n) *
                            static_cast<double>(n) / r.timings[k].seconds * 1e-12,
                        r.timings[k].ratio);
        std::printf("\n");
        std::fflush(stdout);
        // contenders refer to matrices that are destroyed here
        for (auto& contender : r.contenders) contender.run = nullptr;
        rows.push_back(std::move(r));
    }
}

void write_json(std::string const& path, std::vector<row> const& rows,
                std::vector<std::string> const& command) {
    bench::json list = bench::json::array();
    for (row const& r : rows) {
        bench::json object{{"type", r.type}, {"n", r.n}, {"runs", r.timings[0].runs}};
        for (std::size_t k = 0; k < r.timings.size(); ++k)
            object[r.contenders[k].name] = bench::to_json(r.timings[k]);
        list.push_back(std::move(object));
    }
    bench::write_results(path, "matmul_cuda", gpu::device::cuda(), command, {}, std::move(list));
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    std::int64_t max = 8192;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        if (std::string_view(argv[i]) == "--max") max = std::strtoll(argv[i + 1], nullptr, 10);
    }
    std::vector<row> rows;
    measure<float>("float", max, rows);
    measure<double>("double", max, rows);
    measure<gpu::half>("half", max, rows);
    measure<gpu::bfloat16>("bfloat16", max, rows);
    measure<std::int8_t, std::int32_t>("int8", max, rows);
    if (!json.empty()) write_json(json, rows, {argv, argv + argc});
}
