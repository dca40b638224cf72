// SPDX-License-Identifier: Apache-2.0
/// cblas_dgemm of the fake libraries.
#include "gemm.hpp"

extern "C" [[gnu::visibility("default")]] void
cblas_dgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, double alpha,
            double const* a, int lda, double const* b, int ldb, double beta, double* c, int ldc) {
    test::fake_gemm(order, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
