// SPDX-License-Identifier: Apache-2.0
#include "cublas_library.hpp"

#include "cuda/check.hpp"

#include <gpualgo/error.hpp>

#include <dlfcn.h>

#include <cstddef>
#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {

cublas_library const& cublas_library::get() {
    static auto const& library = *new cublas_library;
    return library;
}

cublas_library::cublas_library() {
    std::string const name = "libcublas.so." + std::to_string(CUDART_VERSION / 1000);
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        char const* const words = dlerror();
        why_not = "cuBLAS cannot be loaded: " + (words != nullptr ? std::string(words) : name);
        return;
    }
    auto const find = [&](auto& function, char const* symbol) {
        function =
            reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, symbol));
        if (function == nullptr) why_not = "cuBLAS cannot be used: " + name + " has no " + symbol;
    };
    find(create, "cublasCreate_v2");
    find(destroy, "cublasDestroy_v2");
    find(set_stream, "cublasSetStream_v2");
    find(set_workspace, "cublasSetWorkspace_v2");
    find(set_math_mode, "cublasSetMathMode");
    find(status_string, "cublasGetStatusString");
    find(gemm, "cublasGemmEx_64");
    find(gemm_at_strides, "cublasGemmStridedBatchedEx_64");
    find(gemm_at_pointers, "cublasGemmBatchedEx_64");
}

void cublas_library::check(cublas_status status, char const* call) const {
    if (status == cublas_status::success) return;
    std::string const text = "cuBLAS: " + std::string(call) + ": " + status_string(status);
    if (status != cublas_status::alloc_failed) throw error(text, static_cast<int>(status));
    std::size_t free = 0, total = 0;
    ignore_failure(cudaMemGetInfo(&free, &total));
    throw out_of_memory(text, 0, free, cudaErrorMemoryAllocation); // it does not say how much
}

} // namespace gpu::inline v0::detail
