// SPDX-License-Identifier: Apache-2.0
/// Benchmarks matrix products on the host against OpenBLAS called directly and three plain loops:
/// matmul_host [--json FILE] [--max N]
#include "interleaved.hpp"
#include "results.hpp"

#include <host/matmul/matmul.hpp>

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/device.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

namespace {

using namespace gpu::detail;

/// n by n matrices, row-major, of normally distributed numbers; multiplying zeros would be faster.
template <class Value, class Result>
class square {
public:
    explicit square(int n) : n_(n), a_(random(n)), b_(random(n)), c_(elements(n)) {}

    /// Product by gpualgo, using this BLAS.
    void product(blas const& library) {
        matmul_request request;
        request.value = index_of<Value, matmul_types>;
        request.result = index_of<Result, matmul_types>;
        request.m = request.n = request.k = n_;
        request.a = {{a_.data(), n_, 1}, {}};
        request.b = {{b_.data(), n_, 1}, {}};
        request.c = {{c_.data(), n_, 1}, {}};
        request.alpha = &one_;
        request.beta = &zero_;
        call_result ran;
        host_matmul(request, ran, library, best_instruction_set());
        bench::keep(c_);
    }

    /// Product by BLAS called directly.
    void cblas(gemm_function<Value> gemm) {
        gemm(101, 111, 111, n_, n_, n_, one_, a_.data(), n_, b_.data(), n_, zero_, c_.data(), n_);
        bench::keep(c_);
    }

    void three_loops() {
        std::size_t const n = elements(1, n_);
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t j = 0; j < n; ++j) {
                accumulator sum = 0;
                for (std::size_t k = 0; k < n; ++k)
                    sum += static_cast<accumulator>(a_[i * n + k]) *
                           static_cast<accumulator>(b_[k * n + j]);
                c_[i * n + j] = static_cast<Result>(sum);
            }
        bench::keep(c_);
    }

private:
    using accumulator = matmul_accumulator<Value>;

    static std::size_t elements(int rows, int columns) {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    }
    static std::size_t elements(int n) { return elements(n, n); }
    static std::vector<Value> random(int n) {
        static std::mt19937 engine;
        std::normal_distribution<float> normal(0, std::is_integral_v<Value> ? 20 : 1);
        std::vector<Value> numbers(elements(n));
        for (auto& x : numbers) x = static_cast<Value>(normal(engine));
        return numbers;
    }

    int n_;
    std::vector<Value> a_, b_;
    std::vector<Result> c_;
    accumulator one_ = 1, zero_ = 0;
};

struct row {
    std::string type;
    int n;
    std::vector<bench::contender> contenders;
    std::vector<bench::timing> timings;
};

class table {
public:
    void measure(row r, std::size_t rounds) {
        r.timings = bench::interleaved(r.contenders, rounds, 1e-3);
        std::printf("%-8s %5d", r.type.c_str(), r.n);
        for (std::size_t k = 0; k < r.timings.size(); ++k) {
            auto const& t = r.timings[k];
            double const operations = 2.0 * r.n * r.n * r.n;
            std::printf("  %s %.3f us, %.1f GFLOP/s, x %.3f;", r.contenders[k].name.c_str(),
                        t.seconds * 1e6, operations / t.seconds * 1e-9, t.ratio);
        }
        std::printf("\n");
        std::fflush(stdout);
        rows_.push_back(std::move(r));
    }

    /// @param chosen the implementation that the library chooses by default
    void write_json(std::string const& path, std::string const& chosen,
                    std::vector<std::string> const& command) const {
        bench::json list = bench::json::array();
        for (row const& r : rows_) {
            bench::json object{{"type", r.type}, {"n", r.n}, {"runs", r.timings[0].runs}};
            for (std::size_t k = 0; k < r.timings.size(); ++k)
                object[r.contenders[k].name] = bench::to_json(r.timings[k]);
            list.push_back(std::move(object));
        }
        bench::write_results(path, "matmul_host", gpu::device::host(), command,
                             {{"cores", std::thread::hardware_concurrency()}, {"chosen", chosen}},
                             std::move(list));
    }

private:
    std::vector<row> rows_;
};

/// Compares BLAS with the library's default choice, the library with that BLAS, and the library
/// without BLAS.
template <class T>
void against_blas(char const* type, int max, blas const& library, table& results) {
    static blas const none;
    for (int const n : {8, 16, 32, 256, 1024, 2048}) {
        if (n > max) return;
        auto const x = std::make_shared<square<T, T>>(n);
        row r{type, n, {}, {}};
        if (library.gemm<T>().call != nullptr)
            r.contenders = {{"cblas", [=, call = library.gemm<T>().call] { x->cblas(call); }},
                            {"with BLAS", [=, &library] { x->product(library); }}};
        r.contenders.push_back({"chosen", [=] { x->product(installed_blas()); }});
        r.contenders.push_back({"own", [=] { x->product(none); }});
        results.measure(std::move(r), n <= 256 ? 51 : 11);
    }
}

template <class Value, class Result>
void against_loops(char const* type, table& results) {
    static blas const none;
    auto const x = std::make_shared<square<Value, Result>>(512);
    results.measure(
        {type,
         512,
         {{"own", [=] { x->product(none); }}, {"three loops", [=] { x->three_loops(); }}},
         {}},
        5);
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    int max = 2048;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        if (std::string_view(argv[i]) == "--max") max = std::atoi(argv[i + 1]);
    }
    blas const openblas = find_blas("libopenblas.so.0", {});
    auto const& [sgemm, dgemm, rejected, ignored_name] = installed_blas();
    std::string const chosen =
        (sgemm.call != nullptr ? sgemm.name : "own") + (rejected.empty() ? "" : "; " + rejected);
    std::printf("%s, %s\nchosen: %s\nx: time as a multiple of the first one's\n",
                gpu::device::host().name().c_str(),
                std::string(name_of(best_instruction_set())).c_str(), chosen.c_str());

    table results;
    against_blas<float>("float", max, openblas, results);
    against_blas<double>("double", max, openblas, results);
    against_loops<std::int8_t, std::int32_t>("int8", results);
    against_loops<std::int32_t, std::int32_t>("int32", results);
    against_loops<gpu::half, gpu::half>("half", results);
    against_loops<gpu::bfloat16, gpu::bfloat16>("bfloat16", results);
    if (!json.empty()) results.write_json(json, chosen, {argv, argv + argc});
}
