// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_ptr: a pointer to memory of a device. Conversions from and to plain pointers.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_iterator.hpp>

namespace gpu::inline v0 {

/// A pointer to memory of a device that the host can dereference: the iterator of `device_vector`.
/// `device_vector<T>::pointer` is this type, and `&v[i]` is of this type.
/// @tparam T the element's type, perhaps const
/// @tparam Bounds not to be given
template <class T, class Bounds = detail::iterator_bounds>
using device_ptr = device_iterator<T, Bounds>;

/// Returns the plain pointer to an element, to be given to kernels and to functions of CUDA.
/// @tparam T the element's type, perhaps const
/// @tparam Bounds that of the iterator
/// @param pointer to memory of a device
/// @return the address on the device
template <class T, class Bounds>
[[nodiscard]] constexpr T* raw_pointer_cast(device_iterator<T, Bounds> pointer) noexcept {
    return pointer.get();
}

/// Returns a plain pointer unchanged, so that `raw_pointer_cast(v.data())` may be written for the
/// vectors of Thrust and of this library.
/// @tparam T the element's type, perhaps const
/// @param pointer to any memory
/// @return the same pointer
template <class T>
[[nodiscard]] constexpr T* raw_pointer_cast(T* pointer) noexcept {
    return pointer;
}

/// Makes a pointer that knows its device from one that does not.
/// @tparam T the element's type, perhaps const
/// @param pointer to memory of the host, or to memory that CUDA allocated
/// @return the same address, on the device that CUDA reports; on the host if CUDA does not know it
/// or is not used
template <class T>
[[nodiscard]] device_ptr<T> device_pointer_cast(T* pointer) noexcept {
    detail::device_id where;
    ::gpualgo_v0_locate(pointer, &where);
    return {device(where), pointer};
}

} // namespace gpu::inline v0
