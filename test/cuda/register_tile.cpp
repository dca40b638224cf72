// SPDX-License-Identifier: Apache-2.0
/// The tiles of register_tile on a fake runtime, which refuses launches whose blocks have more
/// shared memory than was requested for the kernel.
#include "fake_runtime.hpp"

#include "call/backend.hpp"
#include "cuda/tensor_core/float_kernels.hpp"

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/kernel/matmul/register_tile.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;

namespace {

constexpr std::uint32_t turing = 53, hopper = 54;
/// The capability of a GPU, before the library asks for it.
[[maybe_unused]] bool const is_older = [] {
    fake_cuda::here().gpus[turing].major = 7;
    fake_cuda::here().gpus[turing].minor = 5;
    return true;
}();

/// Products of row-major matrices of 200 by 300, which are never read.
template <class Value>
call_result multiply(std::uint32_t ordinal, std::uint32_t block_size, std::int64_t count = 1,
                     bool has_epilogue = false) {
    constexpr std::int64_t m = 200, n = 300, k = 16;
    auto const elements = [&](std::int64_t of_one) {
        return static_cast<std::size_t>(count * of_one);
    };
    std::vector<Value> a(elements(m * k)), b(elements(k * n)), c(elements(m * n));
    Value const one = 1, zero = 0;
    matmul_request request;
    request.strategy = number_of<gpu::policy::register_tile, matmul_strategies>;
    request.space = static_cast<std::uint32_t>(gpu::policy::register_tile::spaces[0]);
    request.block_size = block_size;
    request.value = request.result = index_of<Value, matmul_types>;
    request.m = m;
    request.n = n;
    request.k = k;
    request.count = count;
    request.a = {{a.data(), k, 1}, {}, m * k};
    request.b = {{b.data(), n, 1}, {}, k * n};
    request.c = {{c.data(), n, 1}, {}, m * n};
    request.alpha = &one;
    request.beta = &zero;
    request.then.step[0].kind = epilogue_kind::relu;
    request.then.count = has_epilogue ? 1 : 0;
    call_result ran;
    cuda_backend().matmul(ordinal, request, ran);
    return ran;
}

} // namespace

TEST_CASE("register_tile: launches request the shared memory of the large tile of float") {
    CHECK(std::string(multiply<float>(hopper, 256).kernel) == "matmul_register_tile<128, 256>");
    CHECK(fake_cuda::here().largest_shared_memory == 75'264);
    CHECK(std::string(multiply<float>(hopper, 256, 3).kernel) == "matmul_batch<128, 256>");
    CHECK(std::string(multiply<float>(hopper, 64).kernel) == "matmul_register_tile<64, 64>");
    CHECK(std::string(multiply<float>(hopper, 256).message).empty());
}

TEST_CASE("register_tile: large tiles of float and double apply epilogues in the same launch") {
    for (std::int64_t const count : {1, 3}) {
        std::string const prefix = count == 1 ? "matmul_register_tile" : "matmul_batch";
        CHECK(multiply<float>(hopper, 256, count, true).kernel == prefix + "<128, 256>");
        CHECK(multiply<double>(hopper, 256, count, true).kernel == prefix + "<128, 128>");
    }
}

TEST_CASE("register_tile: GPUs without cp.async get small tiles of float, and the report says so") {
    for (std::int64_t const count : {1, 3}) {
        std::string const prefix = count == 1 ? "matmul_register_tile" : "matmul_batch";
        auto const ran = multiply<float>(turing, 256, count);
        CHECK(ran.kernel == prefix + "<64, 64>");
        CHECK(ran.block == 64);
        CHECK(ran.grid == static_cast<std::uint64_t>(count) * 4 * 5);
        CHECK_THAT(ran.message, Contains("128 by 256 need compute capability 8.0"));
        CHECK(std::string(multiply<float>(turing, 64, count).message).empty());
        auto const of_double = multiply<double>(turing, 256, count);
        CHECK(of_double.kernel == prefix + "<128, 128>");
        CHECK(std::string(of_double.message).empty());
    }
}

TEST_CASE("register_tile: staged tiles take less shared memory than copied ones") {
    using tile = gpu::kernel::matmul_register_tile<64, 64>;
    CHECK(tile::slots<float>(true) * sizeof(float) == 26'112);
    CHECK(tile::slots<float>(false) * sizeof(float) == 8'192);
    auto const launched = [](std::uint32_t ordinal, std::int64_t count) {
        (void)multiply<float>(ordinal, 64, count);
        return fake_cuda::here().shared_memory;
    };
    CHECK((launched(hopper, 1) == 26'112 && launched(hopper, 3) == 26'112));
    CHECK((launched(turing, 1) == 8'192 && launched(turing, 3) == 8'192));
}

TEST_CASE("tensor_core: the kernel for other magnitudes of float may be launched") {
    auto& machine = fake_cuda::here();
    call_result ran;
    for (std::uint32_t const ordinal : {55U, 56U, 55U}) {
        cuda_queue queue(ordinal, ran);
        gpu::kernel::matmul_problem<float, float> problem{};
        problem.m = problem.n = problem.k = 1;
        gpu::sm90::product_arguments<float> arguments{};
        arguments.then.count = 1;
        int const launches = machine.launches;
        CHECK_NOTHROW(gpu::sm90::multiply_if_unsupported(queue, problem, arguments, nullptr));
        CHECK(machine.launches == launches + 2);
    }
}
