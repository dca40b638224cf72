// SPDX-License-Identifier: Apache-2.0
/// @file
/// From the numbers of an elementwise request to the instantiation of its kernel.
#pragma once

#include "call/tabulate.hpp"

#include <gpualgo/abi/elementwise_lists.hpp>
#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/kernel/elementwise/launches.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The elements of kernels that only move them.
using moved_elements = type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t,
                                 kernel::element_of_16_bytes>;

/// Calls f<T>() with the type of elements of so many bytes.
template <class F>
void with_size(std::uint32_t size, F f) {
    using function = void (*)(F&);
    static constexpr auto table = tabulate(
        []<class T>(type_list<T>) -> function { return [](F& g) { g.template operator()<T>(); }; },
        moved_elements());
    table[static_cast<std::size_t>(std::countr_zero(size))](f);
}

/// Calls f<T>() with a type of real numbers, by its number.
template <class F>
void with_type(std::uint32_t value, F f) {
    for_each(types(), [&]<class T>(std::type_identity<T>, std::size_t number) {
        if constexpr (in_list<T, real_types>)
            if (number == value) f.template operator()<T>();
    });
}

template <class T>
T element_at(void const* address) {
    T element;
    std::memcpy(&element, address, sizeof element);
    return element;
}

template <class T>
kernel::map_arguments<T> map_arguments_of(elementwise_request const& r) {
    return {static_cast<T*>(r.out.first), static_cast<T const*>(r.in.first),
            static_cast<T const*>(r.second.first), r.n};
}

/// The values of `iota` for elements of type T. Integers of one size share them.
template <class T>
auto sequence_of(elementwise_request const& r) {
    if constexpr (std::is_integral_v<T>) {
        using bits = std::make_unsigned_t<T>;
        return kernel::sequence_value<bits, bits>{element_at<bits>(r.element),
                                                  element_at<bits>(r.step)};
    } else {
        using computed = computed_as<T>;
        return kernel::sequence_value<T, computed>{static_cast<computed>(element_at<T>(r.element)),
                                                   static_cast<computed>(element_at<T>(r.step))};
    }
}

template <class Bits>
kernel::replacement<Bits> replacement_of(elementwise_request const& r) {
    return {{static_cast<Bits>(r.test.flipped), static_cast<Bits>(r.test.mask),
             static_cast<Bits>(r.test.low), static_cast<Bits>(r.test.span)},
            element_at<Bits>(r.element)};
}

template <class Queue, class T, class Index>
void run_permutation(Queue& queue, elementwise_request const& r) {
    kernel::permute_arguments<T, Index> const arguments{
        static_cast<T*>(r.out.first), static_cast<T const*>(r.in.first),
        static_cast<Index const*>(r.indices.first), r.n};
    if (static_cast<elementwise_kind>(r.kind) == elementwise_kind::gather)
        return launch_elementwise<kernel::gather>(queue, r.n, kernel::gather::per_block<T>,
                                                  arguments, 0);
    constexpr std::size_t per_block =
        std::size_t{kernel::elementwise_block} * kernel::moves_at_once;
    launch_elementwise<kernel::scatter>(queue, r.n, per_block, arguments, 0);
}

/// Exchanges pairs: of two ranges, or of the halves of one.
template <class Queue, class T>
void run_exchange(Queue& queue, elementwise_request const& r) {
    auto* const first = static_cast<T*>(r.out.first);
    if (static_cast<elementwise_kind>(r.kind) == elementwise_kind::swap_ranges)
        return launch_exchange<false>(
            queue, kernel::exchanged_ranges<T>{first, static_cast<T*>(r.in.first), r.n});
    std::size_t const pairs = r.n / 2;
    if (pairs == 0) return;
    launch_exchange<true>(queue, kernel::exchanged_ranges<T>{first, first + (r.n - pairs), pairs});
}

/// Runs a request that only moves elements of type T, or compares their bits.
template <class Queue, class T>
void run_moves(Queue& queue, elementwise_request const& r) {
    constexpr std::size_t per_block = kernel::elements_per_block<T>;
    using enum elementwise_kind;
    switch (static_cast<elementwise_kind>(r.kind)) {
    case fill:
        return launch_generation(queue, map_arguments_of<T>(r),
                                 kernel::constant_value<T>{element_at<T>(r.element)});
    case replace:
        if constexpr (std::is_integral_v<T>)
            launch_map(queue, map_arguments_of<T>(r), replacement_of<T>(r));
        return;
    case reverse_copy:
        return launch_elementwise<kernel::reverse_copy>(queue, r.n, per_block,
                                                        map_arguments_of<T>(r), 0);
    case reverse:
    case swap_ranges: return run_exchange<Queue, T>(queue, r);
    default:
        if (r.index_size == 4) run_permutation<Queue, T, std::uint32_t>(queue, r);
        else run_permutation<Queue, T, std::uint64_t>(queue, r);
    }
}

template <class Queue, class T>
void run_iota(Queue& queue, elementwise_request const& r) {
    auto const values = sequence_of<T>(r);
    using element = decltype(values(std::size_t()));
    launch_generation(queue, map_arguments_of<element>(r), values);
}

/// The operations of a list that take elements of type T.
template <class T, class... Operations>
auto operations_for(type_list<Operations...>) {
    using computed = computed_as<T>;
    // numbers of operations stay: those that cannot be called have a place, too
    return kernel::chosen_operation<T, computed,
                                    std::conditional_t<takes_operands<Operations, computed>,
                                                       Operations, kernel::no_operation>...>{};
}

template <class Queue, class T>
void run_transform(Queue& queue, elementwise_request const& r) {
    constexpr std::size_t per_block = kernel::elements_per_block<T>;
    auto const arguments = map_arguments_of<T>(r);
    if (r.operands == 2) {
        auto chosen = operations_for<T>(binary_operations());
        chosen.number = r.operation;
        launch_elementwise<kernel::map_two>(queue, r.n, per_block, arguments, chosen);
    } else {
        auto chosen = operations_for<T>(unary_operations());
        chosen.number = r.operation;
        launch_map(queue, arguments, chosen);
    }
}

} // namespace gpu::inline v0::detail
