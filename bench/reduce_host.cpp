// SPDX-License-Identifier: Apache-2.0
/// gpu::reduce on host ranges against the best that the standard library and oneTBB have: reduce_host [--json FILE] [--max N]
#include "interleaved.hpp"

#include <gpualgo/gpualgo.hpp>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <execution>
#include <functional>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace {

struct row {
    std::string type;
    std::size_t n;
    std::vector<bench::contender> contenders;
    std::vector<bench::timing> timings;

    /// How many times faster than the best of the others.
    [[nodiscard]] double ratio() const {
        auto const faster = [](auto const& a, auto const& b) { return a.ratio < b.ratio; };
        return std::min_element(timings.begin() + 1, timings.end(), faster)->ratio;
    }
};

/// The sum of n Values, accumulated in T, by everybody.
template <class T, class Value>
std::vector<bench::contender> sums(Value const* x, std::size_t n) {
    auto const of = [](auto sum) { return [sum] { bench::keep(sum()); }; };
    using std::execution::par_unseq, std::execution::unseq;
    return {{"gpu::reduce", of([=] { return gpu::reduce(x, x + n, T{}); })},
            {"accumulate", of([=] { return std::accumulate(x, x + n, T{}); })},
            {"unseq", of([=] { return std::reduce(unseq, x, x + n, T{}); })},
            {"par_unseq", of([=] { return std::reduce(par_unseq, x, x + n, T{}); })},
            {"tbb", of([=] {
                 auto const part = [](tbb::blocked_range<Value const*> const& r, T sum) { return std::reduce(unseq, r.begin(), r.end(), sum); };
                 return tbb::parallel_reduce(tbb::blocked_range<Value const*>(x, x + n), T{}, part, std::plus<T>());
             })}};
}

void print(row const& r) {
    std::printf("%-16s %10zu %7.2f", r.type.c_str(), r.n, r.ratio());
    for (auto const& t : r.timings) std::printf(" %12.2f", t.seconds * 1e6);
    std::printf("\n");
    std::fflush(stdout);
}

/// Rows of all sizes up to `max`, for one pair of types that is listed.
template <class T, class Value>
void measure(char const* type, std::size_t max, std::vector<row>& rows) {
    if constexpr (gpu::detail::listed_pair<Value, T>) {
        for (unsigned const exponent : {4u, 7u, 10u, 13u, 16u, 20u, 24u, 28u}) {
            std::size_t const n = std::size_t{1} << exponent;
            if (n > max) return;
            auto const x = std::make_unique_for_overwrite<Value[]>(n);
            for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Value>(i % 7);
            row r{type, n, sums<T>(x.get(), n), {}};
            r.timings = bench::interleaved(r.contenders, exponent < 24 ? 51 : exponent < 28 ? 21 : 9, 1e-4);
            r.contenders.resize(r.timings.size());
            print(r);
            rows.push_back(std::move(r));
        }
    }
}

void write_json(std::string const& path, std::vector<row> const& rows) {
    std::unique_ptr<std::FILE, int (*)(std::FILE*)> const file(std::fopen(path.c_str(), "w"), &std::fclose);
    if (!file) {
        std::fprintf(stderr, "cannot write %s\n", path.c_str());
        std::exit(1);
    }
    std::fprintf(file.get(), "{\"benchmark\": \"reduce_host\", \"device\": \"%s\", \"cores\": %u, \"compiler\": \"g++ %s\", \"version\": %d, \"rows\": [",
                 gpu::device::host().name().c_str(), std::thread::hardware_concurrency(), __VERSION__, gpu::version());
    char const* separator = "\n";
    for (row const& r : rows) {
        std::fprintf(file.get(), "%s{\"type\": \"%s\", \"n\": %zu, \"ratio\": %.3f", separator, r.type.c_str(), r.n, r.ratio());
        for (std::size_t k = 0; k < r.timings.size(); ++k) std::fprintf(file.get(), ", \"%s\": %.4g", r.contenders[k].name.c_str(), r.timings[k].seconds);
        std::fprintf(file.get(), "}");
        separator = ",\n";
    }
    std::fprintf(file.get(), "\n]}\n");
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    std::size_t max = std::size_t{1} << 28;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        if (std::string_view(argv[i]) == "--max") max = std::strtoull(argv[i + 1], nullptr, 10);
    }
    gpu::report report;
    int const probe[200] = {};
    (void)gpu::reduce(gpu::automatic.report_to(report), probe, probe + 200, 0);
    std::printf("%s, %s\n%-16s %10s %7s %12s %12s %12s %12s %12s  (microseconds)\n", gpu::device::host().name().c_str(), report.kernel.c_str(), "type", "n",
                "ratio", "gpu::reduce", "accumulate", "unseq", "par_unseq", "tbb");

    std::vector<row> rows;
    measure<std::int32_t, std::int32_t>("int32", max, rows);
    measure<std::int64_t, std::int64_t>("int64", max, rows);
    measure<float, float>("float", max, rows);
    measure<double, double>("double", max, rows);
    measure<std::int64_t, std::int32_t>("int32 to int64", max, rows);
    measure<double, std::int32_t>("int32 to double", max, rows);
    measure<double, float>("float to double", max, rows);
    measure<std::int64_t, std::int8_t>("int8 to int64", max, rows);
    measure<double, std::int8_t>("int8 to double", max, rows);
    if (!json.empty()) write_json(json, rows);
}
