// SPDX-License-Identifier: Apache-2.0
/// @file
/// Arguments of a program's own kernel: ranges become arrays of the context, and values stay as
/// they are.
#pragma once

#include <gpualgo/abi/launch_request.hpp>

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0 {

/// A range that a kernel fills: its elements count as unwritten, so that the simulated device finds
/// reads of elements that no thread has written.
/// @tparam T the elements' type
template <class T>
struct unwritten_range {
    T* first;      ///< the first element
    std::size_t n; ///< elements

    /// @return the first element
    [[nodiscard]] T* data() const { return first; }
    /// @return elements
    [[nodiscard]] std::size_t size() const { return n; }
};

/// @param range contiguous, of elements that are not const
/// @return the range as an argument whose elements count as unwritten
template <class Range>
[[nodiscard]] auto unwritten(Range&& range) {
    using element = std::remove_pointer_t<decltype(std::data(range))>;
    static_assert(!std::is_const_v<element>, "gpu::unwritten: the elements are const");
    return unwritten_range<element>{std::data(range), std::size(range)};
}

namespace detail {

/// A range as an argument.
template <class T>
struct memory_argument {
    T* first;
    std::size_t n;
    memory_use use;
};

/// A range that is an argument: contiguous, with a size.
template <class Range>
concept argument_range = requires(Range& range) {
    {*std::data(range)};
    {std::size(range) + std::size_t{0}};
};

template <class T>
inline constexpr bool is_unwritten = false;
template <class T>
inline constexpr bool is_unwritten<unwritten_range<T>> = true;

/// @return a `memory_argument` for a range, otherwise the value
template <class Argument>
auto as_argument(Argument& argument) {
    if constexpr (argument_range<Argument>) {
        using element = std::remove_pointer_t<decltype(std::data(argument))>;
        static_assert(std::is_trivially_copyable_v<element>,
                      "gpu::simulated::launch, gpu::launch: elements must be trivially copyable");
        constexpr auto use = is_unwritten<std::remove_const_t<Argument>> ? memory_use::write_first
                             : std::is_const_v<element>                  ? memory_use::read
                                                                         : memory_use::read_write;
        return memory_argument<element>{std::data(argument), std::size(argument), use};
    } else {
        static_assert(std::is_trivially_copyable_v<Argument>,
                      "gpu::simulated::launch, gpu::launch: an argument is neither a contiguous "
                      "range nor trivially copyable");
        return argument;
    }
}

template <class T>
inline constexpr bool is_memory = false;
template <class T>
inline constexpr bool is_memory<memory_argument<T>> = true;

} // namespace detail

} // namespace gpu::inline v0
