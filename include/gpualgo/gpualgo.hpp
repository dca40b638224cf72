// SPDX-License-Identifier: Apache-2.0
/// @file
/// The umbrella header: all of the library that plain g++ compiles, except for a few headers that
/// take long to compile or need another library. Include those by name:
///
/// | header | offers |
/// |---|---|
/// | gpualgo/complex.hpp | `std::complex` as precompiled elements |
/// | gpualgo/std_execution.hpp | the policies of `std::execution` |
/// | gpualgo/pool_resource.hpp | `pool_resource` |
/// | gpualgo/limiting_resource.hpp | `limiting_resource` |
/// | gpualgo/soa_vector.hpp | `soa_vector`: an array per field |
/// | gpualgo/soa_iterator.hpp | its iterators, included by soa_vector.hpp |
/// | gpualgo/expression.hpp | expressions: operators and transforms of one's own on devices |
/// | gpualgo/transform.hpp | `transform` |
/// | gpualgo/generate.hpp | `generate` by index, and `for_each` |
/// | gpualgo/source.hpp | functions in CUDA C++ as text, in expressions |
/// | gpualgo/prepare.hpp | `prepare`: kernels of expressions are compiled ahead |
/// | gpualgo/fill.hpp | `fill` |
/// | gpualgo/iota.hpp | `iota` |
/// | gpualgo/adjacent_difference.hpp | `adjacent_difference` |
/// | gpualgo/replace.hpp | `replace` and `replace_if` |
/// | gpualgo/remove.hpp | `remove`, `remove_if` and `remove_copy` |
/// | gpualgo/stencil.hpp | `copy_if` and `remove_copy_if` with a stencil |
/// | gpualgo/permute.hpp | `reverse`, `reverse_copy`, `swap_ranges`, `gather` and `scatter` |
/// | gpualgo/views.hpp | ranges that store nothing |
/// | gpualgo/find.hpp | `find`, `find_if` and `find_if_not` |
/// | gpualgo/any_of.hpp | `any_of`, `all_of` and `none_of` |
/// | gpualgo/equal.hpp | `equal` and `mismatch` |
/// | gpualgo/min_max.hpp | `min` and `max` of a range |
/// | gpualgo/top_k.hpp | `top_k`: the k largest or smallest elements, sorted |
/// | gpualgo/partial.hpp | reductions of parts that merge |
/// | gpualgo/partial_extrema.hpp | searches of parts that merge |
/// | gpualgo/scan.hpp | `inclusive_scan` and `exclusive_scan` |
/// | gpualgo/sort.hpp | `sort`, `stable_sort`, `sort_by_key` and `argsort` |
/// | gpualgo/is_sorted.hpp | `is_sorted` and `is_sorted_until` |
/// | gpualgo/scan_into.hpp | `inclusive_scan_into` and `exclusive_scan_into`, without waiting |
/// | gpualgo/transform_scan.hpp | the same, of transformed elements |
/// | gpualgo/merge.hpp | `merge` of sorted ranges |
/// | gpualgo/binary_search.hpp | `lower_bound` and `upper_bound` of many values |
/// | gpualgo/histogram.hpp | `histogram` |
/// | gpualgo/reduce_by_key.hpp | `reduce_by_key`: the total of each run of equal keys |
/// | gpualgo/unique.hpp | `unique` and `unique_copy` |
/// | gpualgo/scan_policy.hpp | the strategies that only scans have, included by scan.hpp |
/// | gpualgo/device_group.hpp | algorithms on several devices |
/// | gpualgo/sharded_vector.hpp | vectors in blocks on several devices |
/// | gpualgo/explain.hpp | counts of divergence, memory sectors and bank conflicts |
/// | gpualgo/warp_counts.hpp | part of explain.hpp |
/// | gpualgo/explanation.hpp | their report, included by explain.hpp |
/// | gpualgo/simulated.hpp | kernels of the program on the simulated device |
/// | gpualgo/launch_shape.hpp | part of simulated.hpp |
/// | gpualgo/launch_arguments.hpp | part of simulated.hpp |
/// | gpualgo/mpi.hpp | algorithms on the ranks of an MPI communicator |
///
/// gpualgo/cuda.cuh is for files that nvcc compiles.
#pragma once

#if __cplusplus < 202002L
#error "libgpualgo needs C++20: give the compiler -std=c++20 (g++ 11, clang 14 or newer)"
#else

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_elements.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/device_ptr.hpp>
#include <gpualgo/device_reference.hpp>
#include <gpualgo/device_resource.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/epilogue.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/matmul.hpp>
#include <gpualgo/matrix.hpp>
#include <gpualgo/matrix_batch.hpp>
#include <gpualgo/matrix_view.hpp>
#include <gpualgo/mean.hpp>
#include <gpualgo/memory_resource.hpp>
#include <gpualgo/memory_source.hpp>
#include <gpualgo/pinned_vector.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/predicates.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/report.hpp>
#include <gpualgo/stream.hpp>
#include <gpualgo/transform_reduce.hpp>
#include <gpualgo/uninitialized.hpp>
#include <gpualgo/version.hpp>

/// @cond internal
namespace gpu::inline v0 {

// Compilers call these classes incomplete, and may print these lines, if their headers are missing.
class limiting_resource; // #include <gpualgo/limiting_resource.hpp>
class pool_resource;     // #include <gpualgo/pool_resource.hpp>

} // namespace gpu::inline v0
  /// @endcond

#endif
