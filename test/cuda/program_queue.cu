// SPDX-License-Identifier: Apache-2.0
#include "program_queue.hpp"

#include <gpualgo/cuda.cuh>

namespace {

struct first_of_two {
    template <class T>
    __host__ __device__ T operator()(T a, T) const {
        return a;
    }
};

} // namespace

int reduced(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x) { return gpu::reduce(policy, x, 0, first_of_two()); }
int reduced(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x) { return gpu::reduce(policy, x, 0, first_of_two()); }
wide reduced(gpu::policy::interleaved const& policy, gpu::device_vector<wide> const& x) { return gpu::reduce(policy, x, wide{}, first_of_two()); }
