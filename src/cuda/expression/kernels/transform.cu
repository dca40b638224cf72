// SPDX-License-Identifier: Apache-2.0
// out[i] = function(first[i], second[i], i). This text is compiled at run time, after lines that
// define `function`, its types, RANGES and SCALAR_BYTES: it includes nothing.

struct alignas(16) expression_scalars {
    unsigned char bytes[SCALAR_BYTES];
};
typedef unsigned long long index_type;

template <int A, int B>
constexpr int larger = A > B ? A : B;
// Elements that a thread loads at once: 16 bytes of the widest type.
constexpr int width =
    16 /
    larger<sizeof(result_type),
           larger<RANGES >= 1 ? sizeof(first_type) : 1, RANGES >= 2 ? sizeof(second_type) : 1>>;
template <class T>
struct alignas(sizeof(T) * width) vector {
    T element[width];
};

static __device__ __forceinline__ void transform_element(const first_type* first,
                                                         const second_type* second,
                                                         result_type* out, index_type i,
                                                         const unsigned char* scalars) {
    const first_type a = RANGES > 0 ? first[i] : (first_type)0;
    const second_type b = RANGES > 1 ? second[i] : (second_type)0;
    out[i] = function(a, b, i, scalars);
}

// Every block takes 4 vectors per thread. `is_aligned`: vectors may be loaded and stored whole.
extern "C" __global__ void __launch_bounds__(256)
    gpualgo_transform_kernel(const first_type* first, const second_type* second, result_type* out,
                             index_type n, bool is_aligned,
                             const __grid_constant__ expression_scalars scalars) {
    constexpr int batch = 4; // loads in flight per thread
    const index_type begin = (index_type)blockIdx.x * (256 * batch * width);
    if (is_aligned && begin + 256 * batch * width <= n) {
        vector<first_type> a[batch];
        vector<second_type> b[batch];
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            const index_type at = begin / width + k * 256 + threadIdx.x;
            if (RANGES > 0) a[k] = ((const vector<first_type>*)first)[at];
            if (RANGES > 1) b[k] = ((const vector<second_type>*)second)[at];
        }
#pragma unroll
        for (int k = 0; k < batch; ++k) {
            const index_type at = begin / width + k * 256 + threadIdx.x;
            vector<result_type> r;
#pragma unroll
            for (int v = 0; v < width; ++v)
                r.element[v] = function(RANGES > 0 ? a[k].element[v] : (first_type)0,
                                        RANGES > 1 ? b[k].element[v] : (second_type)0,
                                        at * width + v, scalars.bytes);
            ((vector<result_type>*)out)[at] = r;
        }
    } else {
        const index_type rest = n - begin < 256 * batch * width ? n - begin : 256 * batch * width;
        for (index_type i = threadIdx.x; i < rest; i += 256)
            transform_element(first, second, out, begin + i, scalars.bytes);
    }
}
