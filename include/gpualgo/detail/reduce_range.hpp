// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to evaluate a reduction:
/// - listed operator and types, contiguous host memory or device memory: the library;
/// - listed, other host ranges: the library, on copies of single segments, or of the whole range if
///   the policy names a device or a strategy;
/// - expressions, if the policy names a device: the library, by a kernel made at run time;
/// - not listed: the program, in the calling thread without a policy, on all cores with one.
///
/// `automatic` and the program always use the canonical order.
#pragma once

#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/element_bytes.hpp>
#include <gpualgo/detail/fold.hpp>
#include <gpualgo/detail/host_fallback.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/program_kernels.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/short_range.hpp>
#include <gpualgo/detail/single_pass.hpp>
#include <gpualgo/detail/value_given.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/report.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Logs a reduction of n elements that are read through iterators, and fills the report.
template <class I, class P>
void report_fold(P const& policy, std::size_t n, char const* algorithm) {
    report_program(policy,
                   {algorithm, "canonical order in the program", n,
                    kernel::segmentation(element_size<I>).count(n), n * bytes_an_element<I>});
}

/// Reduces in the program, on all cores of the host.
template <class P, forward_iterator I, class T, class Op>
T fold_on_host(P const& policy, I first, std::size_t n, T init, Op& op,
               char const* algorithm = "gpu::reduce") {
    T result = detail::fold<all_cores>(std::move(first), n, std::move(init), op);
    report_fold<I>(policy, n, algorithm);
    return result;
}

/// Throws if a call that only the host supports may not run there.
/// @param algorithm the function that is called, for messages
/// @param reason says what is not precompiled
template <class P, class Reason>
void require_host(P const& policy, std::size_t n, char const* algorithm, Reason reason) {
    check_options<strategies>(policy, algorithm);
    auto const target = policy.target();
    if (target && *target != device::host())
        throw unsupported_operator(call_text<P>(algorithm, n) + reason() + "; without on(" +
                                   to_string(*target) + ") it runs on the host");
    detail::require_fallback_allowed(policy, n, algorithm, reason);
}

/// Adds to the report that the host computed instead.
template <class P, class Reason>
void note_host(P const& policy, Reason reason) {
    if (is_automatic<P> || policy.sink() == nullptr) return;
    policy.sink()->strategy = P::name;
    detail::note_fallback(policy, reason() + ": the host computed the canonical order");
}

/// Reduces by a callable that is not listed.
/// @param algorithm the function that is called, for messages
/// @param reason says what is not listed
template <class P, forward_iterator I, class T, class Op, class Reason>
T reduce_unlisted(P const& policy, I first, std::size_t n, T init, Op& op, char const* algorithm,
                  Reason reason) {
    require_host(policy, n, algorithm, reason);
    T result = detail::fold_on_host(policy, std::move(first), n, std::move(init), op, algorithm);
    note_host(policy, reason);
    return result;
}

/// Reduces by a listed operator and types that `vendor` does not support, by the library if
/// possible.
template <class P, forward_iterator I, class T, class Op>
T reduce_without_vendor(P const& policy, I first, std::size_t n, T init, Op& op) {
    auto const reason = &not_vendors<T, Op>;
    require_host(policy, n, "gpu::reduce", reason);
    if constexpr (contiguous_memory<I>) {
        auto by_host = policy::automatic().on(device::host());
        if (policy.sink() != nullptr) by_host = by_host.report_to(*policy.sink());
        init = detail::call_library<std::iter_value_t<I>, listed_operator<Op, T>>(
            by_host, {detail::address_of(first)}, n, init);
    } else {
        init = detail::fold_on_host(policy, std::move(first), n, std::move(init), op);
    }
    note_host(policy, reason);
    return init;
}

/// Reduces by a listed operator and types in contiguous memory: that of the host, unless the
/// elements are given by pointers to device memory.
template <class ListedOperator, class P, std::contiguous_iterator I, class T>
T reduce_contiguous(P const& policy, I first, std::size_t n, T init) {
    using value = std::iter_value_t<I>;
    auto const* const x = detail::address_of(first);
    if constexpr (is_automatic<P>) {
        if (!policy.has_options()) {
            if constexpr (is_host_iterator<I> && folds_in_program<ListedOperator, T>)
                if (n - 1 < most_in_program<value, T> &&
                    (std::integral<T> || is_standard_environment()))
                    return detail::fold_in_program<ListedOperator>(x, n, init);
            return detail::call_fast_path<value, ListedOperator>(
                {x, is_host_iterator<I> ? device::host().id() : device_id()}, n, init);
        }
    }
    return detail::call_library<value, ListedOperator>(policy, {x}, n, init);
}

/// Throws if copies of the elements would be folded in another order than the elements themselves.
/// The order depends on the bytes of what is read: those may be less than those of an element.
template <class P, class... Is>
void require_order_of_copies(P const& policy, std::size_t n, char const* algorithm) {
    if constexpr (is_automatic<P> && bytes_for_order<std::identity, Is...>.widest !=
                                         greatest(sizeof(std::iter_value_t<Is>)...))
        throw unsupported_operator(
            call_text<P>(algorithm, n) +
            "the elements of a view of the host would be folded in another order on " +
            to_string(*policy.target()) +
            ", unless its functions and the operator are expressions; without on(device) it is "
            "reduced on the host");
}

/// Reduces a range of the host that can be read more than once.
template <class P, forward_iterator I, class T, class Op>
constexpr T reduce_host(P const& policy, I first, std::size_t n, T init, Op& op) {
    using value = std::iter_value_t<I>;
    constexpr bool calls_library = listed<Op, value, T> && contiguous_memory<I>;
    using program = std::conditional_t<calls_library, constant_expression, calling_thread>;
    if (is_constant_evaluated())
        return detail::fold<program>(std::move(first), n, std::move(init), op);
    if constexpr (!listed<Op, value, T>) {
        if constexpr (std::same_as<P, no_policy>)
            return detail::fold<calling_thread>(std::move(first), n, std::move(init), op);
        else
            return detail::reduce_unlisted(policy, std::move(first), n, std::move(init), op,
                                           "gpu::reduce", &not_listed<value, T, Op>);
    } else if constexpr (!is_supported<P, T, listed_operator<Op, T>>) {
        return detail::reduce_without_vendor(policy, std::move(first), n, std::move(init), op);
    } else if constexpr (contiguous_memory<I>) {
        return detail::reduce_contiguous<listed_operator<Op, T>>(policy, first, n, init);
    } else if constexpr (std::same_as<P, no_policy>) {
        return detail::fold<calling_thread>(std::move(first), n, std::move(init), op);
    } else {
        if (is_automatic<P> && policy.target().value_or(device::host()) == device::host()) {
            check_options<strategies>(policy, "gpu::reduce");
            return detail::fold_on_host(policy, std::move(first), n, std::move(init), op);
        }
        require_order_of_copies<P, I>(policy, n, "gpu::reduce");
        buffered_elements<I> copy(std::move(first), n);
        return detail::call_library<value, listed_operator<Op, T>>(
            policy, {copy.template begin<true>()}, n, init);
    }
}

/// Reduces elements of the host that can be read only once and cannot be buffered.
/// @param firsts the first elements of further ranges, if f takes several elements
template <class P, class T, class Op, class F, class I, class S, class Reason, class... Is>
constexpr T reduce_in_passing(P const& policy, T init, Op& op, F& f, char const* algorithm,
                              Reason reason, I first, S last, Is... firsts) {
    std::size_t n = 0;
    if (std::same_as<P, no_policy> || is_constant_evaluated())
        return detail::fold_in_passing(n, std::move(init), op, f, std::move(first), std::move(last),
                                       std::move(firsts)...);
    require_host(policy, unknown_size, algorithm, reason);
    T result = detail::fold_in_passing(n, std::move(init), op, f, std::move(first), std::move(last),
                                       std::move(firsts)...);
    report_program(policy,
                   {algorithm, "left to right in the program", n, 1,
                    n * (sizeof(std::iter_value_t<I>) + ... + sizeof(std::iter_value_t<Is>))});
    note_host(policy, reason);
    return result;
}

/// Reduces a single-pass range of the host, whose size is known only after it is read.
template <class P, class I, class S, class T, class Op>
constexpr T reduce_single_pass(P const& policy, I first, S last, T init, Op& op) {
    using value = std::iter_value_t<I>;
    if constexpr (keepable<I> && listed<Op, value, T>) {
        buffered_elements<I> buffer(std::move(first), std::move(last));
        return detail::reduce_host(policy, buffer.template begin<true>(), buffer.size(),
                                   std::move(init), op);
    } else if constexpr (keepable<I> && reduces<Op, T, kept_reference<I>>) {
        buffered_elements<I> buffer(std::move(first), std::move(last));
        return detail::reduce_host(policy, buffer.template begin<false>(), buffer.size(),
                                   std::move(init), op);
    } else {
        std::identity as_it_is;
        return detail::reduce_in_passing(policy, std::move(init), op, as_it_is, "gpu::reduce",
                                         &not_listed<value, T, Op>, std::move(first),
                                         std::move(last));
    }
}

template <class P, class Element, class T, class Op>
T reduce_by_program(no_kernels, P const&, device_iterator<Element>, std::size_t, T init, Op&) {
    using value = std::remove_const_t<Element>;
    if constexpr (!listed_pair<as_listed<value>, as_listed<T>>)
        require_precompiled_types<value, T>();
    else require_precompiled_operator<Op, T>();
    return init;
}

/// Reduces a range of a device.
template <class P, class Element, class T, class Op>
T reduce_device(P const& policy, device_iterator<Element> first, std::size_t n, T init, Op& op) {
    using value = std::remove_const_t<Element>;
    if constexpr (!listed<Op, value, T>)
        return reduce_by_program(program_kernels(), policy, first, n, std::move(init), op);
    else if constexpr (!is_supported<P, T, listed_operator<Op, T>>)
        return detail::refuse_vendor<T, Op>(init);
    else
        return detail::call_library<value, listed_operator<Op, T>>(
            policy, {first.get(), first.device().id()}, n, init);
}

/// Every overload of reduce ends here.
template <class P, input_iterator I, sentinel_for<I> S, class T, class Op>
constexpr value_given<T> reduce_range(P const& policy, I first, S last, T init, Op op) {
    if constexpr (stands_for_element<T>) {
        return detail::reduce_range(policy, std::move(first), std::move(last),
                                    static_cast<value_given<T>>(init), std::move(op));
    } else if constexpr (reads_device<I>) {
        std::identity unchanged;
        return fold_made(program_kernels(), policy, "gpu::reduce", detail::count(first, last),
                         std::move(init), op, unchanged, first);
    } else if constexpr (is_device_iterator<I>) {
        return detail::reduce_device(policy, first, detail::count(first, last), std::move(init),
                                     op);
    } else if constexpr (foreign_iterator<I>) {
        auto const n = detail::distance_between(first, last);
        return detail::reduce_device(policy, detail::own_first(first, n, device_of_nothing(policy)),
                                     n, std::move(init), op);
    } else if constexpr (forward_iterator<I>) {
        std::size_t const n = detail::count(first, last);
        if constexpr (is_folded_elsewhere<P, T, Op, std::identity, I>)
            if (std::identity unchanged; is_for_device(policy))
                return fold_elsewhere(program_kernels(), policy, "gpu::reduce", n, std::move(init),
                                      op, unchanged, first);
        return detail::reduce_host(policy, std::move(first), n, std::move(init), op);
    } else {
        return detail::reduce_single_pass(policy, std::move(first), std::move(last),
                                          std::move(init), op);
    }
}

} // namespace gpu::inline v0::detail
