// SPDX-License-Identifier: Apache-2.0
/// @file
/// Thrust's iterators over memory of GPUs, as iterators of this library's.
#pragma once

#include <gpualgo/device_iterator.hpp>

#include <thrust/iterator/iterator_traits.h>
#include <thrust/type_traits/is_contiguous_iterator.h>
#include <thrust/type_traits/unwrap_contiguous_iterator.h>

#include <concepts>
#include <type_traits>

namespace gpu::inline v0::detail {

/// `thrust::device_ptr`, and the iterators of `thrust::device_vector`. Their memory is where CUDA
/// says that it is.
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
