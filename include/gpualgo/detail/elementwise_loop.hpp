// SPDX-License-Identifier: Apache-2.0
/// @file
/// Transforms of host ranges by the program: in the calling thread, or on all cores.
#pragma once

#include <gpualgo/abi/elementwise_lists.hpp>
#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/expression_node.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/conversion.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <type_traits>
#include <vector>

namespace gpu::inline v0::detail {

/// The type of an output's elements; `void` if it only takes values, as std::back_inserter does.
template <class O>
struct element_of_output {
    using type = void;
};
template <class O>
    requires requires { typename std::iter_value_t<O>; }
struct element_of_output<O> {
    using type = std::iter_value_t<O>;
};
template <class O>
using output_element = typename element_of_output<O>::type;

/// The operation that kernels apply for a callable to elements of type In and writes to elements of
/// type Out; `void` if there is none.
template <class F, class Out, class... In>
struct operation_on_elements {
    using type = void;
};
template <class F, class T, std::same_as<T>... In>
struct operation_on_elements<F, T, In...> {
    using type = elementwise_operation<
        F, T, std::conditional_t<sizeof...(In) == 1, unary_operation_map, binary_operation_map>>;
};

/// The operation that precompiled kernels apply for a callable to elements of these ranges; `void`
/// if there is none.
template <class F, class O, class... Is>
using listed_operation =
    typename operation_on_elements<F, output_element<O>, std::iter_value_t<Is>...>::type;

/// A listed operation as kernels apply it: integers wrap, and numbers of 16 bits are computed in
/// float and rounded once.
template <class T, class Operation>
struct listed_function {
    template <class... X>
    constexpr T operator()(X&&... x) const {
        return kernel::rounded_operation<T, computed_as<T>, Operation>()(static_cast<T>(x)...);
    }
};

/// @return f, or what kernels apply for it if it is listed
template <class O, class... Is, class F>
constexpr decltype(auto) as_kernels_apply(F& f) {
    using applied = listed_operation<F, O, Is...>;
    if constexpr (std::is_void_v<applied>) return (f);
    else return listed_function<as_listed<output_element<O>>, applied>();
}

/// A result, converted to the type of the output.
template <class Out, class F, class Result>
constexpr Out as_output(Result&& result) {
    if constexpr (expressions::is_for_kernels<F> && stored_number<Out>)
        return convert_number<Out>()(result);
    else return kernel::implicitly<Out>(static_cast<Result&&>(result));
}

/// Writes f's result for elements.
/// @tparam Out the type of the output's elements, or void
/// @param out what the output's iterator refers to
template <class Out, class To, class F, class... X>
constexpr void write_result(To&& out, F& f, X&&... x) {
    if constexpr (expressions::is_for_kernels<F> && std::is_lvalue_reference_v<To> &&
                  !std::is_void_v<Out>)
        out = detail::as_output<Out, F>(f(x...));
    else if constexpr (std::is_arithmetic_v<Out>) // without a warning
        static_cast<To&&>(out) = kernel::implicitly<Out>(detail::invoke(f, static_cast<X&&>(x)...));
    else static_cast<To&&>(out) = detail::invoke(f, static_cast<X&&>(x)...);
}

/// Writes f's results, from the first to the last.
/// @return the end of the output
template <class O, class F, class I, class S, class... Is>
constexpr O write_results(I first, S last, O out, F& f, Is... seconds) {
    auto&& apply = detail::as_kernels_apply<O, I, Is...>(f);
    for (; first != last; ++first, (void)++out, (void(++seconds), ...))
        detail::write_result<output_element<O>>(*out, apply, *first, *seconds...);
    return out;
}

/// Elements per task of `transform_on_cores`.
inline constexpr std::size_t elements_per_task = 16384;

/// Transforms Count numbers, whose positions begin at `begin`. The bounds are constant, and the
/// output does not overlap other elements of the input: so the loop is vectorised also at -O2.
template <std::size_t Count, class Out, class F, class... In>
void transform_count(Out* out, F& f, std::size_t begin, In*... in) {
#if defined(__GNUC__) && !defined(__clang__) && !defined(__CUDACC__)
#pragma GCC ivdep
#endif
    for (std::size_t i = begin; i < begin + Count; ++i)
        out[i] = detail::as_output<Out, F>(detail::invoke(f, in[i]...));
}

/// Transforms elements at random access.
template <class O, class F, class... Is>
void transform_part(std::size_t begin, std::size_t end, O out, F& f, Is... in) {
    using output = std::iter_value_t<O>;
    constexpr std::size_t count = 512;
    if constexpr (std::is_pointer_v<O> && (std::is_pointer_v<Is> && ...) &&
                  std::is_arithmetic_v<output>)
        for (; end - begin >= count; begin += count)
            detail::transform_count<count, output, F>(out, f, begin, in...);
    for (; begin < end; ++begin) {
        auto const i = static_cast<std::ptrdiff_t>(begin);
        detail::write_result<output>(out[i], f, in[i]...);
    }
}

/// Calls run(begin, end) for parts of the positions below n, on all cores. Rethrows the exception
/// of the first part that failed.
template <class Run>
void parts_on_cores(std::size_t n, Run const& run_part) {
    std::size_t const tasks = (n + elements_per_task - 1) / elements_per_task;
    std::vector<std::exception_ptr> failures(tasks);
    auto run = [&](std::size_t task) noexcept {
        std::size_t const begin = task * elements_per_task;
        try {
            run_part(begin, n - begin < elements_per_task ? n : begin + elements_per_task);
        } catch (...) {
            failures[task] = std::current_exception();
        }
    };
    gpualgo_v0_parallel_for(
        tasks, [](void* context, std::uint64_t i) { (*static_cast<decltype(run)*>(context))(i); },
        &run);
    for (auto const& failure : failures)
        if (failure) std::rethrow_exception(failure);
}

/// Transforms n elements on all cores, or in the calling thread if results share words.
template <class O, class F, class... Is>
void transform_on_cores(std::size_t n, O out, F& f, Is... in) {
    auto&& apply = detail::as_kernels_apply<O, Is...>(f);
    auto const transform = [&](std::size_t begin, std::size_t end) {
        detail::transform_part(begin, end, out, apply, in...);
    };
    if constexpr (is_divisible<O>) detail::parts_on_cores(n, transform);
    else transform(0, n);
}

/// Calls f(i) for all positions below n, on all cores.
template <class F>
void call_on_cores(std::size_t n, F const& f) {
    detail::parts_on_cores(n, [&](std::size_t begin, std::size_t end) {
        for (; begin < end; ++begin) f(begin);
    });
}

} // namespace gpu::inline v0::detail
