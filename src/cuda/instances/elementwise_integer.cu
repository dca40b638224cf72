// SPDX-License-Identifier: Apache-2.0
#include "cuda/elementwise/elementwise.hpp"
#include "cuda/launch.cuh"
#include "elementwise/table.hpp"

namespace gpu::inline v0::detail {

/// Two vectors of bytes, of which each is computed by itself, take more registers.
template <std::integral T>
    requires(sizeof(T) == 1)
inline constexpr unsigned fewest_blocks<kernel::map_two, kernel::map_arguments<T>> = 3;

bool launch_integer_transform(cuda_queue& queue, elementwise_request const& r) {
    bool is_launched = false;
    with_type(r.value, [&]<class T>() {
        if constexpr (std::is_integral_v<T>) {
            run_transform<cuda_queue, T>(queue, r);
            is_launched = true;
        }
    });
    return is_launched;
}

} // namespace gpu::inline v0::detail
