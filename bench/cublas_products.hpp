// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products by cuBLAS, called as a program would call it, and CUDA graphs of calls.
#pragma once

#include <gpualgo/half.hpp>

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <type_traits>

namespace bench {

/// Exits the program if a call failed.
inline void require(bool succeeded, char const* what) {
    if (succeeded) return;
    std::fprintf(stderr, "%s failed\n", what);
    std::exit(1);
}

/// A handle of cuBLAS with a stream and a workspace of 32 MiB.
class cublas_products {
public:
    explicit cublas_products(void* stream) {
        require(cublasCreate(&handle_) == CUBLAS_STATUS_SUCCESS, "cublasCreate");
        require(cudaMalloc(&workspace_, bytes) == cudaSuccess, "cudaMalloc");
        require(cublasSetStream(handle_, static_cast<cudaStream_t>(stream)) ==
                    CUBLAS_STATUS_SUCCESS,
                "cublasSetStream");
        require(cublasSetWorkspace(handle_, workspace_, bytes) == CUBLAS_STATUS_SUCCESS,
                "cublasSetWorkspace");
    }
    cublas_products(cublas_products const&) = delete;
    cublas_products& operator=(cublas_products const&) = delete;
    ~cublas_products() {
        (void)cublasDestroy(handle_);
        (void)cudaFree(workspace_);
    }

    /// C = A * B for row-major matrices of n by n.
    template <class T>
    void submit(std::int64_t n, T const* a, T const* b, T* c) const {
        scalar<T> const one(1), zero(0);
        auto const size = static_cast<int>(n);
        require(cublasGemmEx(handle_, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, b, type<T>,
                             size, a, type<T>, size, &zero, c, type<T>, size, compute<T>,
                             CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
                "cublasGemmEx");
    }

    /// The same for `count` products without gaps.
    template <class T>
    void submit_batch(std::int64_t n, std::int64_t count, T const* a, T const* b, T* c) const {
        scalar<T> const one(1), zero(0);
        auto const size = static_cast<int>(n);
        long long const stride = n * n;
        require(cublasGemmStridedBatchedEx(handle_, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size,
                                           &one, b, type<T>, size, stride, a, type<T>, size, stride,
                                           &zero, c, type<T>, size, stride, static_cast<int>(count),
                                           compute<T>,
                                           CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS,
                "cublasGemmStridedBatchedEx");
    }

private:
    static constexpr std::size_t bytes = std::size_t{32} << 20;
    template <class T>
    using scalar = std::conditional_t<std::is_same_v<T, double>, double, float>;
    template <class T>
    static constexpr cudaDataType type = std::is_same_v<T, double>  ? CUDA_R_64F
                                         : std::is_same_v<T, float> ? CUDA_R_32F
                                                                    : CUDA_R_16F;
    template <class T>
    static constexpr cublasComputeType_t compute =
        std::is_same_v<T, double> ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F;

    cublasHandle_t handle_ = nullptr;
    void* workspace_ = nullptr;
};

/// A CUDA graph of some calls.
class graph {
public:
    template <class F>
    graph(void* stream, int calls, F submit) : stream_(static_cast<cudaStream_t>(stream)) {
        require(cudaStreamBeginCapture(stream_, cudaStreamCaptureModeGlobal) == cudaSuccess,
                "cudaStreamBeginCapture");
        for (int i = 0; i < calls; ++i) submit();
        require(cudaStreamEndCapture(stream_, &graph_) == cudaSuccess, "cudaStreamEndCapture");
        require(cudaGraphInstantiate(&runnable_, graph_, 0) == cudaSuccess, "cudaGraphInstantiate");
    }
    graph(graph const&) = delete;
    graph& operator=(graph const&) = delete;
    ~graph() {
        (void)cudaGraphExecDestroy(runnable_);
        (void)cudaGraphDestroy(graph_);
    }

    void launch() const {
        require(cudaGraphLaunch(runnable_, stream_) == cudaSuccess, "cudaGraphLaunch");
    }

private:
    cudaStream_t stream_;
    cudaGraph_t graph_ = nullptr;
    cudaGraphExec_t runnable_ = nullptr;
};

} // namespace bench
