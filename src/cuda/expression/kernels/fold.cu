// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernel of the canonical order, without its load and its operator, as LTO-IR. The run-time
/// linker adds these, and inlines them.
///
/// Compiled once for each GPUALGO_VALUE_BYTES (of an element), GPUALGO_TOTAL_BYTES (of an
/// accumulator, 4 or 8) and GPUALGO_RANGES (0, 1 or 2).
#include "cuda/expression/parameters.hpp"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/reduce/automatic.hpp>
#include <gpualgo/kernel/reduce/canonical_shape.hpp>

using namespace gpu;
using namespace gpu::detail;

using value = bits_of_size<GPUALGO_VALUE_BYTES>;
using total = bits_of_size<GPUALGO_TOTAL_BYTES>;
using input = fold_input<value, GPUALGO_RANGES>;
using operand = std::conditional_t<GPUALGO_RANGES == 0, std::uint64_t, value>; // a position

// Operands are given by addresses, which vanish when the functions are inlined. So one kernel
// serves all types of a size.
extern "C" __device__ void gpualgo_load(void* out, void const* a, void const* b,
                                        unsigned char const* scalars);
extern "C" __device__ void gpualgo_fold(void* out, void const* a, void const* b,
                                        unsigned char const* scalars);

namespace {

struct load_by_function {
    unsigned char const* scalars;
    __device__ __forceinline__ total operator()(operand x) const {
        total out{};
        gpualgo_load(&out, &x, nullptr, scalars);
        return out;
    }
    __device__ __forceinline__ total operator()(kernel::element_pair<value> x) const {
        total out{};
        gpualgo_load(&out, &x.first, &x.second, scalars);
        return out;
    }
};

struct fold_by_function {
    unsigned char const* scalars;
    __device__ __forceinline__ total operator()(total a, total b) const {
        total out{};
        gpualgo_fold(&out, &a, &b, scalars);
        return out;
    }
};

} // namespace

static_assert(sizeof(finish_memory) == sizeof(kernel::launch_memory));

extern "C" __global__ void __launch_bounds__(largest_canonical_block, 1)
    gpualgo_fold_kernel(fold_parameters<input, total> p,
                        const __grid_constant__ expression_scalars scalars, finish_memory memory) {
    kernel::canonical_arguments<input, total, load_by_function> const arguments{
        p.in, p.n, p.group_log, p.partials, p.out, p.init, {scalars.bytes}};
    kernel::reduce_canonical::run(kernel::cuda_context(kernel::launch_memory{
                                      memory.arrivals, memory.finished, memory.ticket}),
                                  arguments, fold_by_function{scalars.bytes + p.fold_scalars});
}
