// SPDX-License-Identifier: Apache-2.0
/// Matrix products with the instructions that every processor of the architecture has: at least 16
/// registers of 16 bytes.
#include "tile.hpp"

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace gpu::inline v0::detail {
namespace {

struct baseline {
    static constexpr unsigned vector_bytes = 16, rows = 4, vectors = 2;

    template <class Vector>
    [[gnu::always_inline]] static Vector multiply_add(Vector a, Vector b, Vector sum) {
        return a * b + sum;
    }
    template <class Vector>
    [[gnu::always_inline]] static Vector add_products(Vector a, Vector b, Vector sum) {
#ifdef __SSE2__
        return sum + reinterpret_cast<Vector>(_mm_madd_epi16(reinterpret_cast<__m128i>(a),
                                                             reinterpret_cast<__m128i>(b)));
#else
        typedef std::int32_t integers [[gnu::vector_size(vector_bytes)]];
        // each lane holds two int16
        auto const x = reinterpret_cast<integers>(a), y = reinterpret_cast<integers>(b);
        return sum + reinterpret_cast<Vector>((x << 16 >> 16) * (y << 16 >> 16)) +
               reinterpret_cast<Vector>((x >> 16) * (y >> 16));
#endif
    }
};

} // namespace

constinit matmul_kernels const baseline_kernels = make_kernels<baseline>(products{});

} // namespace gpu::inline v0::detail
