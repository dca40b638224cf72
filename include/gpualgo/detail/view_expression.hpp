// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views as expressions of elements of ranges, and of the position. Kernels are made of these.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_composition.hpp>
#include <gpualgo/detail/expression_field.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/numbers_in_memory.hpp>
#include <gpualgo/detail/view_accessors.hpp>
#include <gpualgo/expression.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// How a kernel makes the elements of an accessor.
/// - `ranges`: ranges in memory that it reads
/// - `expression<K>(at, position)`: of elements of the ranges, of which the first is operand K; and
///   of an expression of the position
/// - `sources(at)`: the first elements of the ranges, as a tuple
/// - `steps(at)`: elements from one that is read to the next one, for each range
///
/// A tuple of elements is a tuple of expressions, of which gpu::field takes one.
template <class A>
struct view_source {
    static constexpr bool is_supported = false;
};
template <numbers_in_memory I>
struct view_source<range_element<I>> {
    static constexpr bool is_supported = true;
    static constexpr std::size_t ranges = 1;

    template <std::size_t K, class Position>
    static constexpr auto expression(range_element<I> const&, Position const&) {
        return expressions::placeholder<K>();
    }
    static constexpr auto sources(range_element<I> const& at) { return std::tuple(at.first.get()); }
    static constexpr std::array<std::uint64_t, 1> steps(range_element<I> const&) { return {1}; }
};
template <number T>
struct view_source<constant_at<T>> {
    static constexpr bool is_supported = true;
    static constexpr std::size_t ranges = 0;

    template <std::size_t, class Position>
    static constexpr auto expression(constant_at<T> const& at, Position const&) {
        return expressions::scalar<T>(at.value.get());
    }
    static constexpr std::tuple<> sources(constant_at<T> const&) { return {}; }
    static constexpr std::array<std::uint64_t, 0> steps(constant_at<T> const&) { return {}; }
};
template <number T>
struct view_source<iota_at<T>> {
    static constexpr bool is_supported = true;
    static constexpr std::size_t ranges = 0;

    template <std::size_t, class Position>
    static constexpr auto expression(iota_at<T> const& at, Position const& position) {
        return gpu::cast<T>(position + static_cast<std::uint64_t>(at.first));
    }
    static constexpr std::tuple<> sources(iota_at<T> const&) { return {}; }
    static constexpr std::array<std::uint64_t, 0> steps(iota_at<T> const&) { return {}; }
};
template <class A>
requires view_source<A>::is_supported struct view_source<strided_at<A>> {
    static constexpr bool is_supported = true;
    static constexpr std::size_t ranges = view_source<A>::ranges;

    template <std::size_t K, class Position>
    static constexpr auto expression(strided_at<A> const& at, Position const& position) {
        return view_source<A>::template expression<K>(
            at.base, position * static_cast<std::uint64_t>(at.step));
    }
    static constexpr auto sources(strided_at<A> const& at) {
        return view_source<A>::sources(at.base);
    }
    static constexpr auto steps(strided_at<A> const& at) {
        auto all = view_source<A>::steps(at.base);
        for (auto& step : all) step *= static_cast<std::uint64_t>(at.step);
        return all;
    }
};
/// Several accessors, whose ranges are numbered through.
template <class... As>
struct view_sources {
    static constexpr std::size_t ranges = (view_source<As>::ranges + ...);

    static constexpr auto sources(std::tuple<As...> const& bases) {
        return std::apply(
            [](As const&... base) { return std::tuple_cat(view_source<As>::sources(base)...); },
            bases);
    }
    static constexpr auto steps(std::tuple<As...> const& bases) {
        std::array<std::uint64_t, ranges> all{};
        auto next = all.begin();
        auto const add = [&](auto const& some) {
            next = std::copy(some.begin(), some.end(), next);
        };
        std::apply([&](As const&... base) { (add(view_source<As>::steps(base)), ...); }, bases);
        return all;
    }
    /// @return make(the expression of each accessor...)
    template <std::size_t K, class Position, class Make>
    static constexpr auto of_bases(std::tuple<As...> const& bases, Position const& position,
                                   Make const& make) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make(view_source<As>::template expression<operand_of<K, I>>(std::get<I>(bases),
                                                                               position)...);
        }
        (std::index_sequence_for<As...>());
    }

private:
    /// The operand that the ranges of accessor I begin with.
    template <std::size_t K, std::size_t I>
    static constexpr std::size_t operand_of = [] {
        std::size_t const counts[] = {view_source<As>::ranges...};
        std::size_t first = K;
        for (std::size_t i = 0; i != I; ++i) first += counts[i]; // nvcc warns of "< 0"
        return first;
    }();
};
template <class... As>
    requires(view_source<As>::is_supported&&...)
struct view_source<zip_at<As...>> : view_sources<As...> {
    static constexpr bool is_supported = true;

    template <std::size_t K, class Position>
    static constexpr auto expression(zip_at<As...> const& at, Position const& position) {
        return view_sources<As...>::template of_bases<K>(
            at.bases, position, [](auto const&... e) { return detail::make_row(e...); });
    }
    static constexpr auto sources(zip_at<As...> const& at) {
        return view_sources<As...>::sources(at.bases);
    }
    static constexpr auto steps(zip_at<As...> const& at) {
        return view_sources<As...>::steps(at.bases);
    }
};

/// The operands of an expression that kernels read: elements of ranges, and the position.
template <class E, class Sources>
struct ranges_read;
template <class E, class... Is>
struct ranges_read<E, std::tuple<Is...>>
    : operands_read<E, std::iter_value_t<Is>..., std::uint64_t> {
    using operands = operands_read<E, std::iter_value_t<Is>..., std::uint64_t>;
    static constexpr bool uses_position = operands::is_read[sizeof...(Is)];
    static constexpr std::size_t count = operands::before(sizeof...(Is)); ///< ranges that are read
};

/// @return the expression of an accessor; the position is the operand after those of all ranges
template <class A>
constexpr auto whole_expression(A const& at) {
    using source = view_source<A>;
    return source::template expression<0>(at, expressions::placeholder<source::ranges>());
}
/// The ranges of an accessor, and those of the operands that its expression reads.
template <class A>
using sources_of = decltype(view_source<A>::sources(std::declval<A const&>()));
template <class A>
using read_by =
    ranges_read<decltype(detail::whole_expression(std::declval<A const&>())), sources_of<A>>;

template <kernel_callable F, class... As>
    requires(view_source<As>::is_supported&&...)
struct view_source<transformed_at<F, As...>> : view_sources<As...> {
    template <std::size_t K, class Position>
    static constexpr auto expression(transformed_at<F, As...> const& at, Position const& position) {
        return view_sources<As...>::template of_bases<K>(at.bases, position, [&](auto const&... e) {
            return detail::compose(detail::expression_for(at.f.get()), e...);
        });
    }
    static constexpr auto sources(transformed_at<F, As...> const& at) {
        return view_sources<As...>::sources(at.bases);
    }
    static constexpr auto steps(transformed_at<F, As...> const& at) {
        return view_sources<As...>::steps(at.bases);
    }
    static constexpr bool is_supported = [] {
        if constexpr (view_sources<As...>::ranges <= most_ranges) return true;
        else return read_by<transformed_at<F, As...>>::count <= most_ranges;
    }();
};

/// A view that kernels can make, after ranges of the host that it reads are copied to their device.
template <class R>
concept staged_view = is_indexed_view<std::remove_cvref_t<R>> &&
    view_source<accessor_of<std::remove_cvref_t<R>>>::is_supported &&
    stored_number<typename accessor_of<std::remove_cvref_t<R>>::value_type>;

template <class Sources>
inline constexpr bool are_on_device = false;
template <class... Is>
inline constexpr bool are_on_device<std::tuple<Is...>> = (is_device_iterator<Is> && ...);

/// A view that kernels can make: of ranges on a device and of numbers.
template <class R>
concept kernel_view =
    staged_view<R> && are_on_device<sources_of<accessor_of<std::remove_cvref_t<R>>>>;

/// A view of ranges on a device.
template <class R>
concept device_view =
    is_indexed_view<std::remove_cvref_t<R>> && accessor_of<std::remove_cvref_t<R>>::is_on_device;

/// The same, or the rows of a vector with an array of each field, for an expression of fields.
template <class R, class F>
concept device_rows = device_view<R> ||
    (is_soa_vector<std::remove_cvref_t<R>>&& expressions::is_for_kernels<F>);

} // namespace gpu::inline v0::detail
