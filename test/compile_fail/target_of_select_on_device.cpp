// expect: partition_copy: a range on a device is copied to elements of the same type
// and: Value = float
// expect: such as those of a gpu::device_vector or of a std::vector
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/copy_if.hpp>
#include <gpualgo/device_vector.hpp>

#include <vector>

void f(gpu::device_vector<float> const& v, std::vector<double>& out) {
    gpu::copy_if(v, out, gpu::less_than(0));
}
