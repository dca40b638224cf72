// SPDX-License-Identifier: Apache-2.0
/// @file
/// The input of a reduction: elements of one array, or pairs of elements of two arrays; and their
/// conversion to accumulators on load.
#pragma once

#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// Converts an element to an accumulator: the `load` of a reduction without a transform.
template <class T>
struct convert_to {
    /// @return the element as a T
    template <class Value>
    [[nodiscard]] GPUALGO_FUNCTION constexpr T operator()(Value element) const {
        return kernel::converted<T>(element);
    }
};

/// The first elements of two arrays of equal length. Kernels take it in place of a pointer to a
/// single array.
template <class Value>
struct pairs {
    using value_type = Value; ///< of either array

    Value const* first;  ///< one array
    Value const* second; ///< the other one
};

/// An element of each of two arrays.
template <class Value>
struct element_pair {
    Value first;  ///< of one array
    Value second; ///< of the other one
};

/// Neighbouring elements of two arrays, loaded at once.
/// @tparam Vector those of one
template <class Value, class Vector>
struct vector_pair {
    Vector first;  ///< of one array
    Vector second; ///< of the other one

    /// @return the elements k
    GPUALGO_DEVICE element_pair<Value> operator[](std::size_t k) const {
        return {first[k], second[k]};
    }
};

/// Two arrays of a context, read as one array of pairs.
/// @tparam Array one of them
template <class Array>
struct array_of_pairs {
    using value_type = element_pair<typename Array::value_type>; ///< the type that `get` returns

    Array first;  ///< one array
    Array second; ///< the other one

    /// @return the elements i
    GPUALGO_DEVICE value_type get(std::size_t i) const { return {first.get(i), second.get(i)}; }
    /// @return the array that starts at the elements i
    GPUALGO_DEVICE array_of_pairs from(std::size_t i) const {
        return {first.from(i), second.from(i)};
    }
    /// @return whether V elements from the first ones on are aligned in both
    template <std::size_t V>
    GPUALGO_DEVICE bool is_aligned() const {
        return first.template is_aligned<V>() && second.template is_aligned<V>();
    }
    /// @return elements i ... i + V - 1 of both, which are aligned
    template <std::size_t V>
    GPUALGO_DEVICE auto aligned_vector(std::size_t i) const {
        using vector_type = decltype(first.template aligned_vector<V>(i));
        return vector_pair<typename Array::value_type, vector_type>{
            first.template aligned_vector<V>(i), second.template aligned_vector<V>(i)};
    }
};

/// The type of the elements of `pairs`, and of other input that says it.
template <class Input>
struct elements_of_input {
    using type = typename Input::value_type; ///< of an element
};
/// The type of the elements of an array.
template <class Value>
struct elements_of_input<Value*> {
    using type = std::remove_cv_t<Value>; ///< of an element
};

/// The type of an array's elements, also of each of two arrays. <iterator> has the same, and would
/// take each file of kernels half a second.
/// @tparam Input a pointer, or `pairs`
template <class Input>
using element_of = typename elements_of_input<Input>::type;

/// @return the array that a pointer points to, as an array of the context
template <class Context, class Value>
GPUALGO_DEVICE auto array_of(Context const& context, Value const* in) {
    return context.global(in);
}

/// @return pairs, as an array of the context
template <class Context, class Value>
GPUALGO_DEVICE auto array_of(Context const& context, pairs<Value> in) {
    auto const first = context.global(in.first);
    return array_of_pairs<decltype(context.global(in.first))>{first, context.global(in.second)};
}

} // namespace gpu::inline v0::kernel
