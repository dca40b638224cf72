// SPDX-License-Identifier: Apache-2.0
/// cblas_sgemm of the fake libraries.
#include "gemm.hpp"

extern "C" [[gnu::visibility("default")]] void
cblas_sgemm(int order, int transpose_a, int transpose_b, int m, int n, int k, float alpha,
            float const* a, int lda, float const* b, int ldb, float beta, float* c, int ldc) {
    test::fake_gemm(order, transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
}
