// expect: gpu::inclusive_scan, exclusive_scan: this Policy is not a policy that scans support
// and: Policy = gpu::v0::policy::interleaved
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/scan.hpp>

#include <vector>

void f(std::vector<int>& v) { gpu::inclusive_scan(gpu::interleaved, v, v); }
