// SPDX-License-Identifier: Apache-2.0
/// Batches of products, on a fake runtime and a fake cuBLAS that computes products.
#include "fake_products.hpp"
#include "fake_tensor_core.hpp"

#include "matmul/batch.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <string>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;
using test::cublas;

namespace {

/// A batch of products of small matrices of float, at equal distances or not.
struct batch_call {
    static constexpr std::int64_t m = 3, n = 4, k = 5, most = 6;
    std::vector<float> a = std::vector<float>(most * m * k), b = std::vector<float>(most * k * n),
                       c = std::vector<float>(most * m * n, 1);
    std::vector<void*> of_a, of_b, of_c; ///< pointers, if they are not empty
    float alpha = 2, beta = 3;
    call_result ran;

    batch_call() {
        test::small_integers numbers(1);
        for (auto* const elements : {&a, &b})
            for (float& x : *elements) x = static_cast<float>(numbers(0, 0));
    }

    /// Points to matrices of A, B and C in this order.
    void point_to(std::vector<std::size_t> const& order) {
        for (std::size_t const i : order) {
            of_a.push_back(&a[i * m * k]);
            of_b.push_back(&b[i * k * n]);
            of_c.push_back(&c[i * m * n]);
        }
    }

    [[nodiscard]] matmul_request request(std::int64_t count) {
        matmul_request r;
        r.strategy = number_of<gpu::policy::automatic, matmul_strategies>;
        r.m = m, r.n = n, r.k = k;
        r.count = count;
        r.a = {{a.data(), k, 1}, {}, m * k, of_a.empty() ? nullptr : of_a.data()};
        r.b = {{b.data(), n, 1}, {}, k * n, of_b.empty() ? nullptr : of_b.data()};
        r.c = {{c.data(), n, 1}, {}, m * n, of_c.empty() ? nullptr : of_c.data()};
        r.alpha = &alpha;
        r.beta = &beta;
        check_shapes(r, sizeof(float), sizeof(float));
        check_batch(r);
        return r;
    }

    /// The kernel that ran.
    std::string run(std::uint32_t ordinal, matmul_request request, void* stream = nullptr) {
        request.stream = stream;
        cuda_backend().matmul(ordinal, request, ran);
        return ran.kernel;
    }

    /// Whether matrix i of C is alpha * A * B + beta * ones.
    [[nodiscard]] bool is_right(std::size_t i) const {
        for (std::int64_t row = 0; row < m; ++row)
            for (std::int64_t column = 0; column < n; ++column) {
                float sum = 0;
                for (std::int64_t l = 0; l < k; ++l)
                    sum += a[i * m * k + static_cast<std::size_t>(row * k + l)] *
                           b[i * k * n + static_cast<std::size_t>(l * n + column)];
                if (c[i * m * n + static_cast<std::size_t>(row * n + column)] != 2 * sum + 3)
                    return false;
            }
        return true;
    }
    [[nodiscard]] bool is_untouched(std::size_t i) const {
        for (std::size_t e = 0; e < m * n; ++e)
            if (c[i * m * n + e] != 1) return false;
        return true;
    }
};

std::size_t products() {
    std::lock_guard const lock(cublas().mutex);
    return cublas().products.size();
}

} // namespace

TEST_CASE("a batch at equal distances is one call of cuBLAS") {
    (void)cublas();
    std::size_t const before = products();
    batch_call call;
    CHECK(call.run(40, call.request(4)) == "cublasGemmStridedBatchedEx");
    for (std::size_t i = 0; i < 4; ++i) CHECK(call.is_right(i));
    CHECK((call.is_untouched(4) && call.is_untouched(5)));
    CHECK(products() == before + 1);
}

TEST_CASE(
    "pointers at equal distances are a stride, also backwards; others are copied to the GPU") {
    (void)cublas();
    batch_call backwards;
    backwards.point_to({4, 3, 2, 1});
    CHECK(backwards.run(40, backwards.request(4)) == "cublasGemmStridedBatchedEx");
    for (std::size_t i = 1; i < 5; ++i) CHECK(backwards.is_right(i));
    CHECK((backwards.is_untouched(0) && backwards.is_untouched(5)));

    batch_call both_ways; // A and B forwards, C backwards
    both_ways.point_to({1, 2, 3});
    std::ranges::reverse(both_ways.of_c);
    CHECK(both_ways.run(40, both_ways.request(3)) == "cublasGemmBatchedEx");

    batch_call mixed;
    mixed.point_to({5, 0, 3});
    std::size_t const before = products();
    CHECK(mixed.run(40, mixed.request(3)) == "cublasGemmBatchedEx");
    for (std::size_t const i : {0U, 3U, 5U}) CHECK(mixed.is_right(i));
    for (std::size_t const i : {1U, 2U, 4U}) CHECK(mixed.is_untouched(i));
    CHECK(products() == before + 1);
}

TEST_CASE("a graph does not copy pointers of the host again: its products are single") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    void* const stream = cuda_backend().make_stream(41);
    batch_call call;
    call.point_to({5, 0, 3});
    auto request = call.request(3);
    machine.captured = static_cast<cudaStream_t>(stream);
    CHECK_THROWS_WITH(call.run(41, request, stream), Contains("being captured into a graph"));
    CHECK(call.is_untouched(5));
    request.waits = 0;
    CHECK_THAT(call.run(41, request, stream), Contains("cublasGemmEx"));
    machine.captured = nullptr;
    CHECK(machine.broken_captures == 0);
    for (std::size_t const i : {0U, 3U, 5U}) CHECK(call.is_right(i));
    machine.end_graph();
    cuda_backend().end_stream(41, stream);
}

TEST_CASE("with an epilogue, cuBLAS writes sums to scratch, and C is left to the pass") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    void* const stream = cuda_backend().make_stream(43);
    for (std::int64_t const count : {1, 4}) {
        batch_call call;
        auto request = call.request(count);
        request.then.step[0].kind = epilogue_kind::relu;
        request.then.count = 1;
        request.waits = 0;
        call.run(43, request, stream); // allocates
        int const waits = machine.synchronisations;
        auto const blocks = machine.device_memory;
        batch_call warm;
        request = warm.request(count);
        request.then.step[0].kind = epilogue_kind::relu;
        request.then.count = 1;
        request.waits = 0;
        CHECK(warm.run(43, request, stream) ==
              (count == 1 ? "cublasGemmEx" : "cublasGemmStridedBatchedEx") +
                  std::string(" + matmul_epilogue"));
        CHECK((warm.is_untouched(0) && warm.is_untouched(3))); // the pass of the fake does nothing
        CHECK(machine.synchronisations == waits);
        CHECK(machine.device_memory == blocks);
    }
    cuda_backend().end_stream(43, stream);
}

TEST_CASE("register_tile computes a batch at equal distances in one launch, others one by one") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    batch_call call;
    auto const launches_of = [&](matmul_request request) {
        request.strategy = number_of<gpu::policy::register_tile, matmul_strategies>;
        request.space = static_cast<std::uint32_t>(gpu::policy::register_tile::spaces[0]);
        int const launches = machine.launches;
        call.ran = {};
        (void)call.run(44, request);
        return machine.launches - launches;
    };
    auto request = call.request(6);
    CHECK(launches_of(request) == 1);
    CHECK(std::string(call.ran.kernel) == "matmul_batch<64, 64>");
    CHECK(call.ran.grid == 6);
    request.then.step[0].kind = epilogue_kind::relu;
    request.then.count = 1;
    CHECK(launches_of(request) == 1);
    CHECK(std::string(call.ran.kernel) == "matmul_batch<64, 64>");
    call.point_to({4, 3, 2, 1}); // a stride
    CHECK(launches_of(call.request(4)) == 1);
    call.point_to({5, 0});
    CHECK(launches_of(call.request(6)) == 6);
    CHECK(std::string(call.ran.kernel) == "matmul_register_tile<64, 64>");

    // cuBLAS has no products of int32, and there is no kernel for a matrix and few vectors
    std::vector<std::int32_t> const x(4 * 40 * 40), y(x);
    std::vector<std::int32_t> z(x);
    std::int32_t const one = 1, zero = 0;
    auto of_integers = call.request(4);
    of_integers.value = of_integers.result = index_of<std::int32_t, matmul_types>;
    of_integers.m = of_integers.n = of_integers.k = 40;
    auto const matrices = [](auto& elements) {
        return matmul_operand{{const_cast<std::int32_t*>(elements.data()), 40, 1}, {}, 1600, {}};
    };
    of_integers.a = matrices(x), of_integers.b = matrices(y), of_integers.c = matrices(z);
    of_integers.alpha = &one, of_integers.beta = &zero;
    int const launches = machine.launches;
    call.ran = {};
    CHECK(call.run(44, of_integers) == "matmul_batch<64, 64>");
    CHECK(machine.launches == launches + 1);
    CHECK_THAT(call.ran.message, Contains("cuBLAS has no products of int32"));
}

TEST_CASE("automatic computes a batch by tensor cores, product by product, if each fills the GPU") {
    (void)cublas();
    auto const kernel = [](bool has_relu) {
        batch_call call;
        auto request = call.request(4);
        request.then.step[0].kind = epilogue_kind::relu;
        request.then.count = has_relu ? 1 : 0;
        return call.run(45, request);
    };
    fake_tensor_core::next = fake_tensor_core::ending::multiplied;
    CHECK(kernel(false) == "cublasGemmStridedBatchedEx");
    CHECK(kernel(true) == "cublasGemmStridedBatchedEx + matmul_epilogue");
    fake_tensor_core::fills_gpu = true;
    CHECK_THAT(kernel(false), Contains("matmul_tensor_core"));
    CHECK_THAT(kernel(true), Contains("matmul_tensor_core"));
    fake_tensor_core::fills_gpu = false;
    fake_tensor_core::next = fake_tensor_core::ending::absent;
}

TEST_CASE("tensor cores compute a batch in one launch if they can, also with an epilogue") {
    (void)cublas();
    auto const calls = [](bool is_automatic, bool has_relu) {
        batch_call call;
        auto request = call.request(4);
        if (!is_automatic)
            request.strategy = number_of<gpu::policy::tensor_core, matmul_strategies>;
        request.then.step[0].kind = epilogue_kind::relu;
        request.then.count = has_relu ? 1 : 0;
        int const before = fake_tensor_core::calls;
        CHECK(call.run(46, request) == "split + matmul_tensor_core");
        return fake_tensor_core::calls - before;
    };
    fake_tensor_core::next = fake_tensor_core::ending::multiplied;
    for (bool const has_relu : {false, true}) CHECK(calls(false, has_relu) == 4);
    fake_tensor_core::takes_batches = true;
    for (bool const has_relu : {false, true}) {
        CHECK(calls(false, has_relu) == 1);
        CHECK(calls(true, has_relu) == 1);
    }
    // without memory for it, cuBLAS computes the batch
    fake_tensor_core::next = fake_tensor_core::ending::out_of_memory;
    batch_call call;
    CHECK(call.run(46, call.request(4)) == "cublasGemmStridedBatchedEx");
    CHECK(call.is_right(3));
    CHECK(std::string(call.ran.message) == "tensor_core: no memory for the planes");
    // nor by cuBLAS: the report has both reasons
    cublas().failing_function = "gemm";
    cublas().failure = CUBLAS_STATUS_NOT_SUPPORTED;
    batch_call other;
    CHECK(other.run(46, other.request(4)).starts_with("matmul_"));
    CHECK(std::string(other.ran.message)
              .starts_with(
                  "tensor_core: no memory for the planes; cuBLAS does not support this product"));
    cublas().failing_function.clear();
    fake_tensor_core::takes_batches = false;
    fake_tensor_core::next = fake_tensor_core::ending::absent;
}

TEST_CASE("a batch for which cuBLAS has too little memory is computed product by product") {
    (void)cublas();
    cublas().failing_function = "gemm";
    cublas().failure = CUBLAS_STATUS_ALLOC_FAILED;
    batch_call call;
    CHECK(call.run(47, call.request(2)).starts_with("matmul_"));
    CHECK_THAT(call.ran.message, Contains("cublasGemmStridedBatchedEx"));
    cublas().failing_function.clear();
}

TEST_CASE("a batch that cuBLAS refuses is computed product by product, with one wait") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    cublas().failing_function = "gemm";
    cublas().failure = CUBLAS_STATUS_NOT_SUPPORTED;
    batch_call call;
    call.run(42, call.request(2)); // allocates
    int const waits = machine.synchronisations;
    int const launches = machine.launches;
    batch_call warm;
    CHECK(warm.run(42, warm.request(6)).starts_with("matmul_")); // the fake GPU does not compute
    CHECK_THAT(warm.ran.message, Contains("cuBLAS does not support this product"));
    CHECK(machine.launches == launches + 6);
    CHECK(machine.synchronisations == waits + 1);
    cublas().failing_function.clear();
}
