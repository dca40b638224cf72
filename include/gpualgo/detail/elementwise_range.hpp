// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for a transform:
/// - ranges on a device of one listed type, by a listed operation: the library's own kernels;
/// - other ranges on a device, by an expression: the library, by a kernel made at run time. For
/// both, it asks the program to compute on the host;
/// - ranges of the host: the program, in the calling thread without a policy, on all cores with
/// one;
/// - contiguous numbers of the host, if the policy names another device: the library, on a copy.
#pragma once

#include <gpualgo/abi/elementwise_lists.hpp>
#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/elementwise_loop.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/numbers_in_memory.hpp>
#include <gpualgo/detail/overlap.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/type_name.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

template <class F>
constexpr void require_expression() {
    static_assert(kernel_callable<F>,
                  "gpu::transform: on devices, the Function must be an expression, such as "
                  "2 * gpu::placeholders::_1, see gpualgo/expression.hpp. If all elements are of "
                  "one type, also gpu::negate<>, gpu::plus<> and other listed operations. Or take "
                  "a copy on the host: v.to_host()");
}

/// A call that precompiled kernels can run.
template <class F, class O, class... Is>
concept listed_transform_call = direct_numbers<O> &&(direct_numbers<Is>&&...) &&
                                !std::is_void_v<listed_operation<F, O, Is...>>;
template <bool AreNumbers, class... Values>
constexpr void require_elements() {
    static_assert(AreNumbers,
                  "gpu::transform: on devices, elements are integers of up to 64 bits, float, "
                  "double, gpu::half or gpu::bfloat16");
}

/// Transforms elements of one type by a listed operation, by the library.
template <class P, class O, class F, class... Is>
void transform_by_operation(P const& policy, std::size_t n, O out, F&, Is... in) {
    using element = as_listed<std::iter_value_t<O>>;
    using applied = listed_operation<F, O, Is...>;
    constexpr bool is_unary_operation = sizeof...(Is) == 1;
    kernel::rounded_operation<element, computed_as<element>, applied> apply;
    auto compute = [&] {
        detail::transform_on_cores(n, detail::first_number(out), apply,
                                   detail::first_number(in)...);
    };
    auto const range_at = [n]<class I>(I first) {
        element_range range;
        range.first = const_cast<void*>(static_cast<void const*>(detail::first_number(first)));
        range.n = n;
        if constexpr (is_device_iterator<I>) range.memory = first.device().id();
        return range;
    };
    elementwise_request request;
    request.function = "gpu::transform";
    request.kind = static_cast<std::uint32_t>(elementwise_kind::transform);
    request.value = number_of<element, types>;
    request.size = sizeof(element);
    request.operands = sizeof...(Is);
    request.operation =
        number_of<applied,
                  std::conditional_t<is_unary_operation, unary_operations, binary_operations>>;
    request.n = n;
    request.out = range_at(out);
    element_range const inputs[] = {range_at(in)...};
    request.in = inputs[0];
    request.second = inputs[sizeof...(Is) - 1];
    request.on_host = [](void* context) { (*static_cast<decltype(compute)*>(context))(); };
    request.context = &compute;
    call<strategies>(policy, request, &gpualgo_v0_elementwise);
}

/// Transforms numbers by the library, by an expression.
/// @param function that was called, for messages
template <class P, class O, class F, class... Is>
void transform_by_library(P const& policy, std::size_t n, O out, F& f, char const* function,
                          Is... in) {
    using result = std::iter_value_t<O>;
    auto compute = [&] {
        detail::transform_on_cores(n, detail::first_number(out), f, detail::first_number(in)...);
    };
    auto const& expression = expression_for(f);
    scalar_bytes scalars;
    transform_request request;
    request.function = function;
    request.n = n;
    request.ranges = sizeof...(in);
    number_range const ranges[] = {detail::numbers_at(in)...};
    for (std::size_t i = 0; i < sizeof...(in); ++i) request.in[i] = ranges[i];
    request.out = detail::numbers_at(out);
    request.f = detail::view_of<result, std::iter_value_t<Is>...>(expression, scalars);
    request.on_host = [](void* context) { (*static_cast<decltype(compute)*>(context))(); };
    request.context = &compute;
    call<strategies>(policy, request, &gpualgo_v0_transform);
}

/// Throws, because a call on host memory cannot run on the device that the policy names.
template <class P, class F>
void refuse_device(P const& policy, std::size_t n, char const* function) {
    throw unsupported_operator(call_text<P>(function, n) + "on " + to_string(*policy.target()) +
                               ", the function must be an expression of contiguous numbers; " +
                               std::string(type_name<F>()) +
                               " on these ranges runs on the host, without on(device)");
}

/// Checks a call that the program handles in the calling thread, and fills the policy's report.
template <class F, class P, class I, class S>
void note_transform_loop(P const& policy, char const* function, I const& first, S const& last) {
    check_options<strategies>(policy, function);
    std::size_t n = unknown_size;
    if constexpr (forward_iterator<I>) n = detail::count(first, last);
    if (policy.target().value_or(device::host()) != device::host())
        refuse_device<P, F>(policy, n, function);
    if constexpr (forward_iterator<I>)
        report_program(policy,
                       {function, "a loop in the program", n, 0, n * sizeof(std::iter_value_t<I>)});
}

/// Throws if a range that is not empty begins at a null pointer.
template <class P, class... Is>
void require_memory(char const* function, std::size_t n, Is const&... ranges) {
    if (n > 0 && ((detail::address_of(ranges) == nullptr) || ...))
        throw std::invalid_argument(call_text<P>(function, n) +
                                    "a null pointer was given for a range of " + std::to_string(n) +
                                    " elements");
}

/// Transforms ranges of the host whose number of elements is known, with a policy.
template <class P, class O, class F, class... Is>
void transform_host(P const& policy, std::size_t n, O out, F& f, Is... in) {
    check_options<strategies>(policy, "gpu::transform");
    bool const is_elsewhere = policy.target().value_or(device::host()) != device::host();
    if constexpr (listed_transform_call<F, O, Is...>) {
        if (is_elsewhere) return detail::transform_by_operation(policy, n, out, f, in...);
    } else if constexpr (kernel_callable<F> && numbers_in_memory<O> &&
                         (numbers_in_memory<Is> && ...)) {
        if (is_elsewhere)
            return detail::transform_by_library(policy, n, out, f, "gpu::transform", in...);
    } else if (is_elsewhere) {
        refuse_device<P, F>(policy, n, "gpu::transform");
    }
    if constexpr (contiguous_memory<O> && (contiguous_memory<Is> && ...)) {
        detail::require_memory<P>("gpu::transform", n, out, in...);
        (detail::require_apart_or_same<P>("gpu::transform", n, out, in), ...);
        detail::transform_on_cores(n, detail::address_of(out), f, detail::address_of(in)...);
    } else {
        detail::transform_on_cores(n, out, f, in...);
    }
    report_program(policy, {"gpu::transform", "a transform in the program", n, 0,
                            n * (sizeof(std::iter_value_t<Is>) + ...)});
}

/// Whether a transform to O runs on a device and makes elements of views there.
template <class O, class... Is>
concept is_made_for_transform = (makes_elements<Is> || ...) &&
                                (belongs_to_device<O> || (belongs_to_device<Is> || ...));

template <class Policy>
constexpr void require_policy_of_transform() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::transform, adjacent_difference, generate, for_each: this Policy needs "
                  "#include <gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || extrema_policy<Policy>,
                  "gpu::transform, adjacent_difference, generate, for_each: this Policy is not a "
                  "policy that they support. Use gpu::automatic with its options, or no policy");
}

template <class Function, class... Elements>
constexpr void require_call_of_function() {
    static_assert(std::invocable<Function&, Elements...>,
                  "gpu::transform: this Function cannot be called with these Elements, one of each "
                  "range. With one range, it has one argument, and an expression has no _2. Two C "
                  "arrays are taken for iterators: give std::span(a), std::span(b)");
}

/// Whether results can be written to an output of the host.
template <class O, class Result>
concept output_of_results = requires(O& out, Result&& result) {
    *out = static_cast<Result&&>(result);
};

template <class Output, class Result>
constexpr void require_assignable_output() {
    static_assert(output_of_results<Output, Result>,
                  "gpu::transform: a Result of the function cannot be assigned to an element of "
                  "this Output: it is const, or of a type that a Result does not convert to. A "
                  "function for an output of gpu::half or gpu::bfloat16 returns one: gpu::half(x)");
}

/// Compile errors for a function or an output of the host that does not fit.
/// @return whether they fit
template <class O, class F, class... Is>
constexpr bool require_function_and_output() {
    require_call_of_function<F, std::iter_reference_t<Is>...>();
    if constexpr (!std::invocable<F&, std::iter_reference_t<Is>...>) {
        return false;
    } else if constexpr (!expressions::is_for_kernels<F> &&
                         std::is_void_v<listed_operation<F, O, Is...>>) {
        using result = std::invoke_result_t<F&, std::iter_reference_t<Is>...>;
        require_assignable_output<O, result>();
        return output_of_results<O, result>;
    } else {
        return true;
    }
}

/// Every overload ends here.
/// @return the end of the output
template <class P, class I, class S, class O, class F, class... Is>
constexpr O transform_all(P const& policy, I first, S last, O out, F f, Is... seconds) {
    constexpr bool on_device =
        is_device_iterator<O> || is_device_iterator<I> || (is_device_iterator<Is> || ...);
    constexpr bool at_random = random_access_iterator<O> && random_access_iterator<I> &&
                               (random_access_iterator<Is> && ...);
    if constexpr (reads_device<O>) {
        require_written_elements<O>();
        return out;
    } else if constexpr (is_made_for_transform<O, I, Is...>) {
        std::size_t const n = detail::count(first, last);
        write_transformed(program_kernels(), policy, n, out, f, first, seconds...);
        return out + static_cast<std::iter_difference_t<O>>(n);
    } else if constexpr (on_device && listed_transform_call<F, O, I, Is...>) {
        std::size_t const n = detail::count(first, last);
        detail::transform_by_operation(policy, n, out, f, first, seconds...);
        return out + static_cast<std::iter_difference_t<O>>(n);
    } else if constexpr (on_device) {
        constexpr bool are_numbers = stored_number<std::iter_value_t<I>> &&
                                     stored_number<std::iter_value_t<O>> &&
                                     (stored_number<std::iter_value_t<Is>> && ...);
        require_expression<F>();
        require_elements<are_numbers, std::iter_value_t<I>, std::iter_value_t<O>,
                         std::iter_value_t<Is>...>();
        if constexpr (kernel_callable<F> && are_numbers)
            require_call_of_function<F, std::iter_value_t<I>, std::iter_value_t<Is>...>();
        constexpr bool applies = std::invocable<F&, std::iter_value_t<I>, std::iter_value_t<Is>...>;
        std::size_t const n = detail::count(first, last);
        if constexpr (kernel_callable<F> && are_numbers && applies) // one error only
            detail::transform_by_library(policy, n, out, f, "gpu::transform", first, seconds...);
        return out + static_cast<std::iter_difference_t<O>>(n);
    } else if constexpr (!require_function_and_output<O, F, I, Is...>()) {
        return out;
    } else if constexpr (std::same_as<P, no_policy> || !at_random) {
        detail::check_order(first, last);
        if constexpr (!std::same_as<P, no_policy>)
            if (!is_constant_evaluated())
                detail::note_transform_loop<F>(policy, "gpu::transform", first, last);
        return detail::write_results(first, last, out, f, seconds...);
    } else {
        if (is_constant_evaluated()) return detail::write_results(first, last, out, f, seconds...);
        std::size_t const n = detail::count(first, last);
        detail::transform_host(policy, n, out, f, first, seconds...);
        return out + static_cast<std::iter_difference_t<O>>(n);
    }
}

/// Throws if a range has fewer elements than the input.
template <class R>
constexpr void require_size(char const* function, R& range, std::size_t n, char const* which) {
    if (std::size_t const m = detail::count(detail::begin_of(range), detail::end_of(range)); m < n)
        throw std::invalid_argument(std::string(function) + ": the input has " + std::to_string(n) +
                                    " elements, and " + which + " has " + std::to_string(m));
}

/// A range whose elements can be counted before they are read.
template <class R>
concept counted_range = input_range<R> && forward_iterator<iterator_t<R>>;

/// An iterator of an output that is not a range itself.
template <class O>
concept output_position =
    !input_range<O> &&
    (std::input_or_output_iterator<std::remove_cvref_t<O>> || any_iterator<std::remove_cvref_t<O>>);

/// A range whose size is checked, or an iterator. By way of a constant: to order overloads, clang
/// would otherwise compare each alternative of these concepts with all others, for hours.
template <class O>
inline constexpr bool is_elementwise_output = counted_range<O> || output_position<O>;
template <class O>
concept elementwise_output = is_elementwise_output<O>;

/// @param function that was called, for messages
/// @return the first position of an output; throws if it is a range of fewer than n elements
template <elementwise_output Out>
constexpr auto checked_output(char const* function, Out& out, std::size_t n) {
    if constexpr (counted_range<Out>) {
        detail::require_size(function, out, n, "the output");
        return detail::begin_of(out);
    } else {
        return out;
    }
}

/// Transforms the elements of a range, or of several.
template <class P, class Out, class F, class R, class... Rs>
constexpr auto transform_whole(P const& policy, Out& out, F f, R& range, Rs&... others) {
    std::size_t const n = detail::count(detail::begin_of(range), detail::end_of(range));
    (detail::require_size("gpu::transform", others, n, "the second input"), ...);
    return detail::transform_all(policy, detail::begin_of(range), detail::end_of(range),
                                 detail::checked_output("gpu::transform", out, n), std::move(f),
                                 detail::begin_of(others)...);
}

} // namespace gpu::inline v0::detail
