// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for argsort and sort_by_key, as sort_range.hpp does.
#pragma once

#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/sort_range.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The indices that sort a host range in the program.
template <class P, class I, class C>
constexpr kernel::growing_array<std::size_t> sorted_indices(P const& policy, I first, std::size_t n,
                                                            C before) {
    kernel::growing_array<std::size_t> indices(n);
    for (std::size_t i = 0; i < n; ++i) indices.emplace_back(i);
    auto by = [&](std::size_t a, std::size_t b) {
        return before(first[static_cast<std::iter_difference_t<I>>(a)],
                      first[static_cast<std::iter_difference_t<I>>(b)]);
    };
    if (is_constant_evaluated())
        detail::merge_sort(indices.begin(), static_cast<std::ptrdiff_t>(n), by);
    else detail::merge_sort_by(policy, indices.begin(), n, by);
    return indices;
}

/// The indices that sort any host range: by the program, or by another device on a copy.
template <class P, class I, class C>
constexpr kernel::growing_array<std::size_t> indices_on_host(P const& policy, sort_kind wanted,
                                                             I first, std::size_t n, C& before) {
    using value = std::iter_value_t<I>;
    if constexpr (!std::same_as<P, no_policy>) {
        if (!is_constant_evaluated() && is_sorted_elsewhere<value, C>(policy, wanted, n)) {
            kernel::growing_array<std::size_t> indices(n);
            if constexpr (listed_order<value, C>) {
                buffered_elements<I> copy(first, n);
                for (std::size_t i = 0; i < n; ++i) indices.emplace_back(i);
                detail::sort_by_library<C>(policy, sort_kind::argsort, detail::copied_memory(copy),
                                           {indices.begin(), {}, sizeof(std::size_t)});
            }
            return indices;
        }
    }
    auto indices = detail::sorted_indices(policy, first, n, detail::comparator_for<value>(before));
    if (!is_constant_evaluated()) report_program_sort<value>(policy, wanted, n);
    return indices;
}

/// Throws if values or indices certainly overlap n elements that the program sorts.
template <class P, class I, class V>
constexpr void require_apart_sort(sort_kind wanted, I first, std::size_t n, V values) {
    if (is_constant_evaluated()) return;
    detail::require_apart<P>(name_of_sort(wanted), n, detail::extent_at(values, n),
                             detail::extent_at(first, n));
}

/// Moves elements and their values to the places that indices give them.
template <class I, class V>
constexpr void permute_both(I first, V values, kernel::growing_array<std::size_t>& indices) {
    std::size_t const n = indices.size();
    kernel::growing_array<std::size_t> same(n);
    for (std::size_t const i : indices) same.emplace_back(i);
    detail::apply_permutation(first, same.begin(), n);
    detail::apply_permutation(values, indices.begin(), n);
}

/// Sorts contiguous elements and their values by projected keys, by the library or in the program.
template <class P, class Value, class V, class C>
void sort_both_by_keys(P const& policy, memory_range<Value> const& elements,
                       memory_range<V> const& values, C& by) {
    detail::sort_by_projection(
        policy, sort_kind::sort_by_key, elements, detail::packed_values(values), by, [&] {
            auto indices = detail::sorted_indices(policy::automatic(), elements.first, elements.n,
                                                  detail::comparator_for<Value>(by));
            detail::permute_both(elements.first, values.first, indices);
        });
}

/// Sorts keys, and moves a value with each of them.
template <class P, class I, class S, class V, class C>
constexpr void sort_by_key_by(P const& policy, I first, S last, V values, C& before) {
    constexpr auto wanted = sort_kind::sort_by_key;
    constexpr bool in_library = library_sorts<I, C> && byte_iterator<V>;
    constexpr bool by_keys = library_sorts_keys<I, C> && byte_iterator<V>;
    if constexpr (on_device<I> || on_device<V>) {
        if constexpr (in_library) {
            auto const n = detail::count_elements(first, last);
            detail::sort_by_library<C>(policy, wanted, detail::elements_at(first, n),
                                       detail::packed_values(detail::elements_at(values, n)));
        } else if constexpr (by_keys) {
            auto const n = detail::count_elements(first, last);
            detail::sort_both_by_keys(policy, detail::elements_at(first, n),
                                      detail::elements_at(values, n), before);
        } else if constexpr (library_sorts<I, C> || library_sorts_keys<I, C>) {
            require_values_of_device_sort<V>();
        } else {
            if constexpr (!library_projects<std::iter_value_t<I>, C>)
                detail::refuse_order<std::iter_value_t<I>>(before);
            require_values_of_device_sort<I>();
        }
    } else {
        std::size_t const n = detail::count(first, last);
        if constexpr (in_library)
            if (!is_constant_evaluated())
                return detail::sort_by_library<C>(
                    policy, wanted, detail::memory_at(policy, first, n),
                    detail::packed_values(detail::memory_at(policy, values, n)));
        if constexpr (by_keys)
            if (!is_constant_evaluated() && names_device(policy))
                return detail::sort_both_by_keys(policy, detail::elements_at(first, n),
                                                 detail::elements_at(values, n), before);
        detail::require_apart_sort<P>(wanted, first, n, values);
        auto indices = detail::indices_on_host(policy, wanted, first, n, before);
        detail::permute_both(first, values, indices);
    }
}

/// Every overload of sort_by_key ends here.
template <class P, class I, class S, class V, class C, class Projection>
constexpr void sort_keys(P const& policy, I first, S last, V values, C before, Projection project) {
    auto by = detail::comparator_by(std::move(before), std::move(project));
    detail::sort_by_key_by(own_policy(policy), std::move(first), std::move(last), std::move(values),
                           by);
}

/// The type of the indices that an output takes: of its elements, or of those that it inserts.
template <class O>
struct index_type {
    using type = std::size_t;
};
template <class O>
    requires std::integral<std::iter_value_t<O>>
struct index_type<O> {
    using type = std::iter_value_t<O>;
};
template <class O>
    requires std::integral<typename O::container_type::value_type>
struct index_type<O> {
    using type = typename O::container_type::value_type;
};

/// Throws if the type of an output's indices is too small for a range.
template <class O, class P>
constexpr void check_indices(std::size_t n) {
    constexpr auto most =
        static_cast<std::uint64_t>(std::numeric_limits<typename index_type<O>::type>::max());
    if (n > 0 && n - 1 > most)
        throw std::invalid_argument(call_text<P>(name_of_sort(sort_kind::argsort), n) +
                                    "the type of the indices has no numbers above " +
                                    std::to_string(most));
}

/// Counts the elements of a range of the host or of a device.
template <class I, class S>
constexpr std::size_t count_of(I const& first, S const& last) {
    if constexpr (foreign_iterator<I>) return detail::distance_between(first, last);
    else return detail::count(first, last);
}

/// Whether the library writes indices to an output.
template <class O>
inline constexpr bool is_library_output = false;
template <addressable O>
inline constexpr bool is_library_output<O> =
    std::integral<std::iter_value_t<O>> && !std::same_as<std::iter_value_t<O>, bool> &&
    (sizeof(std::iter_value_t<O>) == 4 || sizeof(std::iter_value_t<O>) == 8);

/// Writes the indices that sort contiguous elements by projected keys, by the library or in the
/// program.
template <class P, class Value, class Index, class C>
void argsort_by_keys(P const& policy, memory_range<Value> const& elements,
                     memory_range<Index> const& out, C& by) {
    detail::sort_by_projection(
        policy, sort_kind::argsort, elements, detail::packed_values(out), by, [&] {
            auto* to = out.first;
            for (std::size_t const i :
                 detail::sorted_indices(policy::automatic(), elements.first, elements.n,
                                        detail::comparator_for<std::remove_const_t<Value>>(by)))
                *to++ = static_cast<Index>(i);
        });
}

/// Writes the indices that sort a range.
template <class P, class I, class S, class O, class C>
constexpr O argsort_by(P const& policy, I first, S last, O out, C& before) {
    constexpr auto wanted = sort_kind::argsort;
    constexpr bool in_library = library_sorts<I, C> && is_library_output<O>;
    constexpr bool by_keys = library_sorts_keys<I, C> && is_library_output<O>;
    if constexpr (by_keys) {
        if (!is_constant_evaluated() && (on_device<I> || on_device<O> || names_device(policy))) {
            std::size_t const n = detail::count_of(first, last);
            check_indices<O, P>(n);
            detail::argsort_by_keys(policy, detail::elements_at(first, n),
                                    detail::elements_at(out, n), before);
            return out + static_cast<std::iter_difference_t<O>>(n);
        }
    }
    if constexpr (in_library) {
        if (!is_constant_evaluated()) {
            std::size_t const n = detail::count_of(first, last);
            check_indices<O, P>(n);
            detail::sort_by_library<C>(policy, wanted, detail::memory_at(policy, first, n),
                                       detail::packed_values(detail::memory_at(policy, out, n)));
            return out + static_cast<std::iter_difference_t<O>>(n);
        }
    }
    if constexpr (on_device<I> || on_device<O>) {
        using value = std::iter_value_t<I>;
        if constexpr (!listed_order<value, C> && !library_projects<value, C>)
            detail::refuse_order<value>(before);
        else require_indices_of_device_sort<I, O>();
    } else {
        std::size_t const n = detail::count(first, last);
        check_indices<O, P>(n);
        detail::require_apart_sort<P>(wanted, first, n, out);
        for (std::size_t const i : detail::indices_on_host(policy, wanted, first, n, before)) {
            *out = static_cast<typename index_type<O>::type>(i);
            ++out;
        }
    }
    return out;
}

/// Every overload of argsort ends here.
template <class P, class I, class S, class O, class C, class Projection>
constexpr O argsort_range(P const& policy, I first, S last, O out, C before, Projection project) {
    auto const own = own_policy(policy);
    auto by = detail::comparator_by(std::move(before), std::move(project));
    if constexpr (makes_elements<I>)
        return detail::with_stored(
            own, name_of_sort(sort_kind::argsort), first, last,
            [&](auto begin, auto end) { return detail::argsort_by(own, begin, end, out, by); },
            out);
    else return detail::argsort_by(own, std::move(first), std::move(last), std::move(out), by);
}

/// The beginning of values or indices, which are given as an iterator or as a range. Throws
/// std::invalid_argument if that range is shorter than the elements.
/// @param name of the function and of the values, for the message
template <class I, class S, class Values>
constexpr auto values_of(char const* name, I const& first, S const& last, Values& values) {
    if constexpr (input_range<Values>) {
        auto const start = detail::begin_of(values);
        std::size_t const n = detail::count_of(first, last);
        std::size_t const room = detail::count_of(start, detail::end_of(values));
        if (room < n)
            throw std::invalid_argument(std::string(name) + " have " + std::to_string(room) +
                                        " elements, fewer than the " + std::to_string(n) +
                                        " of the range");
        return start;
    } else {
        return values;
    }
}

} // namespace gpu::inline v0::detail
