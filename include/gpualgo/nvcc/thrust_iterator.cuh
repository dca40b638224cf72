// SPDX-License-Identifier: Apache-2.0
/// @file
/// Converts Thrust's iterators over GPU memory to iterators of this library.
#pragma once

#include <gpualgo/device_iterator.hpp>

#include <thrust/iterator/iterator_traits.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

/// For `thrust::device_ptr` and the iterators of `thrust::device_vector`. CUDA tells which device
/// owns their memory.
template <class I>
    requires(
        thrust::is_contiguous_iterator_v<I> && !std::is_pointer_v<I> &&
        std::convertible_to<typename thrust::iterator_system<I>::type, thrust::device_system_tag>)
struct foreign_device_iterator<I> {
    static auto from(I i) {
        auto* const element = thrust::unwrap_contiguous_iterator(i);
        device_id where;
        gpualgo_v0_locate(element, &where);
        return device_iterator(device(where), element);
    }
};

} // namespace gpu::inline v0::detail
