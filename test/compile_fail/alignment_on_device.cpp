// expect: gpu::device_vector<T>: T must not be aligned to more than 256 bytes
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

struct alignas(512) wide {
    float values[128];
};

using broken = gpu::device_vector<wide>::value_type;
