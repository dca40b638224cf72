// SPDX-License-Identifier: Apache-2.0
/// The products that kernels with mma.sync compute on GPUs of compute capability 8.0 and later, on
/// a fake runtime with a fake cuBLAS. Also the small products of GPUs of 9.0.
#include "fake_products.hpp"
#include "fake_tensor_core.hpp"

#include "call/backend.hpp"

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;

namespace {

constexpr std::uint32_t ampere = 50, turing = 51, hopper = 52;
/// The capabilities of two GPUs, before the library asks for them.
[[maybe_unused]] bool const are_older = [] {
    auto& gpus = fake_cuda::here().gpus;
    gpus[ampere].major = 8;
    gpus[ampere].minor = 6;
    gpus[turing].major = 7;
    gpus[turing].minor = 5;
    return true;
}();

/// The parameters of a product of matrices that are never read.
struct parameters {
    std::int64_t m = 150, n = 140, k = 130;
    bool is_fast = false;
    bool has_epilogue = false;
    std::int64_t count = 1;
};

/// A product of row-major matrices.
/// @return the report
template <class Policy, class Value, class Result>
call_result multiply(std::uint32_t ordinal, parameters const& x = {}) {
    test::cublas();
    using sum = matmul_accumulator<Value>;
    auto const elements = [&](std::int64_t rows, std::int64_t columns) {
        return static_cast<std::size_t>(x.count * rows * columns);
    };
    std::vector<Value> a(elements(x.m, x.k)), b(elements(x.k, x.n));
    std::vector<Result> c(elements(x.m, x.n));
    sum const one = 1, zero = 0;
    matmul_request request;
    request.strategy = number_of<Policy, matmul_strategies>;
    request.precision =
        static_cast<std::uint32_t>(x.is_fast ? float_precision::tf32 : float_precision::standard);
    request.value = index_of<Value, matmul_types>;
    request.result = index_of<Result, matmul_types>;
    request.m = x.m;
    request.n = x.n;
    request.k = x.k;
    request.count = x.count;
    request.a = {{a.data(), x.k, 1}, {}, x.m * x.k};
    request.b = {{b.data(), x.n, 1}, {}, x.k * x.n};
    request.c = {{c.data(), x.n, 1}, {}, x.m * x.n};
    request.alpha = &one;
    request.beta = &zero;
    request.then.step[0].kind = epilogue_kind::relu;
    request.then.count = x.has_epilogue ? 1 : 0;
    call_result ran;
    cuda_backend().matmul(ordinal, request, ran);
    return ran;
}

template <class Value, class Result = matmul_result<Value>>
std::string by_tensor_core(std::uint32_t ordinal, parameters const& x = {}) {
    return multiply<gpu::policy::tensor_core, Value, Result>(ordinal, x).kernel;
}

template <class Value, class Result = matmul_result<Value>>
std::string by_automatic(std::uint32_t ordinal, parameters const& x = {}) {
    return multiply<gpu::policy::automatic, Value, Result>(ordinal, x).kernel;
}

/// Makes the fake cuBLAS refuse all products while it exists.
class without_cublas {
public:
    without_cublas() {
        test::cublas().failing_function = "gemm";
        test::cublas().failure = CUBLAS_STATUS_NOT_SUPPORTED;
    }
    without_cublas(without_cublas const&) = delete;
    without_cublas& operator=(without_cublas const&) = delete;
    ~without_cublas() { test::cublas().failing_function.clear(); }
};

constexpr std::string_view kernel = "matmul_tensor_core<128, 128, mma>";

} // namespace

TEST_CASE("tensor_core multiplies by mma.sync on GPUs of compute capability 8.6") {
    CHECK(by_tensor_core<gpu::half>(ampere) == kernel);
    CHECK(by_tensor_core<gpu::half, float>(ampere) == kernel);
    CHECK(by_tensor_core<gpu::bfloat16>(ampere) == kernel);
    CHECK(by_tensor_core<gpu::bfloat16, float>(ampere) == kernel);
    CHECK(by_tensor_core<std::int8_t>(ampere) == kernel);
    CHECK(by_tensor_core<float>(ampere, {.is_fast = true}) == kernel);
    CHECK(by_tensor_core<gpu::half>(ampere, {1, 1, 1}) == kernel);
    CHECK(by_tensor_core<gpu::half>(ampere, {.k = 0}) == "matmul_scale");
    CHECK_THAT(by_tensor_core<gpu::half>(ampere, {.count = 3}), Contains(std::string(kernel)));

    auto const ran = multiply<gpu::policy::tensor_core, gpu::half, gpu::half>(ampere);
    CHECK(ran.grid == 4);
    CHECK(ran.block == 128);
    CHECK(std::string(ran.message).empty());
}

TEST_CASE("tensor_core splits k with mma.sync if tiles do not fill the GPU") {
    CHECK(by_tensor_core<gpu::half>(ampere, {100, 100, 8192}) ==
          std::string(kernel) + " + matmul_add_parts");
}

TEST_CASE("tensor_core says which products there are no kernels for") {
    CHECK_THROWS_WITH(by_tensor_core<gpu::half>(turing),
                      Contains("compute capability 8.0 or later; this one has 7.5"));
    CHECK_THROWS_WITH(by_tensor_core<double>(ampere),
                      Contains("no kernels for matrices of double") && Contains("8.6"));
    CHECK_THROWS_WITH(by_tensor_core<std::int32_t>(ampere), Contains("matrices of int32"));
    CHECK_THROWS_WITH(by_tensor_core<float>(ampere), Contains("float only with .fast()"));
    fake_tensor_core::architecture = 75;
    CHECK_THROWS_WITH(by_tensor_core<gpu::half>(ampere), Contains("built without kernels"));
    fake_tensor_core::architecture = 80;
    CHECK(by_tensor_core<gpu::half>(ampere) == kernel);
}

TEST_CASE("automatic takes mma.sync only if cuBLAS cannot be used") {
    CHECK(by_automatic<gpu::half>(ampere) == "cublasGemmEx");
    without_cublas const guard;
    CHECK(by_automatic<gpu::half>(ampere) == kernel);
    CHECK(by_automatic<std::int8_t>(ampere) == kernel);
    CHECK_THAT(by_automatic<gpu::half>(ampere, {150, 63, 130}), Contains("register_tile"));
    CHECK_THAT(by_automatic<gpu::half>(turing), Contains("register_tile"));
    // never rounds to TF32
    CHECK_THAT(by_automatic<float>(ampere), Contains("register_tile"));
    // there are other kernels for compute capability 9.0
    CHECK_THAT(by_automatic<gpu::half>(1), Contains("register_tile"));
}

TEST_CASE("kernels with mma.sync apply epilogues, except to sums of integers") {
    CHECK(by_tensor_core<gpu::half>(ampere, {.has_epilogue = true}) == kernel);
    CHECK(by_tensor_core<std::int8_t, float>(ampere, {.has_epilogue = true}) ==
          std::string(kernel) + " + matmul_epilogue");
    CHECK(by_automatic<gpu::half>(ampere, {.has_epilogue = true}) ==
          "cublasGemmEx + matmul_epilogue");
    without_cublas const guard;
    CHECK(by_automatic<gpu::half>(ampere, {.has_epilogue = true}) ==
          std::string(kernel) + " + matmul_epilogue");
}

TEST_CASE("automatic multiplies small matrices of float and double by its own tiles on Hopper") {
    CHECK(by_automatic<float>(hopper, {64, 64, 64}) == "matmul_small_tile<16, 16>");
    CHECK(by_automatic<float>(hopper, {256, 256, 256}) == "matmul_small_tile<16, 32>");
    CHECK(by_automatic<float>(hopper, {320, 320, 320}) == "matmul_small_tile<32, 32>");
    CHECK(by_automatic<float>(hopper, {512, 512, 512}) == "matmul_small_tile<32, 64>");
    CHECK(by_automatic<double>(hopper, {256, 256, 256}) == "matmul_small_tile<16, 32>");
    CHECK(by_automatic<float>(hopper, {64, 64, 64, false, true}) ==
          "matmul_small_tile<16, 16> + matmul_epilogue");
    CHECK(by_automatic<float>(hopper, {640, 640, 640}) == "cublasGemmEx");
    CHECK(by_automatic<double>(hopper, {512, 512, 512}) == "cublasGemmEx");
    CHECK(by_automatic<float>(ampere, {64, 64, 64}) == "cublasGemmEx");
}
