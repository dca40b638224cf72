// SPDX-License-Identifier: Apache-2.0
/// Kernels of some bodies, compiled as in the library: for ptx.sh, which looks at their PTX.
#include "cuda/launch.cuh"

#include <gpualgo/kernel/elementwise/exchange.hpp>
#include <gpualgo/kernel/matmul/shared_tile.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/scan/launches.hpp>
#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/kernel/select/range_test.hpp>

namespace gpu::inline v0::detail {

using kernel::launch_memory;
using kernel::plus;

template <class T>
using canonical = kernel::canonical_arguments<T const*, T, kernel::convert_to<T>>;
using word_test = kernel::range_test<unsigned>;

template __global__ void run_body<kernel::reduce_canonical>(canonical<float>, plus, launch_memory);
template __global__ void run_body<kernel::reduce<policy::interleaved, memory_space::shared>>(
    kernel::reduce_arguments<int>, plus, launch_memory);
template __global__ void run_body<kernel::reduce<policy::cg_tile<8>, memory_space::registers>>(
    kernel::reduce_arguments<int>, plus, launch_memory);
template __global__ void run_body<kernel::matmul<policy::shared_tile, memory_space::shared>>(
    kernel::matmul_problem<float, float>, plus, launch_memory);
template __global__ void run_body<kernel::select_stable<false, kernel::select_in_turn>>(
    kernel::select_arguments<unsigned>, word_test, launch_memory);
template __global__ void
    run_body<kernel::select_by_warps<false>>(kernel::select_arguments<unsigned>, word_test,
                                             launch_memory);
template __global__ void run_body<kernel::scan_canonical>(kernel::scan_arguments<int, int>, plus,
                                                          launch_memory);
template __global__ void
run_body<kernel::exchange<true, kernel::exchange_block>>(kernel::exchanged_ranges<float>, int,
                                                         launch_memory);

} // namespace gpu::inline v0::detail
