// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels that count, copy and partition selected elements, without their test, as LTO-IR. The
/// run-time linker adds it, and inlines it.
///
/// Compiled once for each GPUALGO_VALUE_BYTES (of an element) and GPUALGO_TARGETS. The latter is 0
/// if elements are counted, 1 if they are copied, 2 if they are partitioned. Kernels that copy take
/// tiles at once or in turn, by GPUALGO_IS_AT_ONCE.
#include "cuda/expression/parameters.hpp"
#include "linked_functions.cuh"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/select/count.hpp>
#include <gpualgo/kernel/select/select.hpp>

using namespace gpu;
using namespace gpu::detail;

using value = bits_of_size<GPUALGO_VALUE_BYTES>;

namespace {

#if GPUALGO_TARGETS == 0
using body = kernel::count_selected<false>;
constexpr unsigned threads = 1024, blocks = 1;
#else
#if GPUALGO_IS_AT_ONCE
template <class T>
using shape_of = kernel::select_at_once<T>;
#else
template <class T>
using shape_of = kernel::select_in_turn_by_any_test<T>;
#endif
using body = kernel::select_stable<GPUALGO_TARGETS == 2, shape_of>;
using shape = shape_of<value>;
constexpr unsigned threads = shape::threads, blocks = shape::blocks;
#endif

} // namespace

extern "C" __global__ void __launch_bounds__(threads, blocks)
    gpualgo_select_kernel(kernel::select_arguments<value> arguments,
                          const __grid_constant__ expression_scalars scalars,
                          finish_memory memory) {
    body::run(kernel::cuda_context(
                  kernel::launch_memory{memory.arrivals, memory.finished, memory.ticket}),
              arguments, test_by_function{scalars.bytes});
}
