// SPDX-License-Identifier: Apache-2.0
#include "narrow_product.hpp"

#include "cluster.cuh"
#include "element_types.hpp"
#include "fragment.cuh"
#include "launch.hpp"

#include "matmul/product_facts.hpp"

#include <gpualgo/kernel/matmul/warp_matrix.cuh>

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned threads = 128, blocks_per_multiprocessor = 6;

/// Groups of 16 rows that a warp computes: so many that their loads keep memory busy.
/// @param chunks of 16 of k
constexpr int groups_of_warp(int chunks) { return chunks == 1 ? 2 : 1; }

constexpr int rows_of_block(int chunks) {
    return static_cast<int>(threads / 32) * groups_of_warp(chunks) * 16;
}

/// A or B as a kernel reads it.
struct strided_elements {
    std::uint16_t const* first;
    std::int64_t row_stride, column_stride; ///< in elements
};

__device__ __forceinline__ std::uint32_t two_halves(std::uint32_t lower, std::uint32_t upper) {
    return lower | upper << 16;
}

/// Loads four adjacent elements of a row of A; those outside are zero. Not by __ldg: the kernel may
/// start while the previous one still writes A. As assembly, a load is not moved into branches.
/// @param are_aligned whether they are at a multiple of 8 bytes if their index is a multiple of
/// four
__device__ __forceinline__ uint2 load_four(strided_elements const& a, int row, int k, int m,
                                           int k_end, bool are_aligned) {
    if (row >= m) return {};
    std::uint16_t const* const from = a.first + row * a.row_stride + k;
    if (are_aligned && k + 4 <= k_end) {
        uint2 loaded;
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];"
                     : "=r"(loaded.x), "=r"(loaded.y)
                     : "l"(from));
        return loaded;
    }
    std::uint32_t x[4]{};
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if (k + i < k_end) x[i] = from[i];
    return {two_halves(x[0], x[1]), two_halves(x[2], x[3])};
}

/// Loads 16 by 8 elements of B.
/// @param k, column the lane's first element along k, and its column
__device__ __forceinline__ void load_b(std::uint32_t (&words)[2], strided_elements const& b, int k,
                                       int column, int k_end, int columns) {
    std::uint32_t x[4]{};
#pragma unroll
    for (int i = 0; i < 4; ++i)
        if (k + i < k_end && column < columns)
            x[i] = b.first[(k + i) * b.row_stride + column * b.column_stride];
    words[0] = two_halves(x[0], x[1]);
    words[1] = two_halves(x[2], x[3]);
}

/// The elements of A that a lane passes to mma.sync.
template <int Chunks>
struct rows_of_a {
    static constexpr int groups = groups_of_warp(Chunks);
    std::uint32_t of[Chunks][groups][4];

    /// @param row, four the lane's first row, and its place in a line of 16
    __device__ __forceinline__ void load(strided_elements const& a, int row, int four, int m,
                                         int k_end, bool are_aligned) {
#pragma unroll
        for (int c = 0; c < Chunks; ++c)
#pragma unroll
            for (int g = 0; g < groups; ++g) {
                int const first = row + g * 16, k = c * 16 + four;
                uint2 const upper = load_four(a, first, k, m, k_end, are_aligned);
                uint2 const lower = load_four(a, first + 8, k, m, k_end, are_aligned);
                of[c][g][0] = upper.x, of[c][g][1] = lower.x;
                of[c][g][2] = upper.y, of[c][g][3] = lower.y;
            }
    }
};

/// Each warp computes some groups of 16 rows by mma.sync, and then those of another block; their
/// elements are loaded meanwhile. If t is lane % 4, the instruction takes elements 2t, 2t + 1,
/// 2t + 8 and 2t + 9 of a line. Here it gets elements 4t to 4t + 3, so that a lane loads and stores
/// 8 bytes at a time. The order of k, and of columns, is the same for all operands.
/// @tparam Chunks of 16 of k, rounded up; all are loaded first
template <class Value, int Chunks>
__global__ void __launch_bounds__(threads, blocks_per_multiprocessor)
    narrow_product(strided_elements a, strided_elements b, arguments_of<Value> p,
                   bool is_a_aligned) {
    using matrix = kernel::warp_matrix<kernel::cuda_context>;
    constexpr int groups = groups_of_warp(Chunks);
    kernel::cuda_context const context(kernel::launch_memory{nullptr});
    let_next_kernel_start();
    int const lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    int const line = lane / 4, four = lane % 4 * 4;
    auto const step = static_cast<int>(gridDim.x) * rows_of_block(Chunks);
    int first = static_cast<int>(blockIdx.x) * rows_of_block(Chunks) + warp * groups * 16;
    wait_for_previous_kernel();
    rows_of_a<Chunks> now, next;
    now.load(a, first + line, four, p.m, p.k, is_a_aligned);
    std::uint32_t of_b[Chunks][2][2];
#pragma unroll
    for (int c = 0; c < Chunks; ++c)
#pragma unroll
        for (int second = 0; second < 2; ++second)
            load_b(of_b[c][second], b, c * 16 + four, line / 2 * 4 + second * 2 + line % 2, p.k,
                   p.n);
#pragma unroll 1
    for (; first < p.m; first += step) {
        next.load(a, first + step + line, four, p.m, p.k, is_a_aligned);
        float sums[groups][2][4]{};
#pragma unroll
        for (int c = 0; c < Chunks; ++c)
#pragma unroll
            for (int g = 0; g < groups; ++g)
#pragma unroll
                for (int second = 0; second < 2; ++second)
                    matrix::multiply<Value>(context, sums[g][second], now.of[c][g],
                                            of_b[c][second][0], of_b[c][second][1]);
#pragma unroll
        for (int g = 0; g < groups; ++g)
#pragma unroll
            for (int lower = 0; lower < 2; ++lower) {
                float(&s)[2][4] = sums[g];
                float row[4] = {s[0][2 * lower], s[0][2 * lower + 1], s[1][2 * lower],
                                s[1][2 * lower + 1]};
                finish_four(p, first + g * 16 + line + 8 * lower, four, row);
            }
        now = next;
    }
}

template <class Value>
void multiply_as(product_call const& call, detail::matmul_request const& r) {
    auto arguments = product_arguments_of<float, Value>(call, r, 0);
    auto const elements = [](detail::matmul_operand const& x) {
        return strided_elements{static_cast<std::uint16_t const*>(x.data), x.row_stride,
                                x.column_stride};
    };
    strided_elements a = elements(r.a), b = elements(r.b);
    bool is_a_aligned =
        reinterpret_cast<std::uintptr_t>(a.first) % 8 == 0 && (a.row_stride % 4 == 0);
    void* pointers[] = {&a, &b, &arguments, &is_a_aligned};
    auto const room = static_cast<unsigned>(call.multiprocessors) * blocks_per_multiprocessor;
    auto const launch_by = [&]<int Chunks>(std::integral_constant<int, Chunks>) {
        launch(call.queue,
               {reinterpret_cast<void const*>(&narrow_product<Value, Chunks>),
                "matmul_tensor_core<narrow>",
                std::min(static_cast<unsigned>(pieces(arguments.m, rows_of_block(Chunks))), room),
                threads, 0, 1, true},
               pointers);
    };
    if (r.k <= 16) launch_by(std::integral_constant<int, 1>());
    else if (r.k <= 32) launch_by(std::integral_constant<int, 2>());
    else launch_by(std::integral_constant<int, 4>());
}

} // namespace

bool has_narrow_kernel(detail::matmul_request const& r) {
    return detail::known_matmul_types[r.value].size == 2 && r.count == 1 &&
           a_of(r, 2).order == major::k && r.n <= 16 && r.k <= 64 && r.m >= 4096;
}

void multiply_narrow(product_call const& call, detail::matmul_request const& r) {
    if (r.value == detail::index_of<half, detail::matmul_types>) multiply_as<half>(call, r);
    else multiply_as<bfloat16>(call, r);
}

} // namespace gpu::inline v0::sm90
