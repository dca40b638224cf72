// SPDX-License-Identifier: Apache-2.0
#include "source.hpp"

#include <string>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

// A number is first rounded to a float, whose last bit is 1 if the float is not exact. So the
// second rounding gives the result of a single one.
constexpr std::string_view small_floats = R"(
static __device__ inline float gpualgo_sticky(float x, bool is_exact) {
    return is_exact ? x : __uint_as_float(__float_as_uint(x) | 1);
}
static __device__ inline float gpualgo_narrowed(float x) { return x; }
static __device__ inline float gpualgo_narrowed(double x) {
    const float y = __double2float_rz(x);
    return gpualgo_sticky(y, y == x);
}
static __device__ inline float gpualgo_narrowed(long long x) {
    const float y = __ll2float_rz(x);
    return gpualgo_sticky(y, (long long)y == x);
}
static __device__ inline float gpualgo_narrowed(unsigned long long x) {
    const float y = __ull2float_rz(x);
    return gpualgo_sticky(y, (unsigned long long)y == x);
}
static __device__ inline float gpualgo_narrowed(int x) { return gpualgo_narrowed((long long)x); }
static __device__ inline float gpualgo_narrowed(unsigned x) {
    return gpualgo_narrowed((long long)x);
}
struct gpualgo_half {
    unsigned short bits;
    gpualgo_half() = default;
    template <class T>
    __device__ explicit gpualgo_half(T x) {
        asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(gpualgo_narrowed(x)));
    }
    __device__ operator float() const {
        float x;
        asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
        return x;
    }
};
struct gpualgo_bfloat16 {
    unsigned short bits;
    gpualgo_bfloat16() = default;
    template <class T>
    __device__ explicit gpualgo_bfloat16(T x) {
        const unsigned y = __float_as_uint(gpualgo_narrowed(x));
        const bool is_nan = (y & 0x7fffffff) > 0x7f800000;
        bits = is_nan ? 0x7fff : (y + 0x7fff + (y >> 16 & 1)) >> 16;
    }
    __device__ operator float() const { return __uint_as_float((unsigned)bits << 16); }
};
)";

} // namespace

std::string type_definitions(std::initializer_list<expression_view> expressions) {
    for (auto const& e : expressions)
        for (auto const& step : instructions_of(e))
            if (step.type >= number_type::float16) return std::string(small_floats);
    return {};
}

} // namespace gpu::inline v0::detail
