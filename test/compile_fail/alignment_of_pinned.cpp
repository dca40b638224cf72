// expect: gpu::pinned_allocator<T>: T must not be aligned to more than 256 bytes
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/pinned_vector.hpp>

struct alignas(512) wide {
    float values[128];
};

gpu::pinned_vector<wide> broken(3);
