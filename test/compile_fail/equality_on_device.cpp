// expect: mismatch: nothing is precompiled for elements of types Value and Other on devices
// and: Other = int
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/equal.hpp>

bool f(gpu::device_vector<int> const& v, gpu::device_vector<long> const& w) {
    return gpu::equal(w, v);
}
