// SPDX-License-Identifier: Apache-2.0
/// Counterpart of iterator_bounds.cpp without GPUALGO_DEBUG.
#include <gpualgo/gpualgo.hpp>

int first_element_without_bounds(gpu::device where);

int first_element_without_bounds(gpu::device where) {
    static_assert(sizeof(gpu::device_vector<int>::iterator) == 16);
    gpu::device_vector<int> const v({7, 8}, where);
    return *v.begin();
}
