// expect: this Policy is one of gpu::matmul only. Use gpu::automatic, gpu::neighbored, gpu::neighbored_less, gpu::interleaved, gpu::bank_conflict_free, gpu::cg_tile<1>, <2>, <4>, <8>, <16> or <32>, gpu::warp_shuffle or gpu::vendor, or no policy
// and: Policy = gpu::v0::policy::row_on_x
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

#include <vector>

int f(std::vector<int> const& v) { return gpu::reduce(gpu::row_on_x, v, 0); }
