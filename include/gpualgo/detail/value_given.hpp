// SPDX-License-Identifier: Apache-2.0
/// @file
/// The values of arguments that may be elements of a device_vector: `v[0]` stands for its element.
#pragma once

namespace gpu::inline v0 {

template <class>
class device_reference;

namespace detail {

template <class T>
struct value_of_argument {
    using type = T;
};
template <class T>
struct value_of_argument<device_reference<T>> {
    using type = T;
};

/// The type of the value that an argument of type T gives.
template <class T>
using value_given = typename value_of_argument<T>::type;

/// Whether an argument stands for an element of a device.
template <class T>
inline constexpr bool stands_for_element = false;
template <class T>
inline constexpr bool stands_for_element<device_reference<T>> = true;

} // namespace detail

} // namespace gpu::inline v0
