// SPDX-License-Identifier: Apache-2.0
/// A program that compilers.sh compiles in several ways. It uses every header without a warning,
/// constant expressions, and policies and options, which must not be ignored at run time.
#include <gpualgo/complex.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>

#include <array>
#include <complex>
#include <cstdlib>
#include <execution>
#include <functional>
#include <iostream>
#include <list>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

constexpr std::array numbers{3, -1, 4, 1, -5, 9, 2, 6};
constexpr auto exclusive_or = [](int a, int b) { return a ^ b; };
constexpr auto twice = [](int a) { return 2 * a; };
static_assert(gpu::reduce(numbers) == 19);
static_assert(gpu::reduce(gpu::automatic, numbers.begin(), numbers.end(), 0.5) == 19.5);
static_assert(gpu::reduce(numbers, 0, exclusive_or) == (3 ^ -1 ^ 4 ^ 1 ^ -5 ^ 9 ^ 2 ^ 6));
static_assert(gpu::reduce(gpu::interleaved, numbers, 0, exclusive_or) != 0);
static_assert(gpu::transform_reduce(numbers, numbers, 0L) == 173);
static_assert(gpu::transform_reduce(gpu::automatic, numbers, 0, std::plus<>(), twice) == 38);
static_assert(gpu::mean(gpu::automatic, numbers) == 2.375);
static_assert(*gpu::min_element(gpu::automatic, numbers) == -5);
static_assert(*gpu::max_element(numbers, {}, twice) == 9);

/// Exits the program if a condition is false.
void require(bool condition, int line = __builtin_LINE()) {
    if (condition) return;
    std::cerr << "line " << line << " failed\n";
    std::exit(1);
}

/// Whether a call refuses a block size, which automatic does not take.
template <class Call>
bool refuses_options(Call call) {
    try {
        (void)call(gpu::automatic.block_size(64));
    } catch (std::invalid_argument const&) {
        return true;
    }
    return false;
}

/// Returns the strategy and the device that a call reports.
template <class Call>
std::string strategy_of(Call call) {
    gpu::report ran;
    (void)call(gpu::interleaved.on(gpu::device::simulated()).report_to(ran));
    return std::string(ran.strategy) + " on " + to_string(ran.device);
}

template <class Range>
void check(Range const& range) {
    auto const reduce = [&](auto policy) { return gpu::reduce(policy, range, 1.5); };
    auto const fold = [&](auto policy) { return gpu::reduce(policy, range, 0, exclusive_or); };
    auto const dot = [&](auto policy) { return gpu::transform_reduce(policy, range, range, 0); };
    auto const sum = [&](auto policy) {
        return gpu::transform_reduce(policy, range, 0, std::plus<>(), twice);
    };
    auto const mean = [&](auto policy) { return gpu::mean(policy, range); };
    auto const smallest = [&](auto policy) { return gpu::min_element(policy, range); };

    require(refuses_options(reduce));
    require(refuses_options(fold));
    require(refuses_options(dot));
    require(refuses_options(sum));
    require(refuses_options(mean));
    require(refuses_options(smallest));
    require(strategy_of(reduce) == "interleaved on simulated");
    require(strategy_of(dot) == "interleaved on simulated");
    require(strategy_of(mean) == "interleaved on simulated");

    require(reduce(gpu::automatic) == 3001.5);
    require(dot(gpu::automatic) == 3000);
    require(sum(gpu::automatic) == 6000);
    require(mean(gpu::automatic) == 1);
    require(smallest(gpu::automatic) == range.begin());
    require(gpu::reduce(std::execution::par, range, 1.5) == 3001.5);
    require(gpu::min_element(std::execution::par, range) == range.begin());
}

} // namespace

int main() {
    std::vector<int> const vector(3000, 1);
    check(vector);
    check(std::list<int>(vector.begin(), vector.end()));
    gpu::device_vector<int> const there(vector, gpu::device::simulated());
    require(gpu::reduce(there) == 3000);
    require(gpu::reduce(std::vector(100, std::complex<float>(1, 2))) ==
            std::complex<float>(100, 200));
    gpu::matrix<float> const a(3, 3);
    require(refuses_options([&](auto policy) { return gpu::matmul(policy, a, a); }));
}
