// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bytes that functions read of elements. The widest number determines the canonical order.
#pragma once

#include <gpualgo/detail/range.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Bytes of the widest number that is read per element, and of all.
struct element_bytes {
    std::size_t widest = 0;
    std::size_t all = 0;

    constexpr void add(element_bytes more) {
        widest = more.widest > widest ? more.widest : widest;
        all += more.all;
    }
};

/// An element of type T in memory.
template <class T>
struct value_in_memory {
    using value_type = T;
    static constexpr element_bytes bytes{sizeof(T), sizeof(T)};
    /// The same for a field of a tuple.
    template <std::size_t K>
    static constexpr element_bytes of_field() {
        constexpr std::size_t size = sizeof(std::remove_reference_t<std::tuple_element_t<K, T>>);
        return {size, size};
    }
};

/// Elements that are read by an iterator, or by an accessor of views.
template <class I>
struct read_source : value_in_memory<std::iter_value_t<I>> {
    static constexpr element_bytes bytes{element_size<I>, bytes_an_element<I>};
};

/// The bytes that F reads of an element of each source: all of them, unless F says otherwise.
template <class F, class... Sources>
inline constexpr element_bytes bytes_read_by = [] {
    element_bytes bytes;
    (bytes.add(read_source<Sources>::bytes), ...);
    return bytes;
}();

/// The greatest of sizes. `std::max` of a list would have every client compile <algorithm>.
template <std::same_as<std::size_t>... Sizes>
consteval std::size_t greatest(Sizes... sizes) {
    std::size_t result = 0;
    ((result = sizes > result ? sizes : result), ...);
    return result;
}

/// Bytes of an element, or of the widest field of a tuple.
template <class T>
inline constexpr std::size_t widest_number = sizeof(T);
template <class... Ts>
inline constexpr std::size_t widest_number<std::tuple<Ts...>> = greatest(sizeof(Ts)...);

/// The bytes that F reads. If it reads nothing, as all elements are constants, those of these.
template <class F, class... Sources>
inline constexpr element_bytes bytes_for_order =
    bytes_read_by<F, Sources...>.widest > 0
        ? bytes_read_by<F, Sources...>
        : element_bytes{greatest(widest_number<typename read_source<Sources>::value_type>...),
                        (sizeof(typename read_source<Sources>::value_type) + ...)};

} // namespace gpu::inline v0::detail
