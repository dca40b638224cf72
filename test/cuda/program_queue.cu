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

struct unchanged {
    __host__ __device__ wide operator()(wide w) const { return w; }
};

} // namespace

void left(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x,
          gpu::device_vector<int>& out) {
    gpu::reduce_into(policy, x.begin(), x.end(), out.begin(), 5, first_of_two());
}
void left(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x,
          gpu::device_vector<int>& out) {
    gpu::reduce_into(policy, x.begin(), x.end(), out.begin(), 5, first_of_two());
}
wide transformed(gpu::device_vector<wide> const& x, unsigned threads) {
    return gpu::transform_reduce(gpu::interleaved.block_size(threads), x, wide{}, first_of_two(),
                                 unchanged());
}
int reduced(gpu::policy::automatic const& policy, gpu::device_vector<int> const& x) {
    return gpu::reduce(policy, x, 0, first_of_two());
}
int reduced(gpu::policy::interleaved const& policy, gpu::device_vector<int> const& x) {
    return gpu::reduce(policy, x, 0, first_of_two());
}
wide reduced(gpu::policy::interleaved const& policy, gpu::device_vector<wide> const& x) {
    return gpu::reduce(policy, x, wide{}, first_of_two());
}
