// SPDX-License-Identifier: Apache-2.0
#include "transforms.cuh"

template void gpu::detail::add_transforms<double>(transform_table<cuda_queue>&);
