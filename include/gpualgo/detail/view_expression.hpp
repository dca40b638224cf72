// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views as expressions of the position, or of elements of one or two ranges on a device. Kernels
/// are made of these.
#pragma once

#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_composition.hpp>
#include <gpualgo/detail/expression_field.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_program.hpp>
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
/// - `ranges`: ranges on a device that it reads
/// - `uses_position`: whether it depends on the position
/// - `expression<K>(at)`: of the position, or of the elements of ranges of which the first is
///   operand K
/// - `sources(at)`: the first elements of the ranges, as a tuple
/// - `steps(at)`: elements from one that is read to the next one, for each range
///
/// A tuple of elements is a tuple of expressions, of which gpu::field takes one.
template <class A>
struct view_source {
    static constexpr bool is_supported = false;
};
template <class T, class Bounds>
struct view_source<range_element<device_iterator<T, Bounds>>> {
    static constexpr bool is_supported = stored_number<std::remove_const_t<T>>;
    static constexpr bool uses_position = false;
    static constexpr std::size_t ranges = 1;

    template <std::size_t K>
    static constexpr auto expression(range_element<device_iterator<T, Bounds>> const&) {
        return expressions::placeholder<K>();
    }
    static constexpr auto sources(range_element<device_iterator<T, Bounds>> const& at) {
        return std::tuple(at.first.get());
    }
    static constexpr std::array<std::uint64_t, 1>
    steps(range_element<device_iterator<T, Bounds>> const&) {
        return {1};
    }
};
template <number T>
struct view_source<constant_at<T>> {
    static constexpr bool is_supported = true;
    static constexpr bool uses_position = false;
    static constexpr std::size_t ranges = 0;

    template <std::size_t>
    static constexpr auto expression(constant_at<T> const& at) {
        return expressions::scalar<T>(at.value.get());
    }
    static constexpr std::tuple<> sources(constant_at<T> const&) { return {}; }
    static constexpr std::array<std::uint64_t, 0> steps(constant_at<T> const&) { return {}; }
};
template <number T>
struct view_source<iota_at<T>> {
    static constexpr bool is_supported = true;
    static constexpr bool uses_position = true;
    static constexpr std::size_t ranges = 0;

    template <std::size_t>
    static constexpr auto expression(iota_at<T> const& at) {
        return gpu::cast<T>(operand_1 + static_cast<std::uint64_t>(at.first));
    }
    static constexpr std::tuple<> sources(iota_at<T> const&) { return {}; }
    static constexpr std::array<std::uint64_t, 0> steps(iota_at<T> const&) { return {}; }
};
template <class A>
requires view_source<A>::is_supported struct view_source<strided_at<A>> {
    static constexpr bool is_supported = true;
    static constexpr bool uses_position = view_source<A>::uses_position;
    static constexpr std::size_t ranges = view_source<A>::ranges;

    template <std::size_t K>
    static constexpr auto expression(strided_at<A> const& at) {
        auto const base = view_source<A>::template expression<K>(at.base);
        if constexpr (uses_position)
            return detail::compose(base, operand_1 * static_cast<std::uint64_t>(at.step));
        else return base;
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
    static constexpr bool uses_position = (view_source<As>::uses_position || ...);

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
    template <std::size_t K, class Make>
    static constexpr auto of_bases(std::tuple<As...> const& bases, Make const& make) {
        return [&]<std::size_t... I>(std::index_sequence<I...>) {
            return make(
                view_source<As>::template expression<operand_of<K, I>>(std::get<I>(bases))...);
        }
        (std::index_sequence_for<As...>());
    }

private:
    /// The operand that the ranges of accessor I begin with.
    template <std::size_t K, std::size_t I>
    static constexpr std::size_t operand_of = [] {
        std::size_t const counts[] = {view_source<As>::ranges...};
        std::size_t first = K;
        for (std::size_t i = 0; i < I; ++i) first += counts[i];
        return first;
    }();
};
template <class... As>
    requires(view_source<As>::is_supported&&...)
struct view_source<zip_at<As...>> : view_sources<As...> {
    static constexpr bool is_supported = true;

    template <std::size_t K>
    static constexpr auto expression(zip_at<As...> const& at) {
        return view_sources<As...>::template of_bases<K>(
            at.bases, [](auto const&... e) { return detail::make_row(e...); });
    }
    static constexpr auto sources(zip_at<As...> const& at) {
        return view_sources<As...>::sources(at.bases);
    }
    static constexpr auto steps(zip_at<As...> const& at) {
        return view_sources<As...>::steps(at.bases);
    }
};

/// The operands of an expression that kernels read, of the elements of ranges.
template <class E, class Sources>
struct ranges_read;
template <class E, class... Is>
struct ranges_read<E, std::tuple<Is...>> : operands_read<E, std::iter_value_t<Is>...> {
    /// Whether all elements that are read have one size.
    static constexpr bool have_one_size = [] {
        constexpr std::size_t sizes[] = {sizeof(std::iter_value_t<Is>)...};
        std::size_t size = 0;
        for (std::size_t k = 0; k < sizeof...(Is); ++k) {
            if (!ranges_read::is_read[k]) continue;
            if (size != 0 && size != sizes[k]) return false;
            size = sizes[k];
        }
        return true;
    }();
};
template <class E> // of the position
struct ranges_read<E, std::tuple<>> {
    static constexpr std::size_t count = 0;
    static constexpr bool have_one_size = true;
};

template <kernel_callable F, class... As>
    requires(view_source<As>::is_supported&&...)
struct view_source<transformed_at<F, As...>> : view_sources<As...> {
    template <std::size_t K>
    static constexpr auto expression(transformed_at<F, As...> const& at) {
        return view_sources<As...>::template of_bases<K>(at.bases, [&](auto const&... e) {
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
        constexpr std::size_t all = view_sources<As...>::ranges;
        if constexpr (view_sources<As...>::uses_position) return all == 0;
        else if constexpr (all <= 2) return true;
        else {
            using accessor = transformed_at<F, As...>;
            using whole = decltype(expression<0>(std::declval<accessor const&>()));
            using from = decltype(sources(std::declval<accessor const&>()));
            return ranges_read<whole, from>::count <= 2;
        }
    }();
};

/// A view that kernels can make: of ranges on a device, or of nothing but numbers.
template <class R>
concept kernel_view = is_indexed_view<std::remove_cvref_t<R>> &&
    view_source<accessor_of<std::remove_cvref_t<R>>>::is_supported &&
    stored_number<typename accessor_of<std::remove_cvref_t<R>>::value_type>;

/// A view of ranges on a device.
template <class R>
concept device_view =
    is_indexed_view<std::remove_cvref_t<R>> && accessor_of<std::remove_cvref_t<R>>::is_on_device;

/// The same, or the rows of a vector with an array of each field, for an expression of fields.
template <class R, class F>
concept device_rows = device_view<R> ||
    (is_soa_vector<std::remove_cvref_t<R>>&& expressions::is_for_kernels<F>);

} // namespace gpu::inline v0::detail
