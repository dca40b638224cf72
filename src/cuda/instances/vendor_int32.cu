// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/vendor.cuh"

// The sum's kernels are shared by both types.
template gpu::detail::cub_function gpu::detail::cub_reduction<std::int32_t>(std::size_t);
template gpu::detail::cub_function gpu::detail::cub_reduction<std::uint32_t>(std::size_t);
