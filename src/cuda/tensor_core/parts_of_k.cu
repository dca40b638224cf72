// SPDX-License-Identifier: Apache-2.0
#include "parts_of_k.hpp"

#include "cluster.cuh"
#include "fragment.cuh"
#include "launch.hpp"

#include <algorithm>
#include <type_traits>

namespace gpu::inline v0::sm90 {
namespace {

constexpr unsigned warps = 16;   // per block
constexpr int loads_at_once = 4; // of a lane

/// Four adjacent sums.
template <class Sum>
struct alignas(16) four_sums {
    Sum of[4]{};

    __device__ __forceinline__ void add(four_sums const& other) {
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            if constexpr (std::is_floating_point_v<Sum>) of[i] += other.of[i];
            else of[i] = add_bits(of[i], bits_of(other.of[i])); // integers wrap
        }
    }
};

/// Adds four sums of every `step`-th part.
/// @param from the sums in the first of all parts
/// @param distance from one part to the next
template <class Sum>
__device__ __forceinline__ void add_every(four_sums<Sum>& sum, Sum const* from,
                                          std::int64_t distance, int first, int step, int parts) {
    for (; first < parts; first += loads_at_once * step) {
        four_sums<Sum> loaded[loads_at_once];
#pragma unroll
        for (int i = 0; i < loads_at_once; ++i) // without conditions, so that all are in flight
            loaded[i] = *reinterpret_cast<four_sums<Sum> const*>(
                from + min(first + i * step, parts - 1) * distance);
#pragma unroll
        for (int i = 0; i < loads_at_once; ++i)
            if (first + i * step < parts) sum.add(loaded[i]);
    }
}

/// Each lane of a warp has four adjacent elements of a row of C. Some warps share the parts of the
/// same elements: each adds every `sharers`-th part, and the first one adds their sums. Sums beyond
/// the last column are read, too, but not written to C.
/// @param sharers warps, a power of two
template <class Sum, class Small>
__global__ void __launch_bounds__(32 * warps)
    add_sums_of_parts(product_arguments<Sum, Small> p, sums_of_parts<Sum> sums, int sharers) {
    __shared__ four_sums<Sum> shared[warps][32];
    let_next_kernel_start();
    int const lane = static_cast<int>(threadIdx.x % 32), warp = static_cast<int>(threadIdx.x / 32);
    int const member = warp % sharers;
    int const index =
        (static_cast<int>(blockIdx.x) * static_cast<int>(warps) + warp) / sharers * 32 + lane;
    int const fours = sums.row_elements / 4; // per row
    int const row = index / fours, column = index % fours * 4;
    bool const is_inside = row < p.m;
    four_sums<Sum> sum;
    wait_for_previous_kernel();
    if (is_inside) {
        Sum const* const from = sums.first + std::int64_t{row} * sums.row_elements + column;
        add_every(sum, from, sums.elements(p.m), member, sharers, sums.parts);
    }
    if (sharers > 1) {
        shared[warp][lane] = sum;
        __syncthreads();
        for (int other = 1; member == 0 && other < sharers; ++other)
            sum.add(shared[warp + other][lane]);
    }
    if (member == 0 && is_inside) finish_four(p, row, column, sum.of);
}

} // namespace

template <class Value>
void add_sums(product_call const& call, arguments_of<Value> p, sums_of_parts<sum_of<Value>> sums) {
    auto const kernel = &add_sums_of_parts<sum_of<Value>, small_of<Value>>;
    // no more warps than parts, or than run at the same time
    int const warps_of_one = pieces(p.m * (sums.row_elements / 4), 32);
    auto const room = static_cast<int>(call.multiprocessors) * 32;
    int sharers = 1;
    while (2 * sharers <= std::min<int>(sums.parts, warps) && 2 * sharers * warps_of_one <= room)
        sharers *= 2;
    void* pointers[] = {&p, &sums, &sharers};
    launch(call.queue,
           {.kernel = reinterpret_cast<void const*>(kernel),
            .name = "add_parts",
            .grid = static_cast<unsigned>(pieces(warps_of_one * sharers, warps)),
            .block = 32 * warps,
            .shared_bytes = 0,
            .may_start_early = true,
            .needs_no_cache = true},
           pointers);
}

template void add_sums<half>(product_call const&, arguments_of<half>, sums_of_parts<float>);
template void add_sums<bfloat16>(product_call const&, arguments_of<bfloat16>, sums_of_parts<float>);
template void add_sums<tf32>(product_call const&, arguments_of<tf32>, sums_of_parts<float>);
template void add_sums<double>(product_call const&, arguments_of<double>, sums_of_parts<double>);
template void add_sums<std::int8_t>(product_call const&, arguments_of<std::int8_t>,
                                    sums_of_parts<std::int32_t>);

} // namespace gpu::inline v0::sm90
