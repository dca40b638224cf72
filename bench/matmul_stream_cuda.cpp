// SPDX-License-Identifier: Apache-2.0
/// Benchmarks products that do not wait, and batches, against cuBLAS with a handle of its own:
///
///     matmul_stream_cuda [--json FILE]
///
/// Repeated calls on a stream, their replay from a CUDA graph, and batches, which alternate between
/// the contenders. Times are per product or batch.
#include "cublas_products.hpp"
#include "interleaved.hpp"
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cstdint>
#include <cstdio>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

constexpr int repeated = 200; ///< calls until the stream is synchronised

struct row {
    std::string kind, type;
    std::int64_t n, count;
    std::vector<std::string> names;
    std::vector<bench::timing> timings;
};

/// Normally distributed numbers; multiplying zeros would be faster.
template <class T>
std::vector<T> random_numbers(std::int64_t count) {
    static std::mt19937 engine;
    std::normal_distribution<float> normal(0, 1);
    std::vector<T> numbers(static_cast<std::size_t>(count));
    for (auto& x : numbers) x = static_cast<T>(normal(engine));
    return numbers;
}

/// `count` products of n by n matrices on a GPU, and a stream.
template <class T>
struct products {
    std::int64_t n, count;
    gpu::device device = gpu::device::cuda();
    gpu::stream stream{device};
    gpu::device_vector<T> a{random_numbers<T>(count * n * n), device};
    gpu::device_vector<T> b{random_numbers<T>(count * n * n), device};
    gpu::device_vector<T> c{static_cast<std::size_t>(count * n * n), gpu::uninitialized, device};

    products(std::int64_t size, std::int64_t number) : n(size), count(number) {}

    /// Submits the first product.
    template <class Policy>
    void submit(Policy const& policy) {
        gpu::matmul_into(policy.on(stream), gpu::matrix_view<T const>(a.data(), n, n),
                         gpu::matrix_view<T const>(b.data(), n, n),
                         gpu::matrix_view<T>(c.data(), n, n));
    }
    /// Submits all as a batch.
    template <class Policy>
    void submit_batch(Policy const& policy) {
        gpu::matmul_into(policy.on(stream), gpu::matrix_batch<T const>(a.data(), count, n, n),
                         gpu::matrix_batch<T const>(b.data(), count, n, n),
                         gpu::matrix_batch<T>(c.data(), count, n, n));
    }
};

void add(std::vector<row>& rows, row added, std::vector<bench::contender> const& contenders,
         int calls) {
    added.timings = bench::interleaved(contenders, 21, 2e-3);
    std::printf("%-8s %-8s %5lld x %5lld", added.kind.c_str(), added.type.c_str(),
                static_cast<long long>(added.n), static_cast<long long>(added.count));
    for (std::size_t i = 0; i < contenders.size(); ++i) {
        added.names.push_back(contenders[i].name);
        added.timings[i].seconds /= calls;
        std::printf("  %s %.2f us x %.2f;", contenders[i].name.c_str(),
                    added.timings[i].seconds * 1e6, added.timings[i].ratio);
    }
    std::printf("\n");
    std::fflush(stdout);
    rows.push_back(std::move(added));
}

/// Repeated calls, one after the other on a stream.
template <class T>
void measure_calls(char const* type, std::vector<row>& rows) {
    for (std::int64_t const n : {64, 128, 256, 512}) {
        products<T> p(n, 1);
        bench::cublas_products const cublas(p.stream.native_handle());
        auto const repeat = [&](auto submit) {
            return [&p, submit] {
                for (int i = 0; i < repeated; ++i) submit();
                p.stream.synchronize();
            };
        };
        auto const ours = [&] { p.submit(gpu::automatic); };
        auto const theirs = [&] { cublas.submit(n, p.a.data(), p.b.data(), p.c.data()); };
        std::vector<bench::contender> const calls{
            {"cublas", repeat(theirs)},
            {"automatic", repeat(ours)},
            {"register_tile", repeat([&] { p.submit(gpu::register_tile); })}};
        add(rows, {"calls", type, n, 1, {}, {}}, calls, repeated);
        bench::graph const of_theirs(p.stream.native_handle(), repeated, theirs);
        bench::graph const of_ours(p.stream.native_handle(), repeated, ours);
        auto const launch = [&](bench::graph const& g) {
            return [&] {
                g.launch();
                p.stream.synchronize();
            };
        };
        add(rows, {"graph", type, n, 1, {}, {}},
            {{"cublas", launch(of_theirs)}, {"automatic", launch(of_ours)}}, repeated);
    }
}

template <class T>
void measure_batch(char const* type, std::int64_t n, std::int64_t count, std::vector<row>& rows) {
    products<T> p(n, count);
    bench::cublas_products const cublas(p.stream.native_handle());
    auto const repeat = [&](auto submit) {
        return [&p, submit] {
            for (int i = 0; i < 10; ++i) submit();
            p.stream.synchronize();
        };
    };
    add(rows, {"batch", type, n, count, {}, {}},
        {{"cublas",
          repeat([&] { cublas.submit_batch(n, count, p.a.data(), p.b.data(), p.c.data()); })},
         {"automatic", repeat([&] { p.submit_batch(gpu::automatic); })},
         {"register_tile", repeat([&] { p.submit_batch(gpu::register_tile); })}},
        10);
}

void write_json(std::string const& path, std::vector<row> const& rows,
                std::vector<std::string> const& command) {
    bench::json list = bench::json::array();
    for (row const& r : rows) {
        bench::json object{{"kind", r.kind}, {"type", r.type}, {"n", r.n}, {"count", r.count}};
        for (std::size_t i = 0; i < r.timings.size(); ++i)
            object[r.names[i]] = bench::to_json(r.timings[i]);
        list.push_back(std::move(object));
    }
    bench::write_results(path, "matmul_stream_cuda", gpu::device::cuda(), command, {},
                         std::move(list));
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    std::vector<row> rows;
    measure_calls<float>("float", rows);
    measure_calls<double>("double", rows);
    measure_calls<gpu::half>("half", rows);
    measure_batch<float>("float", 64, 1000, rows);
    measure_batch<gpu::half>("half", 64, 1000, rows);
    measure_batch<gpu::half>("half", 96, 777, rows);
    measure_batch<gpu::half>("half", 128, 512, rows);
    measure_batch<gpu::half>("half", 256, 128, rows);
    measure_batch<gpu::half>("half", 512, 32, rows);
    measure_batch<double>("double", 32, 4000, rows);
    if (!json.empty()) write_json(json, rows, {argv, argv + argc});
}
