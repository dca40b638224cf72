// SPDX-License-Identifier: Apache-2.0
#include "cuda/reduce/vendor.cuh"

template gpu::detail::cub_function gpu::detail::cub_reduction<double>(std::size_t);
