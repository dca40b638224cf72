// expect: gpu::inclusive_scan, exclusive_scan: on devices, the elements of the range, those of the output and init have one type
// and: Init = int
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/scan.hpp>

void f(gpu::device_vector<float>& v) { gpu::exclusive_scan(v, v, 0); }
