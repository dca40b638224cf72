// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds CBLAS in a shared library at run time. libgpualgo itself links no BLAS.
#pragma once

#include <array>
#include <span>
#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {

/// cblas_sgemm or cblas_dgemm.
template <class T>
using gemm_function = void (*)(int order, int transpose_a, int transpose_b, int m, int n, int k,
                               T alpha, T const* a, int lda, T const* b, int ldb, T beta, T* c,
                               int ldc);

/// The result of a search for BLAS.
struct blas {
    template <class T>
    struct routine {
        gemm_function<T> call = nullptr; ///< null if none was found
        std::string name{};              ///< for reports: "cblas_sgemm (libopenblas.so.0)"
    };

    routine<float> sgemm{};
    routine<double> dgemm{};
    /// the reasons against each library that was tried and rejected
    std::string rejected{};
    bool ignored_name = false; ///< the library that the user named was rejected

    /// The matrix product for type T.
    template <class T>
    [[nodiscard]] routine<T> const& gemm() const {
        if constexpr (std::is_same_v<T, float>) return sgemm;
        else return dgemm;
    }
};

/// Libraries tried by default: OpenBLAS, then the system's default BLAS.
inline constexpr std::array<char const*, 2> usual_blas{"libopenblas.so.0", "libblas.so.3"};

/// Loads the first library that can be used. If the user did not name it, it must also have vector
/// kernels for this processor. An OpenBLAS older than the processor may use Pentium 4 kernels, and
/// the reference BLAS has no vector code.
/// @param named a path or SONAME, tried first; "none" to use no BLAS; null or empty if the user
/// names none
/// @param usual tried next
/// @return its functions, and the rejected libraries. Nothing is ever unloaded: BLAS may have
/// threads.
[[nodiscard]] blas find_blas(char const* named, std::span<char const* const> usual = usual_blas);

/// The BLAS of this process: GPUALGO_BLAS or one of the default libraries. Searched for on first
/// use.
[[nodiscard]] blas const& installed_blas();

} // namespace gpu::inline v0::detail
