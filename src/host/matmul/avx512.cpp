// SPDX-License-Identifier: Apache-2.0
/// Matrix products with AVX-512: 32 registers of 64 bytes.
#include "kernels.hpp"

#ifdef __x86_64__
#include <immintrin.h>

#pragma GCC target("avx512f,avx512bw,avx512dq,avx512vl")
#include "tile.hpp"

namespace gpu::inline v0::detail {
namespace {

struct avx512 {
    static constexpr unsigned vector_bytes = 64, rows = 12, vectors = 2;

    [[gnu::always_inline]] static __m512 multiply_add(__m512 a, __m512 b, __m512 sum) {
        return _mm512_fmadd_ps(a, b, sum);
    }
    [[gnu::always_inline]] static __m512d multiply_add(__m512d a, __m512d b, __m512d sum) {
        return _mm512_fmadd_pd(a, b, sum);
    }
    template <class Vector>
    [[gnu::always_inline]] static Vector add_products(Vector a, Vector b, Vector sum) {
        return sum + reinterpret_cast<Vector>(_mm512_madd_epi16(reinterpret_cast<__m512i>(a),
                                                                reinterpret_cast<__m512i>(b)));
    }
};

} // namespace

constinit matmul_kernels const avx512_kernels = make_kernels<avx512>(products{});

} // namespace gpu::inline v0::detail
#endif
