// SPDX-License-Identifier: Apache-2.0
/// Matrix products with AVX2 and FMA: 16 registers of 32 bytes.
#include "kernels.hpp"

#ifdef __x86_64__
#include <immintrin.h>

#pragma GCC target("avx2,fma")
#include "tile.hpp"

namespace gpu::inline v0::detail {
namespace {

struct avx2 {
    static constexpr unsigned vector_bytes = 32, rows = 4, vectors = 3;

    [[gnu::always_inline]] static __m256 multiply_add(__m256 a, __m256 b, __m256 sum) {
        return _mm256_fmadd_ps(a, b, sum);
    }
    [[gnu::always_inline]] static __m256d multiply_add(__m256d a, __m256d b, __m256d sum) {
        return _mm256_fmadd_pd(a, b, sum);
    }
    template <class Vector>
    [[gnu::always_inline]] static Vector add_products(Vector a, Vector b, Vector sum) {
        return sum + reinterpret_cast<Vector>(_mm256_madd_epi16(reinterpret_cast<__m256i>(a),
                                                                reinterpret_cast<__m256i>(b)));
    }
};

} // namespace

constinit matmul_kernels const avx2_kernels = make_kernels<avx2>(products{});

} // namespace gpu::inline v0::detail
#endif
