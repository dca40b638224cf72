// expect: gpu::sort, stable_sort, sort_by_key, argsort: for ranges on devices, a projection gives numbers
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/sort.hpp>

#include <functional>

struct record {
    int place;
    float* key;
};

void f(gpu::device_vector<record>& v, gpu::device_vector<int>& values) {
    gpu::sort_by_key(v, values, std::less<>(), &record::key);
}
