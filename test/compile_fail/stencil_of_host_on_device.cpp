// expect: gpu::copy_if, remove_copy_if: if one range lies on a device, this Stencil has numbers there
// and: Stencil = __gnu_cxx::__normal_iterator<const int*
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/stencil.hpp>

#include <vector>

void f(gpu::device_vector<float> const& v, std::vector<int> const& stencil,
       gpu::device_vector<float>& out) {
    gpu::copy_if(v, stencil, out, gpu::equals(1));
}
