// SPDX-License-Identifier: Apache-2.0
/// @file
/// copy: elements from any memory to any other. to_device: a range as a vector on a device.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/readable_elements.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/memory_source.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

namespace detail {

/// An iterator, of the host or a device's, to elements that lie side by side.
template <class I>
concept addressable = is_device_iterator<I> || foreign_iterator<I> || contiguous_memory<I>;

/// And are copied by their bytes.
template <class I>
concept byte_iterator = addressable<I> && std::is_trivially_copyable_v<std::iter_value_t<I>>;

template <class O, class T>
concept output_of_bytes =
    byte_iterator<O> && std::same_as<std::iter_value_t<O>, T> && std::indirectly_writable<O, T>;

/// An iterator that only takes values, such as std::back_inserter.
template <class O, class T>
concept value_output = !std::indirectly_readable<O> && requires(O & out, T const& value) {
    *out = value;
    ++out;
};

template <class O, class T>
concept copy_output = output_of_bytes<O, T> || value_output<O, T>;

/// A source of other elements than the target's, or of elements that do not lie side by side.
template <class I, class O>
concept converted_copy =
    input_iterator<I> && !makes_elements<I> && output_of_bytes<O, std::iter_value_t<O>> &&
    !(byte_iterator<I> && std::same_as<std::iter_value_t<I>, std::iter_value_t<O>>)&& //
    std::convertible_to<std::iter_reference_t<I>, std::iter_value_t<O>>;

/// An output to which the elements at I are copied.
template <class O, class I>
concept copy_target =
    (byte_iterator<I> && copy_output<O, std::iter_value_t<I>>) || converted_copy<I, O>;

/// The device of an iterator's memory; unspecified for plain pointers.
template <addressable I>
device_id memory_of(I i) {
    if constexpr (contiguous_memory<I>) return {};
    else return detail::own_iterator(i).device().id();
}

template <addressable I>
auto* pointer_of(I i) {
    if constexpr (contiguous_memory<I>) return detail::address_of(i);
    else return detail::own_iterator(i).get();
}

template <addressable I>
std::size_t count_elements(I first, I last) {
    if constexpr (is_device_iterator<I>) return detail::count(first, last);
    else return detail::distance_between(first, last);
}

/// Writes n elements of any memory, from the first to the last.
/// @return the end of the output
template <byte_iterator I, class O>
O copy_values(I first, std::size_t n, O out) {
    using value = std::iter_value_t<I>;
    value const* const elements = detail::pointer_of(first);
    device_id where = detail::memory_of(first);
    if constexpr (contiguous_memory<I>) ::gpualgo_v0_locate(elements, &where);
    for (value const& element : readable_elements<value>(gpu::device(where), elements, n)) {
        *out = element;
        ++out;
    }
    return out;
}

inline void require_room_of_copy(std::size_t n, std::size_t room) {
    if (n > room)
        throw std::invalid_argument("gpu::copy: the target has " + std::to_string(room) +
                                    " elements, fewer than the " + std::to_string(n) +
                                    " of the source");
}

/// Copies elements that the host converts, or gathers, first.
/// @param room the number of elements that may be written
/// @return the end of the output
template <class I, class S, class O>
O copy_converted(I first, S last, O out, std::size_t room = static_cast<std::size_t>(-1)) {
    using value = std::iter_value_t<O>;
    std::size_t written = 0;
    auto const copy_elements = [&](gpu::device where, value const* elements, std::size_t n) {
        require_room_of_copy(n, room);
        call_result copied;
        ::gpualgo_v0_copy(detail::memory_of(out), detail::pointer_of(out), where.id(), elements,
                          n * sizeof(value), &copied);
        raise(copied);
        written = n;
    };
    detail::with_elements<value>(std::move(first), std::move(last), copy_elements);
    return out + static_cast<std::iter_difference_t<O>>(written);
}

} // namespace detail

/// Copies elements between any two memories: of the host, pinned or not, and of devices. A plain
/// pointer may be one to memory of the host or of a GPU.
///
/// @par Requires
/// The target has trivially copyable elements, side by side, to which those of the source convert.
/// An output may also be an iterator of the host that only takes values, such as
/// std::back_inserter. Then the source has trivially copyable elements, side by side.
/// @par Throws
/// `std::invalid_argument` if source and target overlap, or if one is a null pointer and there are
/// elements. Nothing is copied then. `gpu::error` if a device fails: elements of the target are
/// unspecified then (basic guarantee).
/// @par Thread safety
/// As `std::copy`.
/// @par Stream behaviour
/// Runs after work submitted to the default stream and to streams that wait for it. Has finished
/// when it returns.
/// @par Memory
/// None, if the source has elements of the target's type, side by side. The host converts others to
/// a copy, which is then copied to the target.
/// @tparam I an iterator, of the host or a device's
/// @tparam O an iterator, of the host or a device's
/// @param first the first element
/// @param last the end
/// @param out the target of the first element
/// @return the end of the elements that were written
template <class I, detail::copy_target<I> O>
O copy(I first, I last, O out) {
    if constexpr (detail::converted_copy<I, O>) {
        return detail::copy_converted(std::move(first), std::move(last), std::move(out));
    } else {
        std::size_t const n = detail::count_elements(first, last);
        if constexpr (detail::value_output<O, std::iter_value_t<I>>) {
            return detail::copy_values(first, n, std::move(out));
        } else {
            std::size_t const bytes = n * sizeof(std::iter_value_t<I>);
            detail::call_result copied;
            ::gpualgo_v0_copy(detail::memory_of(out), detail::pointer_of(out),
                              detail::memory_of(first), detail::pointer_of(first), bytes, &copied);
            detail::raise(copied);
            return out + static_cast<std::iter_difference_t<O>>(n);
        }
    }
}

/// Copies the elements of a range between any two memories. See copy of iterators.
/// @tparam R a range, of the host or a device's
/// @tparam O an iterator, of the host or a device's
/// @param range its elements
/// @param out the target of the first element
/// @return the end of the elements that were written
template <detail::input_range R, class O>
    requires(detail::copy_target<std::remove_cvref_t<O>, detail::iterator_t<R>>)
std::remove_cvref_t<O> copy(R&& range, O&& out) {
    std::remove_cvref_t<O> target(std::forward<O>(out));
    if constexpr (detail::converted_copy<detail::iterator_t<R>, std::remove_cvref_t<O>>) {
        return detail::copy_converted(detail::begin_of(range), detail::end_of(range), target);
    } else {
        auto const first = detail::begin_of(range);
        return gpu::copy(first, detail::end_iterator(first, detail::end_of(range)),
                         std::move(target));
    }
}

/// Copies the elements of a range to the front of another one, between any two memories. See copy
/// of iterators.
/// @tparam R a range, of the host or a device's
/// @tparam Out a range, of the host or a device's
/// @param range its elements
/// @param out the target, which keeps its size
/// @return an iterator into the target, at the end of the elements that were written
/// @throws std::invalid_argument if the target has fewer elements than the range, too
template <detail::input_range R, detail::input_range Out>
    requires(detail::copy_target<detail::iterator_t<Out>, detail::iterator_t<R>>)
detail::iterator_t<Out> copy(R&& range, Out&& out) {
    auto const target = detail::begin_of(out);
    std::size_t const room = detail::count_elements(target, detail::end_of(out));
    if constexpr (detail::converted_copy<detail::iterator_t<R>, detail::iterator_t<Out>>) {
        return detail::copy_converted(detail::begin_of(range), detail::end_of(range), target, room);
    } else {
        auto const first = detail::begin_of(range);
        auto const last = detail::end_iterator(first, detail::end_of(range));
        detail::require_room_of_copy(detail::count_elements(first, last), room);
        return gpu::copy(first, last, target);
    }
}

/// Makes a vector of the elements of a range, of the host or of any device. Throws as the vector's
/// constructor does.
/// @tparam R a range
/// @param range its elements
/// @param where the device, or a memory resource
/// @return the vector
template <detail::input_range R>
[[nodiscard]] device_vector<detail::range_value_t<R>> to_device(R&& range,
                                                                memory_source where = {}) {
    return device_vector<detail::range_value_t<R>>(std::forward<R>(range), where);
}

} // namespace gpu::inline v0
