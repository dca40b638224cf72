// SPDX-License-Identifier: Apache-2.0
/// @file
/// The part of cuBLAS's interface that is used, so that its header is not needed.
#pragma once

#include <cuda_runtime_api.h>
#include <library_types.h>

#include <cstddef>
#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

// The values are those of cublas_api.h.
enum class cublas_status : int {
    success = 0,
    alloc_failed = 3,
    invalid_value = 7,
    not_supported = 15
};
enum class cublas_operation : int { none = 0, transposed = 1 };
enum class cublas_compute : int { in_float = 68, in_double = 70, in_int32 = 72 };
/// CUBLAS_DEFAULT_MATH, which excludes TF32, with CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION,
/// so that partial sums of 16-bit types are float.
inline constexpr unsigned cublas_exact_math = 0 | 16;
inline constexpr int cublas_default_algorithm = -1;
using cublas_handle = void*;

/// cuBLAS's functions, or why they are missing.
struct cublas_library {
    cublas_status (*create)(cublas_handle*) = nullptr;
    cublas_status (*destroy)(cublas_handle) = nullptr;
    cublas_status (*set_stream)(cublas_handle, cudaStream_t) = nullptr;
    cublas_status (*set_workspace)(cublas_handle, void*, std::size_t) = nullptr;
    cublas_status (*set_math_mode)(cublas_handle, unsigned) = nullptr;
    char const* (*status_string)(cublas_status) = nullptr;
    cublas_status (*gemm)(cublas_handle, cublas_operation, cublas_operation, std::int64_t m,
                          std::int64_t n, std::int64_t k, void const* alpha, void const* a,
                          cudaDataType, std::int64_t lda, void const* b, cudaDataType,
                          std::int64_t ldb, void const* beta, void* c, cudaDataType,
                          std::int64_t ldc, cublas_compute, int algorithm) = nullptr;
    cublas_status (*gemm_at_strides)(cublas_handle, cublas_operation, cublas_operation,
                                     std::int64_t m, std::int64_t n, std::int64_t k,
                                     void const* alpha, void const* a, cudaDataType,
                                     std::int64_t lda, long long stride_a, void const* b,
                                     cudaDataType, std::int64_t ldb, long long stride_b,
                                     void const* beta, void* c, cudaDataType, std::int64_t ldc,
                                     long long stride_c, std::int64_t count, cublas_compute,
                                     int algorithm) = nullptr;
    /// The arrays of pointers are on the GPU.
    cublas_status (*gemm_at_pointers)(cublas_handle, cublas_operation, cublas_operation,
                                      std::int64_t m, std::int64_t n, std::int64_t k,
                                      void const* alpha, void const* const* a, cudaDataType,
                                      std::int64_t lda, void const* const* b, cudaDataType,
                                      std::int64_t ldb, void const* beta, void* const* c,
                                      cudaDataType, std::int64_t ldc, std::int64_t count,
                                      cublas_compute, int algorithm) = nullptr;
    std::string why_not; ///< empty if cuBLAS can be used

    /// Loads cuBLAS on first use, because it is larger than everything else together. Never unloads
    /// it: the driver may shut down before the process ends.
    static cublas_library const& get();

    /// Throws gpu::error if a call failed.
    void check(cublas_status status, char const* call) const;

private:
    cublas_library();
};

} // namespace gpu::inline v0::detail
