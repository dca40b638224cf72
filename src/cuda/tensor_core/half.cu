// SPDX-License-Identifier: Apache-2.0
#include "kernel_set.cuh"

gpu::sm90::kernel_set const& gpu::sm90::half_kernels() {
    static kernel_set const kernels = make_kernels<half>();
    return kernels;
}
