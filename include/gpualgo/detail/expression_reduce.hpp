// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by expressions on devices, also of ranges of the host that are copied there.
/// reduce_range.hpp and transform_range.hpp find these overloads by their first argument.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/expression_requirements.hpp>
#include <gpualgo/detail/fold.hpp>
#include <gpualgo/detail/numbers_in_memory.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/transform_range.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

template <bool AreNumbers, class Accumulator, class... Values>
constexpr void require_numbers() {
    static_assert(
        AreNumbers,
        "gpu::reduce, transform_reduce: expressions take integers of up to 64 bits, "
        "float and double as elements and init on devices, half and bfloat16 as elements. "
        "Take a copy on the host: v.to_host()");
}

/// A pointer to the first element, which is only read.
template <numbers_in_memory I>
std::iter_value_t<I> const* first_read(I first) {
    return detail::first_number(first);
}

/// Reduces the results of f on ranges whose types are checked, on a device.
template <class P, class T, class Op, class F, numbers_in_memory... Is>
T fold_numbers(P const& policy, char const* function, std::size_t n, T init, Op& op, F& f,
               Is... firsts) {
    T result = init;
    auto fold = [&] {
        if constexpr (std::same_as<F, std::identity>) {
            result = detail::fold<all_cores>(detail::first_read(firsts)..., n, init, op);
        } else {
            transformed_iterator<F, std::iter_value_t<Is> const*...> elements(
                f, detail::first_read(firsts)...);
            result = detail::fold<all_cores>(std::move(elements), n, init, op);
        }
    };
    auto const& load_expression = expression_for(f);
    auto const& fold_expression = expression_for(op);
    scalar_bytes load_scalars, fold_scalars;
    fold_request request;
    request.function = function;
    request.n = n;
    request.ranges = sizeof...(firsts);
    request.element_bytes = static_cast<std::uint32_t>(greatest(sizeof(std::iter_value_t<Is>)...));
    number_range const ranges[] = {detail::numbers_at(firsts)...};
    for (std::size_t i = 0; i < sizeof...(firsts); ++i) request.in[i] = ranges[i];
    request.load = detail::view_of<T, std::iter_value_t<Is>...>(load_expression, load_scalars);
    request.fold = detail::view_of<T, T, T>(fold_expression, fold_scalars);
    request.init = &init;
    request.result = &result;
    request.on_host = [](void* context) { (*static_cast<decltype(fold)*>(context))(); };
    request.context = &fold;
    call<strategies>(policy, request, &gpualgo_v0_fold_expression);
    if constexpr (std::floating_point<T>) return n == 0 ? result : kernel::quieted(result);
    else return result;
}

/// Reduces the results of f on ranges on a device, or does not compile.
template <class P, class T, class Op, class F, class... Elements>
T fold_by_expressions(P const& policy, char const* function, std::size_t n, T init, Op& op, F& f,
                      device_iterator<Elements>... firsts) {
    // of elements, and of accumulators
    constexpr bool are_numbers = number<T> && (stored_number<std::remove_const_t<Elements>> && ...);
    require_automatic<is_automatic<P>, P>();
    require_numbers<are_numbers, T, std::remove_const_t<Elements>...>();
    if constexpr (are_numbers && is_automatic<P>)
        return detail::fold_numbers(policy, function, n, std::move(init), op, f, firsts...);
    else return init;
}

template <class P, class Element, class T, expressions::is_for_kernels Op>
T reduce_by_program(program_kernels, P const& policy, device_iterator<Element> first, std::size_t n,
                    T init, Op& op) {
    std::identity unchanged;
    return detail::fold_by_expressions(policy, "gpu::reduce", n, init, op, unchanged, first);
}

/// Whether a reduction is by expressions: one of its callables is an expression, and the other can
/// be written as one.
template <class Op, class F>
concept by_expressions = kernel_callable<Op> && kernel_callable<F> &&
    (expressions::is_for_kernels<Op> || expressions::is_for_kernels<F>);

template <class P, class T, class Op, class F, class Element, class... Elements>
    requires by_expressions<Op, F> T transform_by_program(program_kernels, P const& policy,
                                                          std::size_t n, T init, Op& op, F& f,
                                                          device_iterator<Element> first,
                                                          device_iterator<Elements>... second) {
        return detail::fold_by_expressions(policy, "gpu::transform_reduce", n, init, op, f, first,
                                           second...);
    }

/// A reduction of numbers of the host by expressions.
template <class P, class T, class Op, class F, class... Is>
    requires by_expressions<Op, F> && is_automatic<P> && number<T> &&
        ((contiguous_memory<Is> &&
          stored_number<std::iter_value_t<Is>>)&&...) struct folded_elsewhere<P, T, Op, F, Is...>
        : std::true_type {
    };

    template <class P, class T, class Op, class F, contiguous_memory... Is>
    T fold_elsewhere(program_kernels, P const& policy, char const* function, std::size_t n, T init,
                     Op& op, F& f, Is... firsts) {
        return detail::fold_numbers(policy, function, n, std::move(init), op, f, firsts...);
    }

} // namespace gpu::inline v0::detail
