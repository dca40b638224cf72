// SPDX-License-Identifier: Apache-2.0
/// Products by automatic that tensor cores cannot compute, on a fake runtime with a fake cuBLAS.
#include "fake_cublas.hpp"
#include "fake_runtime.hpp"
#include "fake_tensor_core.hpp"
#include "support/matmul_reference.hpp"

#include "call/backend.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <catch2/catch.hpp>

#include <dlfcn.h>

#include <cstddef>
#include <string>

using namespace gpu::detail;
using Catch::Contains;
using fake_tensor_core::ending;
using test::stored_matrix;

namespace {

/// Loads the fake before the library looks for the real cuBLAS, so that the library finds the fake.
fake_cublas::library& loaded_cublas() {
    static auto& library = []() -> fake_cublas::library& {
        void* const loaded = dlopen(FAKE_CUBLAS, RTLD_NOW | RTLD_LOCAL);
        INFO((loaded == nullptr ? dlerror() : ""));
        REQUIRE(loaded != nullptr);
        return *reinterpret_cast<decltype(&fake_cublas_library)>(
            dlsym(loaded, "fake_cublas_library"))();
    }();
    return library;
}

std::size_t products_of_cublas() {
    std::lock_guard const lock(loaded_cublas().mutex);
    return loaded_cublas().products.size();
}

matmul_operand operand_of(stored_matrix<float>& matrix) {
    return {matrix.data_handle(), matrix.stride(0), matrix.stride(1), {}};
}

struct product {
    call_result ran;
    bool is_right;
};

/// C = A * B by automatic, on a fake GPU that reads host memory.
/// @param next how the product by tensor cores ends
/// @param has_epilogue whether negative elements become 0
product multiply(ending next, bool has_epilogue = false) {
    stored_matrix<float> a(5, 7), b(7, 6), c(5, 6);
    a.fill(test::small_integers(1));
    b.fill(test::small_integers(2));
    float const one = 1, zero = 0;
    matmul_request request;
    request.strategy = number_of<gpu::policy::automatic, matmul_strategies>;
    request.value = request.result = index_of<float, matmul_types>;
    request.m = 5;
    request.n = 6;
    request.k = 7;
    request.a = operand_of(a);
    request.b = operand_of(b);
    request.c = operand_of(c);
    request.alpha = &one;
    request.beta = &zero;
    request.then.step[0].kind = epilogue_kind::relu;
    request.then.count = has_epilogue ? 1 : 0;
    if (next == ending::without_resource)
        request.scratch.allocate = [](void*, std::uint64_t) noexcept -> void* { return nullptr; };
    product made{};
    fake_tensor_core::next = next;
    cuda_backend().matmul(1, request, made.ran);
    fake_tensor_core::next = ending::absent;
    made.is_right = true;
    for (std::int64_t i = 0; i < 5; ++i)
        for (std::int64_t j = 0; j < 6; ++j)
            made.is_right &= c(i, j) == test::dot<float>(a, b, i, j);
    return made;
}

} // namespace

TEST_CASE("automatic multiplies by tensor cores if they are faster") {
    std::size_t const before = products_of_cublas();
    CHECK(std::string(multiply(ending::multiplied).ran.kernel) == "split + matmul_tensor_core");
    CHECK(products_of_cublas() == before);
}

TEST_CASE("tensor cores apply epilogues; without memory for them, a pass follows cuBLAS") {
    std::size_t const before = products_of_cublas();
    CHECK(std::string(multiply(ending::multiplied, true).ran.kernel) ==
          "split + matmul_tensor_core");
    CHECK(products_of_cublas() == before);
    auto const without = multiply(ending::out_of_memory, true).ran;
    CHECK(std::string(without.kernel) == "cublasGemmEx + matmul_epilogue");
    CHECK(products_of_cublas() == before + 1);
    CHECK_THAT(multiply(ending::absent, true).ran.kernel, Contains(" + matmul_epilogue"));
}

TEST_CASE("automatic uses cuBLAS if there is no memory for tensor cores") {
    std::size_t const before = products_of_cublas();
    auto const [ran, is_right] = multiply(ending::out_of_memory);
    CHECK(std::string(ran.kernel) == "cublasGemmEx");
    CHECK_THAT(ran.message, Contains("no memory for the planes"));
    CHECK(is_right);
    CHECK(products_of_cublas() == before + 1);
}

TEST_CASE("automatic uses cuBLAS if the policy's resource has no memory for tensor cores") {
    std::size_t const before = products_of_cublas();
    auto const [ran, is_right] = multiply(ending::without_resource);
    CHECK(std::string(ran.kernel) == "cublasGemmEx");
    CHECK_THAT(ran.message, Contains("the policy's memory resource has no 4 bytes"));
    CHECK(is_right);
    CHECK(products_of_cublas() == before + 1);
}

TEST_CASE("automatic uses cuBLAS if tensor cores do not support the magnitudes") {
    std::size_t const before = products_of_cublas();
    auto const [ran, is_right] = multiply(ending::unsupported_magnitudes);
    CHECK(std::string(ran.kernel) == "split + cublasGemmEx");
    CHECK(std::string(ran.message) == "magnitudes");
    CHECK(is_right);
    CHECK(products_of_cublas() == before + 1);
}

TEST_CASE("automatic uses register_tile if neither tensor cores nor cuBLAS can multiply") {
    loaded_cublas().failing_function = "gemm";
    loaded_cublas().failure = CUBLAS_STATUS_NOT_SUPPORTED;
    auto const ran = multiply(ending::unsupported_magnitudes).ran;
    loaded_cublas().failing_function.clear();
    CHECK_THAT(ran.kernel, Contains("split + matmul_register_tile"));
    CHECK_THAT(ran.message, Contains("magnitudes; cuBLAS does not support"));
}
