// SPDX-License-Identifier: Apache-2.0
/// Benchmarks gpu::reduce on host ranges against the fastest of the standard library and oneTBB:
/// reduce_host [--json FILE] [--max N] [--repeat N] [--note TEXT]
#include "interleaved.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <execution>
#include <functional>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

struct row {
    std::string type;
    std::size_t n;
    std::vector<bench::contender> contenders;
    std::vector<bench::timing> timings; ///< of the last run
    /// of every run: speedup over the fastest other contender
    std::vector<double> ratios{};

    void add_run(std::vector<bench::timing> run) {
        auto const faster = [](auto const& a, auto const& b) { return a.ratio < b.ratio; };
        ratios.push_back(std::min_element(run.begin() + 1, run.end(), faster)->ratio);
        timings = std::move(run);
    }
};

/// Parsed command line.
struct arguments {
    std::string json, note;
    std::size_t max = std::size_t{1} << 28;
    int repeat = 1;
};

/// The contenders that sum n Values, accumulated in T.
template <class T, class Value>
std::vector<bench::contender> sums(std::vector<Value> const& x) {
    auto const of = [](auto sum) { return [sum] { bench::keep(sum()); }; };
    using std::execution::par_unseq, std::execution::unseq;
    return {{"gpu::reduce", of([&x] { return gpu::reduce(x.begin(), x.end(), T{}); })},
            {"accumulate", of([&x] { return std::accumulate(x.begin(), x.end(), T{}); })},
            {"unseq", of([&x] { return std::reduce(unseq, x.begin(), x.end(), T{}); })},
            {"par_unseq", of([&x] { return std::reduce(par_unseq, x.begin(), x.end(), T{}); })},
            {"tbb", of([&x] {
                 auto const part = [](tbb::blocked_range<Value const*> const& r, T sum) {
                     return std::reduce(unseq, r.begin(), r.end(), sum);
                 };
                 return tbb::parallel_reduce(
                     tbb::blocked_range<Value const*>(x.data(), x.data() + x.size()), T{}, part,
                     std::plus<T>());
             })}};
}

void print(row const& r) {
    std::printf("%-16s %10zu %7.2f", r.type.c_str(), r.n,
                *std::min_element(r.ratios.begin(), r.ratios.end()));
    for (auto const& t : r.timings) std::printf(" %12.2f", t.seconds * 1e6);
    std::printf("\n");
    std::fflush(stdout);
}

/// Adds rows for all sizes up to `max`, if the pair of types is listed.
template <class T, class Value>
void measure(char const* type, arguments const& given, std::vector<row>& rows) {
    if constexpr (gpu::detail::listed_pair<Value, T>) {
        for (unsigned const exponent : {4u, 7u, 10u, 13u, 16u, 20u, 24u, 28u}) {
            std::size_t const n = std::size_t{1} << exponent;
            if (n > given.max) return;
            std::vector<Value> x(n);
            for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<Value>(i % 7);
            row r{type, n, sums<T>(x), {}};
            for (int run = 0; run < given.repeat; ++run)
                r.add_run(bench::interleaved(r.contenders,
                                             exponent < 24   ? 51
                                             : exponent < 28 ? 21
                                                             : 9,
                                             1e-4));
            print(r);
            rows.push_back(std::move(r));
        }
    }
}

void write_json(arguments const& given, std::vector<row> const& rows,
                std::vector<std::string> const& command) {
    bench::json list = bench::json::array();
    for (row const& r : rows) {
        bench::json object{{"type", r.type}, {"n", r.n}, {"ratios", bench::json::array()}};
        for (double const ratio : r.ratios) object["ratios"].push_back(record::rounded(ratio));
        bench::json spread = bench::json::object();
        for (std::size_t k = 0; k < r.timings.size(); ++k) {
            object[r.contenders[k].name] = record::rounded(r.timings[k].seconds);
            spread[r.contenders[k].name] = record::rounded(r.timings[k].spread, 3);
        }
        object["runs"] = r.timings[0].runs;
        object["spread"] = std::move(spread);
        list.push_back(std::move(object));
    }
    bench::write_results(given.json, "reduce_host", gpu::device::host(), command,
                         {{"cores", std::thread::hardware_concurrency()}, {"note", given.note}},
                         std::move(list));
}

} // namespace

int main(int argc, char** argv) {
    arguments given;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") given.json = argv[i + 1];
        if (std::string_view(argv[i]) == "--note") given.note = argv[i + 1];
        if (std::string_view(argv[i]) == "--max")
            given.max = std::strtoull(argv[i + 1], nullptr, 10);
        if (std::string_view(argv[i]) == "--repeat")
            given.repeat = std::max(1, std::atoi(argv[i + 1]));
    }
    gpu::report report;
    int const probe[200] = {};
    (void)gpu::reduce(gpu::automatic.report_to(report), probe, probe + 200, 0);
    std::printf("%s, %s\n%-16s %10s %7s %12s %12s %12s %12s %12s  (microseconds)\n",
                gpu::device::host().name().c_str(), report.kernel.c_str(), "type", "n", "ratio",
                "gpu::reduce", "accumulate", "unseq", "par_unseq", "tbb");

    std::vector<row> rows;
    measure<std::int8_t, std::int8_t>("int8", given, rows);
    measure<std::int32_t, std::int32_t>("int32", given, rows);
    measure<std::int64_t, std::int64_t>("int64", given, rows);
    measure<float, float>("float", given, rows);
    measure<double, double>("double", given, rows);
    measure<std::int64_t, std::int32_t>("int32 to int64", given, rows);
    measure<double, std::int32_t>("int32 to double", given, rows);
    measure<double, float>("float to double", given, rows);
    measure<std::int64_t, std::int8_t>("int8 to int64", given, rows);
    measure<double, std::int8_t>("int8 to double", given, rows);
    if (!given.json.empty()) write_json(given, rows, {argv, argv + argc});
}
