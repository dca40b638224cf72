// expect: gpu::matmul: this Policy is not a policy that matmul supports
// and: Policy = mine
// expect: Use gpu::automatic, gpu::tensor_core, gpu::register_tile, gpu::shared_tile, gpu::row_on_x, gpu::row_on_y, gpu::neighbored
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

struct mine : gpu::detail::options<mine> {
    static constexpr std::string_view name = "mine";
};

void f(gpu::matrix<float> const& a, gpu::matrix<float>& c) { gpu::matmul(mine(), a, a, c); }
