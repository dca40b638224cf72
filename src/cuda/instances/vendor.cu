// SPDX-License-Identifier: Apache-2.0
// All types are in one file: to parse CUB takes longer than to compile the kernels of a type.
#include "cuda/reduce/vendor.cuh"

namespace gpu::inline v0::detail {

template cub_function cub_reduction<double>(std::size_t);
template cub_function cub_reduction<float>(std::size_t);
// A sum's kernels are shared by both types of a size.
template cub_function cub_reduction<std::int32_t>(std::size_t);
template cub_function cub_reduction<std::uint32_t>(std::size_t);
template cub_function cub_reduction<std::int64_t>(std::size_t);
template cub_function cub_reduction<std::uint64_t>(std::size_t);

} // namespace gpu::inline v0::detail
