// SPDX-License-Identifier: Apache-2.0
/// Calls of cuBLAS, on a fake runtime and a fake cuBLAS that computes products.
#include "fake_products.hpp"

#include "cuda/matmul/cublas_lease.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

using namespace gpu::detail;
using Catch::Contains;
using test::call;
using test::cublas;
using test::float_call;
using test::last_product;

namespace {

/// Number of workspaces that the library keeps, on all GPUs.
std::size_t kept_workspaces() {
    auto const& blocks = fake_cuda::here().device_memory;
    return static_cast<std::size_t>(std::count_if(blocks.begin(), blocks.end(), [](auto const& b) {
        return b.second == cublas_workspace::bytes;
    }));
}

} // namespace

TEST_CASE("the constants of cuBLAS's interface are those of its header") {
    STATIC_REQUIRE(cublas_exact_math ==
                   (CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
    STATIC_REQUIRE(static_cast<int>(cublas_status::success) == CUBLAS_STATUS_SUCCESS);
    STATIC_REQUIRE(static_cast<int>(cublas_status::not_supported) == CUBLAS_STATUS_NOT_SUPPORTED);
    STATIC_REQUIRE(static_cast<int>(cublas_operation::none) == CUBLAS_OP_N);
    STATIC_REQUIRE(static_cast<int>(cublas_operation::transposed) == CUBLAS_OP_T);
    STATIC_REQUIRE(static_cast<int>(cublas_compute::in_float) == CUBLAS_COMPUTE_32F);
    STATIC_REQUIRE(static_cast<int>(cublas_compute::in_double) == CUBLAS_COMPUTE_64F);
    STATIC_REQUIRE(static_cast<int>(cublas_compute::in_int32) == CUBLAS_COMPUTE_32I);
    STATIC_REQUIRE(cublas_default_algorithm == CUBLAS_GEMM_DEFAULT);
    using ours = std::remove_const_t<decltype(cublas_library::gemm)>;
    using theirs = decltype(&cublasGemmEx_64);
    STATIC_REQUIRE(sizeof(ours) == sizeof(theirs));
}

TEST_CASE("every product runs on the stream of its call, with a workspace set after the stream") {
    (void)cublas();
    std::set<cudaStream_t> streams;
    for (int i = 0; i < 3; ++i) {
        void* const stream = cuda_backend().make_stream(1);
        for (int k = 0; k < 2; ++k) {
            float_call call(4, 5, 6);
            call.run(1, stream);
            CHECK(call.is_right(call.c));
            CHECK(std::string(call.ran.kernel) == "cublasGemmEx");
            auto const product = last_product();
            CHECK(product.stream == static_cast<cudaStream_t>(stream));
            CHECK(product.workspace != nullptr);
            CHECK(product.workspace_bytes == cublas_workspace::bytes);
            streams.insert(product.stream);
        }
        // the next product then uses another stream
        if (i == 0) cuda_backend().end_stream(1, stream);
    }
    float_call on_default(4, 5, 6);
    on_default.run(1);
    CHECK(last_product().stream == cudaStreamLegacy);
    CHECK(last_product().workspace != nullptr);
}

TEST_CASE("each product waits for its stream, and leaves the others alone") {
    (void)cublas();
    void* const stream = cuda_backend().make_stream(2);
    std::vector<cudaStream_t> waited;
    float_call call(4, 5, 6);
    call.run(2, stream); // warm
    auto const former =
        std::exchange(fake_cuda::here().synchronised, [&](cudaStream_t s) { waited.push_back(s); });
    call.run(2, stream);
    fake_cuda::here().synchronised = former;
    CHECK(waited == std::vector<cudaStream_t>{static_cast<cudaStream_t>(stream)});
    cublas().wait(static_cast<cudaStream_t>(stream));
    cuda_backend().end_stream(2, stream);
}

TEST_CASE("a product's workspace has no pending work of another stream") {
    (void)cublas();
    void* const stream = cuda_backend().make_stream(11);
    void* const other = cuda_backend().make_stream(11);
    float_call(4, 5, 6).run(11, stream); // leaves a workspace
    float_call between(4, 5, 6);
    bool is_first = true;
    auto const former = fake_cuda::here().synchronised;
    fake_cuda::here().synchronised = [&](cudaStream_t waited) {
        if (std::exchange(is_first, false)) between.run(11, other); // the first one is pending
        former(waited);
    };
    float_call first(4, 5, 6);
    first.run(11, stream);
    fake_cuda::here().synchronised = former;
    CHECK(between.is_right(between.c));
    CHECK(cublas().shared_workspaces == 0);
    cuda_backend().end_stream(11, stream);
    cuda_backend().end_stream(11, other);
}

TEST_CASE("a warm product allocates nothing") {
    (void)cublas();
    void* const streams[] = {cuda_backend().make_stream(3), cuda_backend().make_stream(3)};
    float_call(4, 5, 6).run(3, streams[0]);
    auto const blocks = fake_cuda::here().device_memory;
    int const handles = cublas().handles;
    for (void* const stream : streams) float_call(4, 5, 6).run(3, stream);
    CHECK(fake_cuda::here().device_memory == blocks);
    CHECK(cublas().handles == handles);
    for (void* const stream : streams) cuda_backend().end_stream(3, stream);
}

TEST_CASE("threads with different streams share neither a handle nor a workspace") {
    int const handles = cublas().handles;
    std::size_t const kept = kept_workspaces();
    std::vector<int> wrong(6);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&, t] {
            void* const stream = cuda_backend().make_stream(4);
            for (int i = 0; i < 200; ++i) {
                call<double, double> product(3, 4, 5);
                product.alpha = static_cast<double>(t + 1);
                product.run(4, stream);
                wrong[t] += !product.is_right(product.c);
            }
            cuda_backend().end_stream(4, stream);
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(wrong.size()));
    CHECK(cublas().shared_handles == 0);
    CHECK(cublas().shared_workspaces == 0);
    CHECK(cublas().handles - handles <= static_cast<int>(cublas_lease::most_handles));
    CHECK(kept_workspaces() - kept <= cublas_workspace::most_idle);
}

TEST_CASE("no product is computed in TF32, and sums of 16-bit types are not rounded in between") {
    call<gpu::half, gpu::half>(4, 5, 6).run(5);
    std::lock_guard const lock(cublas().mutex);
    for (auto const& product : cublas().products) {
        CHECK(product.math_mode ==
              (CUBLAS_DEFAULT_MATH | CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION));
        CHECK((product.compute == CUBLAS_COMPUTE_32F || product.compute == CUBLAS_COMPUTE_64F ||
               product.compute == CUBLAS_COMPUTE_32I));
    }
}

TEMPLATE_TEST_CASE("cuBLAS is given matrices of any layout, with gaps, and vectors", "",
                   (call<float, float>), (call<double, double>), (call<gpu::half, gpu::half>),
                   (call<gpu::half, float>), (call<gpu::bfloat16, gpu::bfloat16>),
                   (call<gpu::bfloat16, float>), (call<std::int8_t, std::int32_t>)) {
    (void)cublas();
    int by_cublas = 0;
    for (std::int64_t const m : {1, 2, 5})
        for (std::int64_t const n : {1, 3, 5})
            for (std::int64_t const k : {1, 4, 7})
                for (unsigned bits = 0; bits < 64; ++bits) {
                    auto const how = [bits](unsigned i) {
                        return test::arrangement{(bits >> i & 1) != 0, (bits >> i & 8) != 0 ? 3 : 0,
                                                 0};
                    };
                    TestType product(m, n, k, how(0), how(1), how(2));
                    if (bits % 5 == 0) product.alpha = 2, product.beta = 3;
                    auto const before = product.c;
                    product.run(6);
                    // on the fake, kernels of the library do nothing
                    bool const is_cublas = std::string(product.ran.kernel) == "cublasGemmEx";
                    INFO(m << " x " << n << " x " << k << ", arrangement " << bits << ": "
                           << product.ran.kernel << " " << product.ran.message);
                    if (is_cublas) REQUIRE(product.is_right(before));
                    else REQUIRE_FALSE(std::string(product.ran.message).empty());
                    by_cublas += is_cublas;
                }
    CHECK(by_cublas > 100);
}

TEST_CASE("cuBLAS computes matrix-vector products of double only if aligned and without gaps") {
    (void)cublas();
    auto const kernel = [](std::int64_t m, std::int64_t n, test::arrangement how) {
        call<double, double> product(m, n, 100, how, how, how);
        product.run(7);
        return std::string(product.ran.kernel);
    };
    for (bool const by_columns : {false, true}) {
        CHECK_THAT(kernel(64, 1, {by_columns, 3, 0}), Contains("matmul_vector"));
        CHECK_THAT(kernel(1, 64, {by_columns, 3, 0}), Contains("matmul_vector"));
        CHECK_THAT(kernel(64, 1, {by_columns, 0, 1}), Contains("matmul_vector"));
        CHECK(kernel(64, 1, {by_columns, 0, 0}) == "cublasGemmEx");
        CHECK(kernel(64, 1, {by_columns, 0, 2}) == "cublasGemmEx");
        CHECK(kernel(64, 2, {by_columns, 3, 1}) == "cublasGemmEx");
    }
    float_call of_floats(64, 1, 100, {false, 3, 1}, {true, 3, 1}, {false, 3, 1});
    of_floats.run(7);
    CHECK(std::string(of_floats.ran.kernel) == "cublasGemmEx");
    call<double, double> by_vendor(64, 1, 257, {false, 3, 0});
    CHECK_THROWS_WITH(by_vendor.run(7, nullptr, true), Contains("gaps between their lines"));
}

TEST_CASE("a product that cuBLAS does not support is computed by a kernel, or refused by vendor") {
    cublas().failing_function = "gemm";
    float_call call(5, 6, 7);
    for (auto const failure : {CUBLAS_STATUS_NOT_SUPPORTED, CUBLAS_STATUS_INVALID_VALUE}) {
        cublas().failure = failure;
        call.run(8);
        CHECK_THAT(call.ran.kernel, Contains("matmul_register_tile"));
        CHECK_THAT(call.ran.message, Contains("cuBLAS does not support this product"));
    }
    CHECK_THROWS_WITH(call.run(8, nullptr, true), Contains("cuBLAS does not support"));
    cublas().failing_function.clear();
    call.run(8, nullptr, true);
    CHECK(std::string(call.ran.kernel).ends_with("cublasGemmEx"));
}

TEST_CASE("vendor multiplies C by beta if alpha or k is 0, without cuBLAS") {
    auto const products = cublas().products.size();
    float_call without_alpha(5, 6, 7), without_k(5, 6, 0);
    without_alpha.alpha = 0;
    for (auto* const call : {&without_alpha, &without_k}) {
        call->beta = 2;
        call->run(8, nullptr, true);
        CHECK(std::string(call->ran.kernel) == "matmul_scale");
    }
    CHECK(cublas().products.size() == products);
}

TEST_CASE("each function of cuBLAS may fail: an exception, no leak, and the next product works") {
    std::uint32_t ordinal = 20;
    for (std::string const function :
         {"create", "set_math_mode", "set_stream", "set_workspace", "gemm"}) {
        INFO(function);
        ++ordinal; // another GPU, so that handles are created
        int const handles = cublas().handles;
        cublas().failing_function = function;
        cublas().failure = CUBLAS_STATUS_EXECUTION_FAILED;
        float_call call(4, 5, 6);
        auto const before = call.c;
        for (int i = 0; i < 10; ++i) // more often than there are handles
            CHECK_THROWS_WITH(call.run(ordinal), Contains("the fake cuBLAS failed"));
        CHECK(std::equal(&call.c(0, 0), &call.c(0, 0) + 20, &before(0, 0)));
        cublas().failing_function.clear();
        call.run(ordinal);
        CHECK(call.is_right(call.c));
        CHECK(cublas().handles == handles + 1);
    }
}

TEST_CASE("if memory is short, automatic does without cuBLAS, and vendor says so") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    std::uint32_t ordinal = 26;
    float_call call(5, 6, 7);
    auto const check = [&](char const* reason) {
        call.run(ordinal);
        CHECK_THAT(call.ran.kernel, Contains("matmul_register_tile"));
        CHECK_THAT(call.ran.message, Contains(reason));
        CHECK_THROWS_AS(call.run(ordinal, nullptr, true), gpu::out_of_memory);
    };
    cublas().failure = CUBLAS_STATUS_ALLOC_FAILED;
    for (auto const& [function, reason] :
         {std::pair{"create", "cublasCreate"}, {"gemm", "cublasGemmEx"}}) {
        ++ordinal; // another GPU, so that a handle is created
        cublas().failing_function = function;
        check(reason);
        cublas().failing_function.clear();
        call.run(ordinal);
        CHECK(call.is_right(call.c));
    }
    ++ordinal; // which has no workspace for cuBLAS
    auto const free = machine.bytes_free;
    machine.bytes_free = cublas_workspace::bytes - 1;
    check("of 33554432 bytes failed");
    machine.bytes_free = free;
    call.run(ordinal);
    CHECK(call.is_right(call.c));
}

TEST_CASE("idle workspaces of cuBLAS are freed before an allocation fails") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    constexpr std::uint32_t ordinal = 30;
    void* const stream = cuda_backend().make_stream(ordinal);
    float_call(4, 5, 6).run(ordinal);            // keeps one
    float_call(4, 5, 6).submit(ordinal, stream); // attaches another one
    float_call(4, 5, 6).run(ordinal);
    cudaStream_t foreign{};
    REQUIRE(cudaSetDevice(static_cast<int>(ordinal)) == cudaSuccess);
    REQUIRE(cudaStreamCreate(&foreign) == cudaSuccess);
    float_call(4, 5, 6).submit(ordinal, foreign); // attaches the one that was kept; its work ends
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
    cuda_backend().end_stream(ordinal, stream); // so that no work uses it
    auto const kept = kept_workspaces();
    auto const free = machine.bytes_free;
    machine.bytes_free = 0;
    CHECK_THROWS_AS(cuda_backend().allocate(ordinal, 1000, nullptr), gpu::out_of_memory);
    machine.bytes_free = free;
    CHECK(kept_workspaces() == kept - 2);
    float_call product(4, 5, 6);
    product.run(ordinal);
    CHECK(product.is_right(product.c));
    CHECK(kept_workspaces() == kept - 1);
    REQUIRE(cudaStreamDestroy(foreign) == cudaSuccess);
}

TEST_CASE("any CUDA call that a product makes may fail, and the next product works") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    int failures = 0;
    float_call(4, 5, 6).run(9); // creates the pool
    for (int good = 0;; ++good) {
        float_call call(4, 5, 6);
        machine.fail_after(good, cudaErrorUnknown);
        bool thrown = false;
        try {
            call.run(9);
        } catch (gpu::error const&) {
            thrown = true;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        failures += thrown;
        CHECK((thrown || call.is_right(call.c)));
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        auto const blocks = machine.device_memory.size();
        call.run(9);
        CHECK(call.is_right(call.c));
        CHECK(machine.device_memory.size() <= blocks + 2);
        if (!reached) break;
    }
    CHECK(failures > 4);
}

TEST_CASE("a product on a captured stream is refused, and the capture stays valid") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    void* const stream = cuda_backend().make_stream(10);
    float_call call(4, 5, 6);
    machine.captured = static_cast<cudaStream_t>(stream);
    auto const products = cublas().products.size();
    CHECK_THROWS_WITH(call.run(10, stream), Contains("is being captured into a graph"));
    CHECK_THROWS_WITH(call.run(10),
                      Contains("default stream cannot be used") && Contains("on(stream)"));
    CHECK(cublas().products.size() == products);
    void* const other = cuda_backend().make_stream(10);
    call.run(10, other);
    CHECK(call.is_right(call.c));
    CHECK(machine.broken_captures == 0);
    machine.captured = nullptr;
    cuda_backend().end_stream(10, other);
    cuda_backend().end_stream(10, stream);
}

TEST_CASE("after a reset of the GPU, products have new handles and workspaces") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    float_call call(4, 5, 6);
    call.run(60);
    int const handles = cublas().handles;
    auto const workspaces = kept_workspaces();
    int const crashes = machine.crashes;
    machine.reset(60);
    CHECK(kept_workspaces() == workspaces - 1);
    call.run(60);
    CHECK(call.is_right(call.c));
    CHECK(cublas().handles == handles + 1);
    CHECK(kept_workspaces() == workspaces);
    CHECK(machine.is_there(last_product().workspace));
    CHECK(machine.crashes == crashes);
}
