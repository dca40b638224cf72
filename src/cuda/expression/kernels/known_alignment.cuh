// SPDX-License-Identifier: Apache-2.0
/// @file
/// An input whose alignment is known when its kernel is made. The kernel then has one way to load
/// elements, and is made in about half the time.
#pragma once

#include <gpualgo/kernel/elements.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Takes the place of an input.
/// @tparam IsAligned whether vectors of 16 bytes may be loaded
template <class Input, bool IsAligned>
struct input_of_alignment {
    using value_type = kernel::element_of<Input>; ///< of the input
    Input in;                                     ///< is aligned like this
};

/// The array of a context that it is.
template <class Array, bool IsAligned>
struct array_of_alignment : Array {
    __device__ __forceinline__ array_of_alignment from(std::size_t i) const {
        return {Array::from(i)};
    }
    template <std::size_t V>
    __device__ __forceinline__ static constexpr bool is_aligned() {
        return IsAligned;
    }
};

/// Found by the kernel by its last argument.
template <class Context, class Input, bool IsAligned>
__device__ __forceinline__ auto array_of(Context const& context,
                                         input_of_alignment<Input, IsAligned> input) {
    auto const array = kernel::array_of(context, input.in);
    return array_of_alignment<std::remove_const_t<decltype(array)>, IsAligned>{array};
}

} // namespace gpu::inline v0::detail
