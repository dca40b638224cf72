// SPDX-License-Identifier: Apache-2.0
#include "cublas.hpp"

#include "../matmul_names.hpp"
#include "memory.hpp"

#include <gpualgo/error.hpp>

#include <library_types.h>

#include <dlfcn.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {
namespace {

// The part of cuBLAS's interface that is used. Its header is not needed to build the library.
enum class cublas_status : int { success = 0, invalid_value = 7, not_supported = 15 };
enum class transposition : int { none = 0, transposed = 1 };
enum class compute_type : int { in_float = 68, in_double = 70, in_int32 = 72 };
constexpr int default_algorithm = -1;
constexpr unsigned exact_math = 16; // no tf32, and no sums of halves in half
using handle = void*;

/// The functions, or why there are none.
struct cublas_library {
    cublas_status (*create)(handle*) = nullptr;
    cublas_status (*set_stream)(handle, cudaStream_t) = nullptr;
    cublas_status (*set_workspace)(handle, void*, std::size_t) = nullptr;
    cublas_status (*set_math_mode)(handle, unsigned) = nullptr;
    char const* (*status_string)(cublas_status) = nullptr;
    cublas_status (*gemm)(handle, transposition, transposition, std::int64_t m, std::int64_t n,
                          std::int64_t k, void const* alpha, void const* a, cudaDataType,
                          std::int64_t lda, void const* b, cudaDataType, std::int64_t ldb,
                          void const* beta, void* c, cudaDataType, std::int64_t ldc, compute_type,
                          int algorithm) = nullptr;
    std::string why_not;

    cublas_library() {
        std::string const name = "libcublas.so." + std::to_string(CUDART_VERSION / 1000);
        void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr) {
            char const* const words = dlerror();
            why_not = "cuBLAS cannot be loaded: " + (words != nullptr ? std::string(words) : name);
            return;
        }
        auto const find = [&](auto& function, char const* symbol) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
                dlsym(library, symbol));
            if (function == nullptr)
                why_not = "cuBLAS cannot be used: " + name + " has no " + symbol;
        };
        find(create, "cublasCreate_v2");
        find(set_stream, "cublasSetStream_v2");
        find(set_workspace, "cublasSetWorkspace_v2");
        find(set_math_mode, "cublasSetMathMode");
        find(status_string, "cublasGetStatusString");
        find(gemm, "cublasGemmEx_64");
    }

    void check(cublas_status status, char const* call) const {
        if (status != cublas_status::success)
            throw error("cuBLAS: " + std::string(call) + ": " + status_string(status),
                        static_cast<int>(status));
    }
};

/// Loaded once, never unloaded: the driver may be gone before the process ends.
cublas_library const& cublas() {
    static auto const& library = *new cublas_library;
    return library;
}

/// The handles, one a GPU. A handle and its workspace serve one thread at a time; work on one
/// stream comes in order.
struct handles {
    std::mutex mutex;
    std::map<std::uint32_t, handle> of;

    /// The GPU must be current.
    handle get(std::uint32_t ordinal, cudaStream_t stream) {
        if (auto const found = of.find(ordinal); found != of.end()) return found->second;
        // what cuBLAS recommends for Hopper
        constexpr std::size_t workspace_bytes = std::size_t{32} << 20;
        handle made = nullptr;
        void* const workspace = allocate_on(stream, ordinal, workspace_bytes);
        try {
            cublas().check(cublas().create(&made), "cublasCreate");
            // resets the workspace: before that
            cublas().check(cublas().set_stream(made, stream), "cublasSetStream");
            cublas().check(cublas().set_workspace(made, workspace, workspace_bytes),
                           "cublasSetWorkspace");
            cublas().check(cublas().set_math_mode(made, exact_math), "cublasSetMathMode");
            return of.emplace(ordinal, made).first->second;
        } catch (...) {
            deallocate_on(stream, workspace);
            throw;
        }
    }
};

template <class T>
constexpr cudaDataType cuda_type = CUDA_R_32F;
template <>
constexpr cudaDataType cuda_type<double> = CUDA_R_64F;
template <>
constexpr cudaDataType cuda_type<half> = CUDA_R_16F;
template <>
constexpr cudaDataType cuda_type<bfloat16> = CUDA_R_16BF;
template <>
constexpr cudaDataType cuda_type<std::int8_t> = CUDA_R_8I;
template <>
constexpr cudaDataType cuda_type<std::int32_t> = CUDA_R_32I;

template <class... Ts>
constexpr std::array<cudaDataType, sizeof...(Ts)> cuda_types_of(list<Ts...>) {
    return {cuda_type<Ts>...};
}
constexpr auto cuda_types = cuda_types_of(matmul_types{});

/// The product read as that of the transposed matrices: C' = B' * A'.
matmul_request transposed_product(matmul_request r) {
    std::swap(r.a, r.b);
    std::swap(r.m, r.n);
    for (matmul_operand* const matrix : {&r.a, &r.b, &r.c})
        std::swap(matrix->row_stride, matrix->column_stride);
    return r;
}

/// A matrix as cuBLAS, which knows columns only, is told of it.
struct by_columns {
    transposition op;
    std::int64_t leading_dimension;
    explicit by_columns(matmul_operand const& matrix)
        : op(matrix.row_stride == 1 ? transposition::none : transposition::transposed),
          leading_dimension(matrix.row_stride == 1 ? matrix.column_stride : matrix.row_stride) {}
};

/// cuBLAS reads int8 four at a time.
bool are_in_fours(matmul_request const& r, by_columns const& a, by_columns const& b) {
    auto const in_fours = [](void const* data, std::int64_t leading_dimension) {
        return reinterpret_cast<std::uintptr_t>(data) % 4 == 0 && leading_dimension % 4 == 0;
    };
    return in_fours(r.a.data, a.leading_dimension) && in_fours(r.b.data, b.leading_dimension);
}

} // namespace

std::string cublas_matmul(std::uint32_t ordinal, cudaStream_t stream, matmul_request const& given) {
    if (given.value == place_of<std::int32_t, matmul_types>)
        return "cuBLAS has no products of int32";
    if (given.k == 0 || is_zero(given.alpha, given.value))
        return "there are no products for cuBLAS to compute";
    if (!cublas().why_not.empty()) return cublas().why_not;

    matmul_request const r = given.c.row_stride == 1 ? given : transposed_product(given);
    by_columns const a(r.a);
    by_columns const b(r.b);
    bool const is_int8 = r.value == place_of<std::int8_t, matmul_types>;
    if (is_int8 && !are_in_fours(r, a, b))
        return "cuBLAS takes int8 at addresses and leading dimensions that are multiples of 4";
    compute_type const compute = is_int8 ? compute_type::in_int32
                                 : r.value == place_of<double, matmul_types>
                                     ? compute_type::in_double
                                     : compute_type::in_float;

    static handles& known = *new handles;
    std::lock_guard const lock(known.mutex);
    handle const cublas_handle = known.get(ordinal, stream);
    cublas_status const status = cublas().gemm(
        cublas_handle, a.op, b.op, r.m, r.n, r.k, r.alpha, r.a.data, cuda_types[r.value],
        a.leading_dimension, r.b.data, cuda_types[r.value], b.leading_dimension, r.beta, r.c.data,
        cuda_types[r.result], r.c.column_stride, compute, default_algorithm);
    if (status == cublas_status::not_supported) return "cuBLAS does not support this product";
    cublas().check(status, "cublasGemmEx");
    return {};
}

} // namespace gpu::inline v0::detail
