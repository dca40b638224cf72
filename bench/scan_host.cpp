// SPDX-License-Identifier: Apache-2.0
/// Benchmarks gpu::inclusive_scan on host ranges against the fastest of the standard library and
/// oneTBB: scan_host [--json FILE] [--max N] [--note TEXT]
#include "interleaved.hpp"
#include "results.hpp"

#include <gpualgo/scan.hpp>

#include <tbb/blocked_range.h>
#include <tbb/parallel_scan.h>

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

/// Parsed command line.
struct arguments {
    std::string json, note;
    std::size_t max = std::size_t{1} << 26;
};

/// A scan by oneTBB.
template <class T>
void scan_by_tbb(T const* in, std::size_t n, T* out) {
    tbb::parallel_scan(
        tbb::blocked_range<std::size_t>(0, n, 4096), T{},
        [=](tbb::blocked_range<std::size_t> const& r, T sum, bool is_final) {
            if (is_final)
                for (std::size_t i = r.begin(); i < r.end(); ++i)
                    out[i] = sum = static_cast<T>(sum + in[i]);
            else
                for (std::size_t i = r.begin(); i < r.end(); ++i) sum = static_cast<T>(sum + in[i]);
            return sum;
        },
        [](T a, T b) { return static_cast<T>(a + b); });
}

template <class T>
void measure(char const* type, arguments const& given, bench::json& rows) {
    for (unsigned const exponent : {10u, 16u, 20u, 22u, 24u, 26u}) {
        std::size_t const n = std::size_t{1} << exponent;
        if (n > given.max) return;
        std::vector<T> x(n), y(n);
        for (std::size_t i = 0; i < n; ++i) x[i] = static_cast<T>(i % 7);
        auto const add = [](T a, T b) { return static_cast<T>(a + b); };
        auto const par = std::execution::par_unseq;
        std::vector<bench::contender> const contenders{
            {"gpu::inclusive_scan", [&] { gpu::inclusive_scan(x.begin(), x.end(), y.begin()); }},
            {"inclusive_scan", [&] { std::inclusive_scan(x.begin(), x.end(), y.begin(), add); }},
            {"par_unseq", [&] { std::inclusive_scan(par, x.begin(), x.end(), y.begin(), add); }},
            {"tbb", [&] { scan_by_tbb(x.data(), n, y.data()); }}};
        auto const t = bench::interleaved(contenders, exponent < 24 ? 21 : 9, 1e-4);
        auto const faster = [](auto const& a, auto const& b) { return a.ratio < b.ratio; };
        double const ratio = std::min_element(t.begin() + 1, t.end(), faster)->ratio;
        std::printf("%-8s %10zu %7.2f", type, n, ratio);
        bench::json object{{"type", type}, {"n", n}, {"ratio", record::rounded(ratio)}};
        for (std::size_t k = 0; k < t.size(); ++k) {
            std::printf(" %12.2f", t[k].seconds * 1e6);
            object[contenders[k].name] = record::rounded(t[k].seconds);
        }
        std::printf("\n");
        std::fflush(stdout);
        object["runs"] = t[0].runs;
        rows.push_back(std::move(object));
    }
}

} // namespace

int main(int argc, char** argv) {
    arguments given;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") given.json = argv[i + 1];
        if (std::string_view(argv[i]) == "--note") given.note = argv[i + 1];
        if (std::string_view(argv[i]) == "--max")
            given.max = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::printf("%-8s %10s %7s %12s %12s %12s %12s  (microseconds)\n", "type", "n", "ratio",
                "gpualgo", "std", "par_unseq", "tbb");
    bench::json rows = bench::json::array();
    measure<std::int8_t>("int8", given, rows);
    measure<std::int16_t>("int16", given, rows);
    measure<std::int32_t>("int32", given, rows);
    measure<std::int64_t>("int64", given, rows);
    measure<float>("float", given, rows);
    measure<double>("double", given, rows);
    if (!given.json.empty())
        bench::write_results(given.json, "scan_host", gpu::device::host(), {argv, argv + argc},
                             {{"cores", std::thread::hardware_concurrency()}, {"note", given.note}},
                             std::move(rows));
}
