// expect: gpu::copy_if, remove_copy_if: kernels do not test numbers of a stencil by this Predicate
// and: lambda(int)
// expect: such as gpu::equals(x), or an expression of gpualgo/expression.hpp
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/stencil.hpp>

void f(gpu::device_vector<float> const& v, gpu::device_vector<int> const& stencil,
       gpu::device_vector<float>& out) {
    gpu::copy_if(v, stencil, out, [](int flag) { return flag != 0; });
}
