// SPDX-License-Identifier: Apache-2.0
#include "narrow_product.hpp"

#include "cluster.cuh"
#include "element_types.hpp"
#include "fragment.cuh"
#include "launch.hpp"
#include "narrow_operand.cuh"

#include "matmul/product_facts.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned threads = 128;

/// The most chunks of 16 of k: registers have no room for more elements of A.
constexpr int most_chunks = 4;

/// The parameters of a kernel.
/// @tparam Chunks of 16 of k, rounded up; all are loaded first
template <class Value, int Chunks>
struct narrow_shape {
    /// The bytes of a row that a lane loads.
    static constexpr int bytes_of_row = Chunks * 4 * static_cast<int>(sizeof(Value));
    /// Groups of 16 rows that a warp computes: so many that their loads keep memory busy.
    static constexpr int groups = bytes_of_row <= 8 ? 2 : 1;
    static constexpr int rows_of_block = static_cast<int>(threads / 32) * groups * 16;
    /// Blocks per multiprocessor: registers hold two rows of now and of the next turn.
    static constexpr int blocks = bytes_of_row <= 32 ? 8 : bytes_of_row <= 64 ? 3 : 2;
};

/// The elements of A that a lane passes to mma.sync.
template <class Value, int Chunks>
struct rows_of_a {
    static constexpr int groups = narrow_shape<Value, Chunks>::groups;
    using place = narrow_place<sizeof(Value)>;
    four_elements<Value> of[Chunks][groups][2]; ///< of a row, and of that 8 below

    /// Loads the lane's elements; those outside A are zero.
    /// @param row the lane's first
    /// @param are_aligned whether four_elements::load may load them
    __device__ __forceinline__ void load(strided_elements<Value> const& a, int row, int m,
                                         int k_end, bool are_aligned) {
        int const first = place::first(static_cast<int>(threadIdx.x));
#pragma unroll
        for (int c = 0; c < Chunks; ++c)
#pragma unroll
            for (int g = 0; g < groups; ++g)
#pragma unroll
                for (int lower = 0; lower < 2; ++lower) {
                    int const at = row + g * 16 + lower * 8, k = c * 16 + first;
                    auto const* const from = a.first + at * a.row_stride + k;
                    four_elements<Value> loaded;
                    if (are_aligned && at < m && k + place::offset(3) < k_end) loaded.load(from);
                    else if (at < m) loaded.load_some(from, 1, k_end - k);
                    of[c][g][lower] = loaded;
                }
    }
};

/// The elements of B that lanes pass to mma.sync. Each thread loads some for all warps. If each
/// warp loaded its own, products of half took up to a third longer on an H200.
template <class Value, int Chunks>
class columns_of_b {
    static constexpr int pieces = Chunks * 2; // for two instructions per chunk
    using four = four_elements<Value>;
    using place = narrow_place<sizeof(Value)>;
    // lanes load up to 16 bytes at once, and neighbours have neighbouring addresses
    static constexpr int at_once = std::min<int>(four::count, 16 / sizeof(typename four::word));
    alignas(16) typename four::word words_[pieces][four::count / at_once][32][at_once];

public:
    /// Loads the elements; those outside B are zero. A barrier must follow.
    __device__ __forceinline__ void load(strided_elements<Value> const& b, int n, int k_end) {
        for (auto i = static_cast<int>(threadIdx.x); i < pieces * 32; i += threads) {
            int const piece = i / 32, lane = i % 32;
            int const k = piece / 2 * 16 + place::first(lane);
            int const column = place::column(lane, piece % 2);
            four loaded;
            if (column < n)
                loaded.load_some(b.first + k * b.row_stride + column * b.column_stride,
                                 b.row_stride, k_end - k);
            loaded.round();
#pragma unroll
            for (int w = 0; w < four::count; ++w)
                words_[piece][w / at_once][lane][w % at_once] = loaded.words[w];
        }
    }

    /// @param second whether the elements are for the second instruction of a chunk
    __device__ __forceinline__ four get(int chunk, int second, int lane) const {
        four elements;
#pragma unroll
        for (int w = 0; w < four::count; ++w)
            elements.words[w] = words_[chunk * 2 + second][w / at_once][lane][w % at_once];
        return elements;
    }
};

/// Each warp computes some groups of 16 rows by mma.sync, and then those of another block; their
/// elements are loaded meanwhile.
template <class Value, int Chunks>
__global__ void __launch_bounds__(threads, narrow_shape<Value, Chunks>::blocks)
    narrow_product(strided_elements<Value> a, strided_elements<Value> b, arguments_of<Value> p,
                   bool is_a_aligned) {
    using shape = narrow_shape<Value, Chunks>;
    using sum = sum_of<Value>;
    let_next_kernel_start();
    int const lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    int const line = lane / 4;
    using place = narrow_place<sizeof(Value)>;
    auto const step = static_cast<int>(gridDim.x) * shape::rows_of_block;
    int first = static_cast<int>(blockIdx.x) * shape::rows_of_block + warp * shape::groups * 16;
    wait_for_previous_kernel();
    rows_of_a<Value, Chunks> now, next;
    now.load(a, first + line, p.m, p.k, is_a_aligned);
    __shared__ columns_of_b<Value, Chunks> columns;
    columns.load(b, p.n, p.k);
    __syncthreads();
#pragma unroll 1
    for (; first < p.m; first += step) {
        next.load(a, first + step + line, p.m, p.k, is_a_aligned);
        sum sums[shape::groups][2][4]{};
#pragma unroll
        for (int c = 0; c < Chunks; ++c) {
            four_elements<Value> const of_b[] = {columns.get(c, 0, lane), columns.get(c, 1, lane)};
#pragma unroll
            for (int g = 0; g < shape::groups; ++g) {
                auto& rows = now.of[c][g];
                rows[0].round();
                rows[1].round();
#pragma unroll
                for (int second = 0; second < 2; ++second)
                    multiply_four<Value>(sums[g][second], rows[0], rows[1], of_b[second]);
            }
        }
#pragma unroll
        for (int g = 0; g < shape::groups; ++g)
#pragma unroll
            for (int lower = 0; lower < 2; ++lower) {
                sum(&s)[2][4] = sums[g];
                sum row[4] = {s[0][2 * lower], s[0][2 * lower + 1], s[1][2 * lower],
                              s[1][2 * lower + 1]};
                finish_four<place::offset(2)>(p, first + g * 16 + line + 8 * lower,
                                              place::first(lane), row);
            }
        now = next;
    }
}

template <class Value>
void multiply_as(product_call const& call, detail::matmul_request const& r) {
    auto arguments = product_arguments_of<sum_of<Value>, small_of<Value>>(call, r);
    auto const elements = [](detail::matmul_operand const& x) {
        using element = typename strided_elements<Value>::element;
        return strided_elements<Value>{static_cast<element const*>(x.data), x.row_stride,
                                       x.column_stride};
    };
    strided_elements<Value> a = elements(r.a), b = elements(r.b);
    constexpr std::size_t alignment = std::min<std::size_t>(4 * sizeof(Value), 16);
    bool is_a_aligned = reinterpret_cast<std::uintptr_t>(a.first) % alignment == 0 &&
                        static_cast<std::size_t>(a.row_stride) * sizeof(Value) % alignment == 0;
    void* pointers[] = {&a, &b, &arguments, &is_a_aligned};
    auto const launch_by = [&]<int Chunks>(std::integral_constant<int, Chunks>) {
        using shape = narrow_shape<Value, Chunks>;
        auto const room = static_cast<int>(call.multiprocessors) * shape::blocks;
        launch(call.queue,
               {reinterpret_cast<void const*>(&narrow_product<Value, Chunks>),
                "matmul_tensor_core<narrow>",
                static_cast<unsigned>(std::min(pieces(arguments.m, shape::rows_of_block), room)),
                threads, 0, 1, true},
               pointers);
    };
    if (r.k <= 16) launch_by(std::integral_constant<int, 1>());
    else if (r.k <= 32) launch_by(std::integral_constant<int, 2>());
    else launch_by(std::integral_constant<int, most_chunks>());
}

} // namespace

bool has_narrow_kernel(detail::matmul_request const& r) {
    std::size_t const bytes = detail::known_matmul_types[r.value].size;
    return r.count == 1 && a_of(r, bytes).order == major::k && r.n <= 16 &&
           r.k <= 16 * most_chunks && r.m >= 4096;
}

void multiply_narrow(product_call const& call, detail::matmul_request const& r) {
    using namespace detail;
    switch (r.value) {
    case index_of<half, matmul_types>: return multiply_as<half>(call, r);
    case index_of<bfloat16, matmul_types>: return multiply_as<bfloat16>(call, r);
    case index_of<std::int8_t, matmul_types>: return multiply_as<std::int8_t>(call, r);
    case index_of<double, matmul_types>: return multiply_as<double>(call, r);
    default: return multiply_as<tf32>(call, r);
    }
}

} // namespace gpu::inline v0::sm90
