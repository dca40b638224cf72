// SPDX-License-Identifier: Apache-2.0
/// The code of README.md. A region stands between two lines with its name; test/snippets.sh
/// compares.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

std::vector<int> first_integers(int n) {
    std::vector<int> numbers(static_cast<std::size_t>(n));
    std::iota(numbers.begin(), numbers.end(), 1);
    return numbers;
}

} // namespace

TEST_CASE("README: reduce takes what std::reduce takes, and more") {
    auto const x = first_integers(100'000);
    //! [overloads]
    // as std::reduce
    int const smallest = gpu::reduce(x.begin(), x.end(), x.front(), gpu::minimum<>{});
    // a range; init is the accumulator
    auto const sum = gpu::reduce(x, std::int64_t{0});
    // any operator: on all cores
    auto const either = gpu::reduce(gpu::automatic, x, 0, [](int a, int b) { return a | b; });
    //! [overloads]
    CHECK(smallest == 1);
    CHECK(sum == 5'000'050'000);
    CHECK(either == 131'071);
}

TEST_CASE("README: products of matrices") {
    //! [matmul]
    gpu::matrix<float> const a(2, 3, {1, 2, 3, 4, 5, 6}); // row by row
    auto c = gpu::matmul(a, gpu::transposed(a));          // C = A * A^T
    // C = 2 * A * A^T - C, by a strategy
    gpu::matmul(gpu::shared_tile, 2.F, a, gpu::transposed(a), -1.F, c);
    //! [matmul]
    CHECK(c.to_host() == std::vector<float>{14, 32, 32, 77});
}

TEST_CASE("README: a policy names a strategy") {
    auto const x = first_integers(1000);
    std::ostringstream out;
    //! [policies]
    gpu::device_vector<int> const v(x, gpu::device::simulated());
    gpu::report ran;

    // each thread adds its neighbour
    int const a = gpu::reduce(gpu::neighbored, v);
    // pairs a stride apart, in blocks of 512
    int const b = gpu::reduce(gpu::interleaved.block_size(512), v);
    // through global instead of shared memory
    int const c = gpu::reduce(gpu::neighbored.in(gpu::memory_space::global), v);
    // tiles of 8; a report of the run
    int const d = gpu::reduce(gpu::cg_tile<8>.report_to(ran), v);

    out << ran.kernel << ": " << ran.grid << " blocks of " << ran.block << " threads on "
        << gpu::to_string(ran.device) << '\n';
    //! [policies]
    CHECK(out.str().find("4 blocks of 256 threads on simulated") != std::string::npos);
    for (int const sum : {a, b, c, d}) CHECK(sum == 500'500);
}

TEST_CASE("README: which device, and why") {
    std::ostringstream out;
    //! [devices]
    for (gpu::device const d : gpu::devices())
        out << gpu::to_string(d) << ": " << d.name() << ", " << d.why() << '\n';
    gpu::device const d = gpu::device::preferred(); // the first GPU that can be used, or the host
    //! [devices]
    CHECK(out.str().find("simulated: ") != std::string::npos);
    CHECK(out.str().find(gpu::to_string(d) + ": ") != std::string::npos);
}

TEST_CASE("README: errors") {
    std::vector<int> const x(100, 1);
    int sum = 0;
    std::string text;
    //! [errors]
    try {
        sum = gpu::reduce(gpu::interleaved.block_size(1025), x);
    } catch (std::invalid_argument const& e) { // wrong arguments, before anything is launched
        text = e.what();
    } catch (gpu::error const& e) { // a failure of a device
        text = e.what();
    }
    //! [errors]
    CHECK(sum == 0);
    CHECK(text.find("1025") != std::string::npos);
}
