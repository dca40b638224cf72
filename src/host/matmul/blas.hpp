// SPDX-License-Identifier: Apache-2.0
/// @file
/// CBLAS, found in a shared library at run time. The library itself links none.
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

/// What a search for BLAS found.
struct blas {
    template <class T>
    struct routine {
        gemm_function<T> call = nullptr; ///< null where none was found
        std::string name{};              ///< as reports have it: "cblas_sgemm (libopenblas.so.0)"
    };

    routine<float> sgemm{};
    routine<double> dgemm{};
    /// a phrase for each library that was tried before, and did not serve
    std::string rejected{};
    bool ignored_name = false; ///< the library that the user named did not serve

    /// The matrix product of a type.
    template <class T>
    [[nodiscard]] routine<T> const& gemm() const {
        if constexpr (std::is_same_v<T, float>) return sgemm;
        else return dgemm;
    }
};

/// Where BLAS is looked for without being told: OpenBLAS, then what the system calls its BLAS.
inline constexpr std::array<char const*, 2> usual_blas{"libopenblas.so.0", "libblas.so.3"};

/// Loads the first library that serves. One that is not named by the user must also have vector
/// kernels for this processor: an OpenBLAS older than the processor takes those of a Pentium 4, and
/// the reference BLAS has none.
/// @param named a path or SONAME, tried first; "none" to use no BLAS; null or empty where the user
/// names none
/// @param usual tried next
/// @return its functions, and what was passed over. Nothing is ever unloaded: BLAS may have threads
[[nodiscard]] blas find_blas(char const* named, std::span<char const* const> usual = usual_blas);

/// The BLAS of this process: GPUALGO_BLAS, then the usual ones, searched for when first asked for.
[[nodiscard]] blas const& installed_blas();

} // namespace gpu::inline v0::detail
