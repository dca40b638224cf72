// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views as expressions of the position, or of elements of one or two ranges on a device. Kernels
/// are made of these.
#pragma once

#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/view_accessors.hpp>
#include <gpualgo/expression.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The expression f of the values of other expressions.
template <expressions::is_expression F, expressions::is_expression... E>
class composed : public expressions::expression {
public:
    static constexpr std::size_t arity = [] {
        std::size_t most = 0;
        ((most = E::arity > most ? E::arity : most), ...);
        return most;
    }();

    constexpr explicit composed(F f, E... inner) : f_(f), inner_(inner...) {}

    template <number... A>
        requires(arity <= sizeof...(A))
    [[gnu::always_inline]] constexpr auto operator()(A... operands) const {
        return std::apply([&](E const&... e) { return f_(e(operands...)...); }, inner_);
    }

    template <class... A>
    static constexpr std::uint8_t write(program_writer& program) {
        std::uint8_t const given[] = {E::template write<A...>(program)...};
        program_writer outer;
        std::uint8_t const last =
            F::template write<decltype(std::declval<E const&>()(std::declval<A>()...))...>(outer);
        std::uint8_t position[most_instructions] = {};
        for (std::uint32_t i = 0; i < outer.size; ++i) {
            instruction const step = outer.code[i];
            if (step.code == operation::operand) {
                position[i] = given[step.a];
            } else {
                program.code[program.size] = {step.code, step.type, position[step.a],
                                              position[step.b], position[step.c]};
                position[i] = static_cast<std::uint8_t>(program.size++);
            }
        }
        return position[last];
    }
    constexpr void capture(scalar_bytes& bytes) const {
        std::apply([&](E const&... e) { (e.capture(bytes), ...); }, inner_);
        f_.capture(bytes);
    }

private:
    [[no_unique_address]] F f_;
    std::tuple<E...> inner_;
};

/// @return f of the values of other expressions
template <class F, class... E>
constexpr auto compose(F const& f, E const&... inner) {
    return composed<F, E...>(f, inner...);
}

/// How a kernel makes the elements of an accessor.
/// - `ranges`: ranges on a device that it reads
/// - `uses_position`: whether it depends on the position
/// - `expression<K>(at)`: of the position, or of the elements of ranges of which the first is
///   operand K
/// - `sources(at)`: the first elements of the ranges, as a tuple
template <class A>
struct view_source {
    static constexpr bool is_supported = false;
};
template <class T, class Bounds>
struct view_source<range_element<device_iterator<T, Bounds>>> {
    static constexpr bool is_supported = number<std::remove_const_t<T>>;
    static constexpr bool uses_position = false;
    static constexpr std::size_t ranges = 1;

    template <std::size_t K>
    static constexpr auto expression(range_element<device_iterator<T, Bounds>> const&) {
        return expressions::placeholder<K>();
    }
    static constexpr auto sources(range_element<device_iterator<T, Bounds>> const& at) {
        return std::tuple(at.first.get());
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
};
template <class A>
requires view_source<A>::is_supported struct view_source<strided_at<A>> {
    static constexpr bool is_supported = view_source<A>::ranges == 0;
    static constexpr bool uses_position = view_source<A>::uses_position;
    static constexpr std::size_t ranges = 0;

    template <std::size_t>
    static constexpr auto expression(strided_at<A> const& at) {
        return detail::compose(view_source<A>::template expression<0>(at.base),
                               operand_1 * static_cast<std::uint64_t>(at.step));
    }
    static constexpr std::tuple<> sources(strided_at<A> const&) { return {}; }
};
template <kernel_callable F, class... As>
    requires(view_source<As>::is_supported&&...)
struct view_source<transformed_at<F, As...>> {
    static constexpr std::size_t ranges = (view_source<As>::ranges + ...);
    static constexpr bool uses_position = (view_source<As>::uses_position || ...);
    static constexpr bool is_supported = ranges <= 2 && !(uses_position && ranges > 0);

    template <std::size_t K>
    static constexpr auto expression(transformed_at<F, As...> const& at) {
        return of_bases<K>(at, std::index_sequence_for<As...>());
    }
    static constexpr auto sources(transformed_at<F, As...> const& at) {
        return std::apply(
            [](As const&... base) { return std::tuple_cat(view_source<As>::sources(base)...); },
            at.bases);
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
    template <std::size_t K, std::size_t... I>
    static constexpr auto of_bases(transformed_at<F, As...> const& at, std::index_sequence<I...>) {
        return detail::compose(
            detail::expression_for(at.f.get()),
            view_source<As>::template expression<operand_of<K, I>>(std::get<I>(at.bases))...);
    }
};

/// A view that kernels can make: of ranges on a device, or of nothing but numbers.
template <class R>
concept kernel_view = is_indexed_view<std::remove_cvref_t<R>> &&
    view_source<accessor_of<std::remove_cvref_t<R>>>::is_supported;

/// A view of ranges on a device.
template <class R>
concept device_view =
    is_indexed_view<std::remove_cvref_t<R>> && accessor_of<std::remove_cvref_t<R>>::is_on_device;

} // namespace gpu::inline v0::detail
