// expect: gpu::matmul: this Policy is not a policy that matmul can serve
// and: Policy = mine
// and: gpu::v0::policy::row_on_x
// and: gpu::v0::policy::vendor
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

struct mine : gpu::detail::options<mine> {
    static constexpr std::string_view name = "mine";
};

void f(gpu::matrix<float> const& a, gpu::matrix<float>& c) { gpu::matmul(mine(), a, a, c); }
