// expect: gpu::inclusive_scan, exclusive_scan: this Operator is not precompiled for ranges of this Element on devices
// and: Element = signed char
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/scan.hpp>

void f(gpu::device_vector<signed char>& v) { gpu::inclusive_scan(v, v, gpu::maximum<>()); }
