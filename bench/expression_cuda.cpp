// SPDX-License-Identifier: Apache-2.0
/// Expressions on a GPU. Compares their bandwidth with that of kernels of nvcc, and the time of a
/// call with that of a precompiled operator. Measures the first calls of processes.
///   bench_expression_cuda [--json FILE]
#include "interleaved.hpp"

#include "expression_plain.hpp"
#include "results.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/transform.hpp>

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

using namespace gpu::placeholders;

namespace {

using bench::json;

double seconds_of(std::function<void()> const& f) {
    auto const begin = std::chrono::steady_clock::now();
    f();
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

void wait() { cudaDeviceSynchronize(); }

/// Alternates two ways, and returns their medians.
json compare(char const* what, std::size_t runs, std::function<void()> const& expression,
             std::function<void()> const& other) {
    std::vector<double> a, b;
    for (std::size_t i = 0; i <= runs; ++i) {
        double const first = seconds_of(expression), second = seconds_of(other);
        if (i == 0) continue; // compiles
        a.push_back(first);
        b.push_back(second);
    }
    double const mine = bench::median(a), theirs = bench::median(b);
    std::printf("%-40s %.3f us, other %.3f us, ratio %.3f\n", what, mine * 1e6, theirs * 1e6,
                theirs / mine);
    return {{"what", what}, {"seconds", mine}, {"other_seconds", theirs}, {"ratio", theirs / mine}};
}

constexpr char first_calls_format[] = "transform %lf ms, reduction %lf ms, copy_if %lf ms";

/// The first calls of a process, in milliseconds.
int print_first_calls() {
    gpu::device_vector<float> x(1000, 1.f), y(1000, 1.f);
    float const sum = gpu::reduce(x); // initialises CUDA for the library
    wait();                           // and for this program, which has a runtime of its own
    double const transform = seconds_of([&] {
        gpu::transform(x, y, y, sum * _1 + _2);
        wait();
    });
    double const reduction = seconds_of([&] { (void)gpu::reduce(y, 0.f, _1 + _2 * 2.f); });
    double const selection = seconds_of([&] { (void)gpu::copy_if(y, x, _1 > 2); });
    std::printf("transform %.2f ms, reduction %.2f ms, copy_if %.2f ms\n", transform * 1e3,
                reduction * 1e3, selection * 1e3);
    return 0;
}

/// Runs a process that makes its first calls.
/// @param folder of its cache; none if empty
json first_calls_of(std::string const& program, std::string const& folder, char const* state) {
    std::string const command = "GPUALGO_CACHE_DIR='" + folder + "' '" + program + "' --first";
    std::FILE* const output = popen(command.c_str(), "r");
    std::array<char, 256> line{};
    bool const has_line = output != nullptr && std::fgets(line.data(), line.size(), output);
    double transform = 0, reduction = 0, selection = 0;
    if (!has_line || pclose(output) != 0 ||
        std::sscanf(line.data(), first_calls_format, &transform, &reduction, &selection) != 3)
        std::exit(1);
    std::printf("%-26s %s", state, line.data());
    return {{"what", std::string("first calls, ") + state},
            {"transform_seconds", transform / 1e3},
            {"reduction_seconds", reduction / 1e3},
            {"copy_if_seconds", selection / 1e3}};
}

/// Processes with an empty cache, with a full one, and without one.
void run_first_calls(std::string const& program, json& rows) {
    auto const folder = std::filesystem::temp_directory_path() / "gpualgo-bench-cache";
    std::filesystem::remove_all(folder);
    for (char const* const state : {"compiled (cold libraries)", "from disk", "from disk, again"})
        rows.push_back(first_calls_of(program, folder.native(), state));
    for (int i = 0; i < 3; ++i) rows.push_back(first_calls_of(program, "", "compiled, no cache"));
    std::filesystem::remove_all(folder);
}

} // namespace

int main(int count, char** arguments) {
    std::vector<std::string> const command(arguments, arguments + count);
    if (count == 2 && command[1] == "--first") return print_first_calls();
    json rows = json::array();
    run_first_calls(command[0], rows);
    {
        std::size_t const n = std::size_t{1} << 28;
        gpu::device_vector<float> x(n, 1.f), y(n, 1.f);
        float const a = 1e-6f;
        rows.push_back(compare(
            "a x + y of 2^28 floats, nvcc", 20,
            [&] {
                gpu::transform(x, y, y, a * _1 + _2);
                wait();
            },
            [&] {
                bench::plain_axpy(a, x.data(), y.data(), n, nullptr);
                wait();
            }));
        rows.push_back(compare(
            "sum of 2^28 floats, precompiled", 20, [&] { (void)gpu::reduce(x, 0.f, _1 + _2); },
            [&] { (void)gpu::reduce(x); }));
        rows.push_back(compare(
            "sum of squares of 2^28, precompiled", 20,
            [&] { (void)gpu::transform_reduce(x, 0.f, _1 + _2, _1 * _1); },
            [&] { (void)gpu::transform_reduce(x, 0.f, gpu::plus<>(), gpu::square<>()); }));
    }
    {
        std::size_t const n = std::size_t{1} << 28;
        gpu::device_vector<float> x(n), y(n);
        gpu::generate(x, gpu::cast<std::uint32_t>(_1 * 2654435761u) % 1000);
        rows.push_back(compare(
            "count_if of 2^28 floats, precompiled", 20, [&] { (void)gpu::count_if(x, _1 < 500); },
            [&] { (void)gpu::count_if(x, gpu::less_than(500.f)); }));
        rows.push_back(compare(
            "copy_if of 2^28 floats, precompiled", 20, [&] { gpu::copy_if(x, y, _1 < 500); },
            [&] { gpu::copy_if(x, y, gpu::less_than(500.f)); }));
        rows.push_back(compare(
            "min_element of 2^28 by a key, by value", 20,
            [&] { (void)gpu::min_element(x, std::less<>(), gpu::abs(_1 - 250.f)); },
            [&] { (void)gpu::min_element(x); }));
        rows.push_back(compare(
            "generate 2^28 floats, transform", 20,
            [&] {
                gpu::generate(y, _1 * 0.5f);
                wait();
            },
            [&] {
                gpu::transform(x, y, _1 * 0.5f);
                wait();
            }));
    }
    gpu::device_vector<float> const few(1000, 1.f);
    rows.push_back(compare(
        "sum of 1000 floats, precompiled", 2000, [&] { (void)gpu::reduce(few, 0.f, _1 + _2); },
        [&] { (void)gpu::reduce(few); }));
    if (count == 3 && command[1] == "--json")
        bench::write_results(command[2], "expression_cuda", gpu::device::preferred(), command, {},
                             rows);
}
