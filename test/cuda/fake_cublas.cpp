// SPDX-License-Identifier: Apache-2.0
#include "fake_cublas.hpp"

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <algorithm>
#include <atomic>
#include <string_view>
#include <thread>

using fake_cublas::library;

struct cublasContext {
    cudaStream_t stream = nullptr;
    void* workspace = nullptr;
    std::size_t workspace_bytes = 0;
    cublasMath_t math_mode = CUBLAS_DEFAULT_MATH;
    std::atomic<int> callers = 0;
};

namespace {

library& here() {
    static library only;
    return only;
}

/// A call on a handle; detects calls of other threads on the same handle at that time.
class call {
public:
    explicit call(cublasHandle_t handle) : handle_(handle) {
        if (++handle_->callers > 1) {
            std::lock_guard const lock(here().mutex);
            ++here().shared_handles;
        }
        std::this_thread::yield(); // lets other threads interleave, if they can
    }
    call(call const&) = delete;
    call& operator=(call const&) = delete;
    ~call() { --handle_->callers; }

private:
    cublasHandle_t handle_;
};

cublasStatus_t status_of(std::string_view function) {
    std::lock_guard const lock(here().mutex);
    return here().failing_function == function ? here().failure : CUBLAS_STATUS_SUCCESS;
}

void note_setting() {
    std::lock_guard const lock(here().mutex);
    ++here().settings;
}

/// A column-major matrix, transposed or not.
template <class T>
struct operand {
    T const* data;
    bool transposed;
    std::int64_t leading_dimension;

    [[nodiscard]] T at(std::int64_t row, std::int64_t column) const {
        return transposed ? data[row * leading_dimension + column]
                          : data[column * leading_dimension + row];
    }
};

/// Accumulates in the compute type, and rounds once.
template <class Value, class Result, class Accumulator>
void multiply(std::int64_t m, std::int64_t n, std::int64_t k, Accumulator alpha,
              operand<Value> const& a, operand<Value> const& b, Accumulator beta, Result* c,
              std::int64_t ldc) {
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t i = 0; i < m; ++i) {
            Accumulator sum{};
            for (std::int64_t l = 0; l < k; ++l)
                sum += static_cast<Accumulator>(a.at(i, l)) * static_cast<Accumulator>(b.at(l, j));
            Result& element = c[j * ldc + i];
            Accumulator const old = beta == 0 ? 0 : beta * static_cast<Accumulator>(element);
            element = static_cast<Result>(alpha * sum + old);
        }
}

/// Arguments of cublasGemmEx.
struct arguments {
    cublasOperation_t op_a, op_b;
    std::int64_t m, n, k;
    void const* alpha;
    void const* a;
    cudaDataType type_a;
    std::int64_t lda;
    void const* b;
    cudaDataType type_b;
    std::int64_t ldb;
    void const* beta;
    void* c;
    cudaDataType type_c;
    std::int64_t ldc;
    cublasComputeType_t compute;

    [[nodiscard]] bool is_valid() const {
        auto const least = [](std::int64_t rows) { return std::max<std::int64_t>(1, rows); };
        return m >= 0 && n >= 0 && k >= 0 && type_a == type_b &&
               lda >= least(op_a == CUBLAS_OP_N ? m : k) &&
               ldb >= least(op_b == CUBLAS_OP_N ? k : n) && ldc >= least(m);
    }

    template <class Value, class Result, class Accumulator>
    [[nodiscard]] bool computed(cudaDataType value, cudaDataType result,
                                cublasComputeType_t type) const {
        if (type_a != value || type_c != result || compute != type) return false;
        multiply<Value, Result, Accumulator>(
            m, n, k, *static_cast<Accumulator const*>(alpha),
            {static_cast<Value const*>(a), op_a != CUBLAS_OP_N, lda},
            {static_cast<Value const*>(b), op_b != CUBLAS_OP_N, ldb},
            *static_cast<Accumulator const*>(beta), static_cast<Result*>(c), ldc);
        return true;
    }

    /// @return whether cuBLAS supports such a product
    [[nodiscard]] bool run() const {
        using gpu::bfloat16;
        using gpu::half;
        auto const in_float = CUBLAS_COMPUTE_32F;
        return computed<float, float, float>(CUDA_R_32F, CUDA_R_32F, in_float) ||
               computed<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F) ||
               computed<half, half, float>(CUDA_R_16F, CUDA_R_16F, in_float) ||
               computed<half, float, float>(CUDA_R_16F, CUDA_R_32F, in_float) ||
               computed<bfloat16, bfloat16, float>(CUDA_R_16BF, CUDA_R_16BF, in_float) ||
               computed<bfloat16, float, float>(CUDA_R_16BF, CUDA_R_32F, in_float) ||
               computed<std::int8_t, std::int32_t, std::int32_t>(CUDA_R_8I, CUDA_R_32I,
                                                                 CUBLAS_COMPUTE_32I);
    }
};

long long bytes_of(cudaDataType type) {
    switch (type) {
    case CUDA_R_64F: return 8;
    case CUDA_R_16F:
    case CUDA_R_16BF: return 2;
    case CUDA_R_8I: return 1;
    default: return 4;
    }
}

/// Records a product, and the stream that now uses its workspace.
void note(cublasContext const& handle, arguments const& product) {
    std::lock_guard const lock(here().mutex);
    here().products.push_back({handle.stream, handle.workspace, handle.workspace_bytes,
                               handle.math_mode, product.m, product.n, product.k, product.compute});
    auto const [entry, is_new] = here().pending.emplace(handle.workspace, handle.stream);
    if (!is_new && entry->second != handle.stream) ++here().shared_workspaces;
}

} // namespace

extern "C" {
#pragma GCC visibility push(default)

fake_cublas::library* fake_cublas_library() { return &here(); }

cublasStatus_t cublasCreate_v2(cublasHandle_t* handle) {
    if (auto const status = status_of("create"); status != CUBLAS_STATUS_SUCCESS) return status;
    *handle = new cublasContext;
    std::lock_guard const lock(here().mutex);
    ++here().handles;
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle) {
    delete handle;
    std::lock_guard const lock(here().mutex);
    --here().handles;
    return CUBLAS_STATUS_SUCCESS;
}
/// Setting a stream resets the workspace to cuBLAS's own.
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream) {
    call const here(handle);
    note_setting();
    handle->stream = stream;
    handle->workspace = nullptr;
    handle->workspace_bytes = 0;
    return status_of("set_stream");
}
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void* workspace, std::size_t bytes) {
    call const here(handle);
    note_setting();
    handle->workspace = workspace;
    handle->workspace_bytes = bytes;
    return status_of("set_workspace");
}
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode) {
    call const here(handle);
    handle->math_mode = mode;
    return status_of("set_math_mode");
}
char const* cublasGetStatusString(cublasStatus_t) { return "the fake cuBLAS failed"; }

cublasStatus_t cublasGemmEx_64(cublasHandle_t handle, cublasOperation_t op_a,
                               cublasOperation_t op_b, std::int64_t m, std::int64_t n,
                               std::int64_t k, void const* alpha, void const* a,
                               cudaDataType type_a, std::int64_t lda, void const* b,
                               cudaDataType type_b, std::int64_t ldb, void const* beta, void* c,
                               cudaDataType type_c, std::int64_t ldc, cublasComputeType_t compute,
                               cublasGemmAlgo_t) {
    call const here(handle);
    if (auto const status = status_of("gemm"); status != CUBLAS_STATUS_SUCCESS) return status;
    arguments const product{op_a, op_b,   m,   n,    k, alpha,  a,   type_a, lda,
                            b,    type_b, ldb, beta, c, type_c, ldc, compute};
    if (!product.is_valid()) return CUBLAS_STATUS_INVALID_VALUE;
    if (!product.run()) return CUBLAS_STATUS_NOT_SUPPORTED;
    note(*handle, product);
    return CUBLAS_STATUS_SUCCESS;
}

/// Products of a batch are recorded as one.
cublasStatus_t cublasGemmStridedBatchedEx_64(
    cublasHandle_t handle, cublasOperation_t op_a, cublasOperation_t op_b, std::int64_t m,
    std::int64_t n, std::int64_t k, void const* alpha, void const* a, cudaDataType type_a,
    std::int64_t lda, long long stride_a, void const* b, cudaDataType type_b, std::int64_t ldb,
    long long stride_b, void const* beta, void* c, cudaDataType type_c, std::int64_t ldc,
    long long stride_c, std::int64_t count, cublasComputeType_t compute, cublasGemmAlgo_t) {
    call const here(handle);
    if (auto const status = status_of("gemm"); status != CUBLAS_STATUS_SUCCESS) return status;
    // on an H200, its kernels for half then accessed memory outside the matrices
    if (std::min({stride_a, stride_b, stride_c}) < 0) return CUBLAS_STATUS_EXECUTION_FAILED;
    arguments product{op_a, op_b,   m,   n,    k, alpha,  a,   type_a, lda,
                      b,    type_b, ldb, beta, c, type_c, ldc, compute};
    for (std::int64_t i = 0; i < count; ++i) {
        product.a = static_cast<char const*>(a) + i * stride_a * bytes_of(type_a);
        product.b = static_cast<char const*>(b) + i * stride_b * bytes_of(type_b);
        product.c = static_cast<char*>(c) + i * stride_c * bytes_of(type_c);
        if (!product.is_valid()) return CUBLAS_STATUS_INVALID_VALUE;
        if (!product.run()) return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    note(*handle, product);
    return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasGemmBatchedEx_64(cublasHandle_t handle, cublasOperation_t op_a,
                                      cublasOperation_t op_b, std::int64_t m, std::int64_t n,
                                      std::int64_t k, void const* alpha, void const* const a[],
                                      cudaDataType type_a, std::int64_t lda, void const* const b[],
                                      cudaDataType type_b, std::int64_t ldb, void const* beta,
                                      void* const c[], cudaDataType type_c, std::int64_t ldc,
                                      std::int64_t count, cublasComputeType_t compute,
                                      cublasGemmAlgo_t) {
    call const here(handle);
    if (auto const status = status_of("gemm"); status != CUBLAS_STATUS_SUCCESS) return status;
    arguments product{op_a,    op_b,   m,   n,    k,       alpha,  nullptr, type_a, lda,
                      nullptr, type_b, ldb, beta, nullptr, type_c, ldc,     compute};
    for (std::int64_t i = 0; i < count; ++i) {
        product.a = a[i];
        product.b = b[i];
        product.c = c[i];
        if (!product.is_valid()) return CUBLAS_STATUS_INVALID_VALUE;
        if (!product.run()) return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    note(*handle, product);
    return CUBLAS_STATUS_SUCCESS;
}
#pragma GCC visibility pop
}
