// SPDX-License-Identifier: Apache-2.0
#include "extrema.hpp"
#include "launch.cuh"

#include <concepts>

namespace gpu::inline v0::detail {

void add_extrema_of_floats(extrema_table<cuda_queue>& table) {
    for_each(real_types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
        if constexpr (!std::integral<T>) fill_extrema<cuda_queue, T>(table);
    });
}

} // namespace gpu::inline v0::detail
