// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans of ranges on devices by expressions. scan_range.hpp finds these overloads by their first
/// argument. Elements are first transformed to the output, if there is a transform or if they have
/// another type. Then the output is scanned in place.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/expression_reduce.hpp>
#include <gpualgo/detail/expression_requirements.hpp>
#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/detail/scan_range.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Whether kernels scan elements at I to O by an expression, with totals of type T.
template <class I, class O, class T>
concept scanned_numbers = addressable<I> && addressable<O> && stored_number<std::iter_value_t<I>> &&
                          number<T> && !std::same_as<T, bool> &&
                          direct_output<O, T>;

template <bool AreNumbers, class Element, class Init, class Output>
constexpr void require_scanned_numbers() {
    static_assert(
        AreNumbers,
        "gpu::inclusive_scan, exclusive_scan: by an expression on devices, init or otherwise the "
        "result of the transform has the Output's type: an integer of up to 64 bits, float or "
        "double. Elements may also be gpu::half and gpu::bfloat16. All lie side by side. Or scan a "
        "copy on the host: v.to_host()");
}

/// Scans numbers by the library, by an operator that is not precompiled.
/// @param out may be `in`
/// @param leaves whether the call does not wait
template <class T, class P, class Op>
void scan_numbers(P const& policy, scan_kind kind, memory_range<T const> in, memory_range<T> out,
                  T const* init, Op& op, bool leaves = false) {
    auto const& expression = expression_for(op);
    auto scan = [&] {
        auto const fold = [&](T a, T b) { return convert_number<T>()(expression(a, b)); };
        std::identity unchanged;
        detail::scan_in_program<T>(kind, in.first, in.first + in.n, out.first, init, fold,
                                   unchanged);
    };
    scalar_bytes scalars;
    scan_expression_request request;
    request.function = leaves ? name_of_scan_into(kind) : name_of_scan<std::identity>(kind);
    request.n = in.n;
    request.ranges = 1;
    request.in[0] = {in.first, in.device, number_type_of<T>()};
    request.out = {out.first, out.device, number_type_of<T>()};
    request.fold = detail::view_of<T, T, T>(expression, scalars);
    request.init = init;
    request.is_exclusive = kind == scan_kind::exclusive ? 1 : 0;
    request.leaves = leaves ? 1 : 0;
    request.on_host = [](void* context) { (*static_cast<decltype(scan)*>(context))(); };
    request.context = &scan;
    call<strategies>(policy, request, &gpualgo_v0_scan_expression);
}

/// Scans elements of the output's type.
template <class T, class P, class Op>
void scan_elements(P const& policy, scan_kind kind, memory_range<T const> in, memory_range<T> out,
                   T const* init, Op& op) {
    if constexpr (device_scan<as_listed<T>, listed_operator<Op, T>>)
        detail::call_scan<Op, std::identity>(policy, kind, {in.first, in.device},
                                             {out.first, out.device}, in.n, init);
    else detail::scan_numbers<T>(policy, kind, in, out, init, op);
}

/// An iterator to elements in memory of this library's devices, or of the host.
template <class P, class I>
auto own_iterator([[maybe_unused]] P const& policy, I first, [[maybe_unused]] std::size_t n) {
    if constexpr (foreign_iterator<I>)
        return detail::own_first(first, n, device_of_nothing(policy));
    else return first;
}

/// Scans n elements.
template <class T, class P, class I, class O, class Op, class F>
void scan_by_expressions(P const& policy, scan_kind kind, I first, std::size_t n, O out,
                         T const* init, Op& op, F& f) {
    auto const in = detail::own_iterator(policy, first, n);
    auto const to = detail::own_iterator(policy, out, n);
    memory_range<T> const results = detail::elements_at(to, n);
    memory_range<T const> const totals{results.device, results.first, n};
    if constexpr (is_identity<F> && std::same_as<std::iter_value_t<I>, T>) {
        auto const elements = detail::elements_at(in, n);
        detail::scan_elements<T>(policy, kind, {elements.device, elements.first, n}, results, init,
                                 op);
    } else {
        detail::transform_by_library(policy, n, to, f, name_of_scan<F>(kind), in);
        detail::scan_elements<T>(policy, kind, totals, results, init, op);
    }
}

template <class T, class P, class I, class S, class O, class Op, class F>
    requires by_expressions<Op, F> O scan_device_by_program(program_kernels, P const& policy,
                                                            scan_kind kind, I first, S last, O out,
                                                            T const* init, Op& op, F& f) {
        constexpr bool are_numbers = scanned_numbers<I, O, T>;
        require_automatic<is_automatic<P>, P>();
        require_scanned_numbers<are_numbers, std::iter_value_t<I>, T, std::iter_value_t<O>>();
        if constexpr (is_automatic<P> && are_numbers) {
            std::size_t const n = detail::count_elements(first, last);
            detail::scan_by_expressions<T>(policy, kind, first, n, out, init, op, f);
            return out + static_cast<std::iter_difference_t<O>>(n);
        } else {
            return out;
        }
    }

/// Scans numbers by an expression, without waiting.
template <class T, class P, class I, class O, class Op>
    requires by_expressions<Op, std::identity>
void scan_into_by_program(program_kernels, P const& policy, scan_kind kind, I first, I last, O out,
                          T const* init, Op& op) {
    require_automatic<is_automatic<P>, P>();
    require_scanned_numbers<scanned_numbers<I, O, T>, T, T, T>();
    if constexpr (is_automatic<P> && scanned_numbers<I, O, T>) {
        std::size_t const n = detail::count_elements(first, last);
        auto const in = detail::place_of(policy, first, n), to = detail::place_of(policy, out, n);
        detail::scan_numbers<T>(policy, kind, {in.memory, static_cast<T const*>(in.first), n},
                                {to.memory, static_cast<T*>(const_cast<void*>(to.first)), n}, init,
                                op, true);
    }
}

/// Scans numbers of the host on the device that the policy names.
template <class T, class P, contiguous_memory I, class S, class O, class Op, class F>
    requires by_expressions<Op, F> && scanned_numbers<I, O, T> && is_automatic<P>
        O scan_elsewhere_by_program(program_kernels, P const& policy, scan_kind kind, I first,
                                    S last, O out, T const* init, Op& op, F& f) {
        std::size_t const n = detail::count(first, last);
        detail::scan_by_expressions<T>(policy, kind, first, n, out, init, op, f);
        return out + static_cast<std::iter_difference_t<O>>(n);
    }

} // namespace gpu::inline v0::detail
