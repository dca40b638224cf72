// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for a reduction of transformed elements, by the rules of
/// reduce_range.hpp.
#pragma once

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/transformed_iterator.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/conversion.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Elements that the library reads without a copy.
template <class I>
concept direct_elements = is_device_iterator<I> || contiguous_memory<I>;

/// @return the beginning of such a range
template <direct_elements I>
range_start start_of(I first) {
    if constexpr (is_device_iterator<I>) return {first.get(), first.device().id()};
    else return {detail::address_of(first)};
}

/// Whether the library takes the elements: listed ones, and of one type if there are two ranges.
template <class T, class Op, class F, class I, class... Is>
inline constexpr bool
    is_precompiled_call = (std::same_as<std::iter_value_t<I>, std::iter_value_t<Is>> && ...) &&
                          precompiled_transform<std::iter_value_t<I>, T, Op, F>;

/// Applies a listed transform as the library does: elements are converted first.
template <class Value, class T, class F>
struct transform_converted {
    template <class... Elements>
    constexpr computed_as<T> operator()(Elements&&... elements) const {
        return F{}(static_cast<computed_as<T>>(
            kernel::implicitly<Value>(static_cast<Elements&&>(elements)))...);
    }
};

/// The function object for a listed transform of these ranges.
template <class T, class F, class... Is>
using converted_transform =
    transform_converted<std::common_type_t<std::iter_value_t<Is>...>, T, transform_for<F, T>>;

template <class Transform, class Accumulator>
constexpr void require_precompiled_transform() {
    static_assert(!std::is_void_v<transform_for<Transform, Accumulator>>,
                  "gpu::transform_reduce: this Transform is not precompiled for ranges on devices. "
                  "Use gpu::identity, gpu::negate<>, gpu::square<> or gpu::absolute<>; of two "
                  "ranges gpu::multiplies<>, gpu::squared_difference<> or gpu::equal_to<>. Or, for "
                  "numbers, an expression of gpualgo/expression.hpp, such as "
                  "gpu::placeholders::_1 + 1. Or compile this file with nvcc and include "
                  "gpualgo/cuda.cuh, or take a copy on the host: v.to_host()");
}

template <class Operator>
constexpr void require_operator_of_transforms() {
    static_assert(in_list<Operator, callables_of<transform_operators>>,
                  "gpu::transform_reduce: this Operator is not precompiled for ranges on devices. "
                  "Use gpu::plus<>, gpu::minimum<> or gpu::maximum<>, or for numbers an expression "
                  "of gpualgo/expression.hpp, such as gpu::placeholders::_1 * "
                  "gpu::placeholders::_2. Or compile this file with nvcc and include "
                  "gpualgo/cuda.cuh, or take a copy on the host: v.to_host()");
}

template <bool Precompiled, class Accumulator, class... Values>
constexpr void require_types_of_transform() {
    static_assert(
        Precompiled,
        "gpu::transform_reduce: nothing is precompiled for elements of types Values with "
        "an init of type Accumulator on devices. Precompiled: real numbers, two ranges of "
        "one type, and an init that gpu::reduce takes for it; for gpu::minimum<> and "
        "gpu::maximum<> one range, and an init of its type. Or, for other real numbers, "
        "give an expression of gpualgo/expression.hpp as the transform, such as "
        "gpu::placeholders::_1 * gpu::placeholders::_2. Or compile this file with nvcc "
        "and include gpualgo/cuda.cuh, or take a copy on the host: v.to_host()");
}

/// Does not compile: reports the part of a call that is not precompiled.
template <class T, class Op, class F, class... Is>
constexpr void refuse_transform() {
    if constexpr (std::is_void_v<transform_for<F, T>>) require_precompiled_transform<F, T>();
    else if constexpr (!listed_transform<int, int, listed_operator<Op, T>, kernel::square>)
        require_operator_of_transforms<Op>();
    else
        require_types_of_transform<is_precompiled_call<T, Op, F, Is...>, T,
                                   std::iter_value_t<Is>...>();
}

/// See reduce_by_program.
template <class P, class T, class Op, class F, class... Is>
constexpr T transform_by_program(no_kernels, P const&, std::size_t, T init, Op&, F&, Is...) {
    refuse_transform<T, Op, F, Is...>();
    return init;
}

/// Makes pairs of elements of two ranges, as the library takes them.
template <class Value>
struct listed_pair_of {
    template <class A, class B>
    constexpr kernel::element_pair<as_listed<Value>> operator()(A&& a, B&& b) const {
        return {static_cast<as_listed<Value>>(kernel::implicitly<Value>(static_cast<A&&>(a))),
                static_cast<as_listed<Value>>(kernel::implicitly<Value>(static_cast<B&&>(b)))};
    }
};

/// Reduces the results of a listed transform of n > 0 elements of the host, by the library.
template <class Where, class T, class Op, class F, class I, class... Is>
T fold_transformed_by_library(std::size_t n, T const& init, I first, Is... seconds) {
    using value = std::iter_value_t<I>;
    using op = listed_operator<Op, T>;
    using transform = transform_for<F, T>;
    if constexpr (sizeof...(Is) == 0) {
        return detail::fold_by_library<Where, value, op, transform>(std::move(first), n, init);
    } else {
        listed_pair_of<value> pair;
        return detail::fold_by_library<Where, value, op, transform>(
            transformed_iterator<listed_pair_of<value>, I, Is...>(pair, std::move(first),
                                                                  std::move(seconds)...),
            n, init);
    }
}

/// Reduces the results of a listed transform of elements of the host: in a constant expression by
/// the program, otherwise by the library.
template <class Where, class T, class Op, class F, forward_iterator... Is>
constexpr T fold_listed(std::size_t n, T init, Is... firsts) {
    if (n == 0) return init;
    if (!is_constant_evaluated())
        return detail::fold_transformed_by_library<Where, T, Op, F>(n, init, std::move(firsts)...);
    using computed = computed_as<T>;
    using transform = converted_transform<T, F, Is...>;
    using elements = transformed_iterator<transform, Is...>;
    constexpr listed_operator<Op, T> known;
    transform converted;
    computed const total = Where::template total<computed>(
        elements(converted, std::move(firsts)...), n, element_size<elements>, known);
    return detail::rounded<T>(kernel::quieted(known(static_cast<computed>(init), total)));
}

/// `fold_listed` on all cores of the host.
template <class P, class T, class Op, class F, forward_iterator... Is>
T fold_listed_on_host(P const& policy, std::size_t n, T init, Is... firsts) {
    T result = detail::fold_listed<all_cores, T, Op, F>(n, std::move(init), std::move(firsts)...);
    report_fold<transformed_iterator<F, Is...>>(policy, n, "gpu::transform_reduce");
    return result;
}

/// Reduces ranges of the host whose transform is listed.
template <class P, class T, class Op, class F, forward_iterator... Is>
T transform_precompiled(P const& policy, std::size_t n, T init, Is... firsts) {
    using value = std::common_type_t<std::iter_value_t<Is>...>;
    constexpr auto call = [](P const& p, std::size_t m, T const& i, auto first, auto... second) {
        return detail::call_library<value, listed_operator<Op, T>>(
            p, detail::start_of(first), m, i,
            {number_of<transform_for<F, T>, transforms>, {detail::start_of(second)...}});
    };
    if constexpr ((direct_elements<Is> && ...)) {
        return call(policy, n, init, firsts...);
    } else if constexpr (std::same_as<P, no_policy>) {
        return detail::fold_listed<calling_thread, T, Op, F>(n, std::move(init),
                                                             std::move(firsts)...);
    } else if (is_automatic<P> && policy.target().value_or(device::host()) == device::host()) {
        check_options<strategies>(policy, "gpu::transform_reduce");
        return detail::fold_listed_on_host<P, T, Op, F>(policy, n, std::move(init),
                                                        std::move(firsts)...);
    } else {
        require_order_of_copies<P, Is...>(policy, n, "gpu::transform_reduce");
        return [&](auto... copies) {
            return call(policy, n, init, copies.template begin<true>()...);
        }(buffered_elements<Is>(std::move(firsts), n)...);
    }
}

/// Reduces ranges of the host whose transform is listed, with a policy that does not support the
/// operator or the types.
template <class P, class T, class Op, class F, forward_iterator... Is>
constexpr T transform_refused(P const& policy, std::size_t n, T init, Is... firsts) {
    if (is_constant_evaluated())
        return detail::fold_listed<calling_thread, T, Op, F>(n, std::move(init),
                                                             std::move(firsts)...);
    auto const reason = &not_vendors<T, Op>;
    require_host(policy, n, "gpu::transform_reduce", reason);
    T result =
        detail::fold_listed_on_host<P, T, Op, F>(policy, n, std::move(init), std::move(firsts)...);
    note_host(policy, reason);
    return result;
}

/// The type of a transform's arguments; values for elements on a device.
template <class I>
struct element_for_transform {
    using type = std::iter_reference_t<I>;
};
template <class I>
    requires(is_device_iterator<I> || foreign_iterator<I>)
struct element_for_transform<I> {
    using type = std::iter_value_t<I> const&;
};

/// A transform that takes one element of each range.
template <class F, class... Is>
concept transforms_elements = std::invocable<F&, typename element_for_transform<Is>::type...>;

/// The reason why the program applies a transform itself, for messages.
template <class F>
std::string unlisted_transform() {
    return "the transform " + std::string(type_name<F>()) +
           ", its operator or types are not precompiled";
}

/// Reduces the results of f on n elements of one range, or of two.
/// @param firsts forward iterators, or iterators of a device
template <class P, class T, class Op, class F, class... Is>
constexpr T transform_elements(P const& policy, std::size_t n, T init, Op& op, F& f, Is... firsts) {
    constexpr bool on_device = (is_device_iterator<Is> || ...);
    if constexpr (is_folded_elsewhere<P, T, Op, F, Is...>)
        if (is_for_device(policy))
            return fold_elsewhere(program_kernels(), policy, "gpu::transform_reduce", n,
                                  std::move(init), op, f, firsts...);
    if constexpr (on_device && !is_precompiled_call<T, Op, F, Is...>) {
        return transform_by_program(program_kernels(), policy, n, std::move(init), op, f,
                                    std::move(firsts)...);
    } else if constexpr (is_precompiled_call<T, Op, F, Is...> &&
                         !is_supported<P, T, listed_operator<Op, T>>) {
        if constexpr (on_device) return detail::refuse_vendor<T, Op>(init);
        else
            return detail::transform_refused<P, T, Op, F>(policy, n, std::move(init),
                                                          std::move(firsts)...);
    } else if constexpr (is_precompiled_call<T, Op, F, Is...>) {
        if constexpr (!on_device)
            if (is_constant_evaluated())
                return detail::fold_listed<calling_thread, T, Op, F>(n, std::move(init),
                                                                     std::move(firsts)...);
        return detail::transform_precompiled<P, T, Op, F>(policy, n, std::move(init),
                                                          std::move(firsts)...);
    } else {
        transformed_iterator<F, Is...> elements(f, std::move(firsts)...);
        if constexpr (std::same_as<P, no_policy>) {
            return detail::fold<calling_thread>(std::move(elements), n, std::move(init), op);
        } else {
            if (is_constant_evaluated())
                return detail::fold<calling_thread>(std::move(elements), n, std::move(init), op);
            return detail::reduce_unlisted(policy, std::move(elements), n, std::move(init), op,
                                           "gpu::transform_reduce", &unlisted_transform<F>);
        }
    }
}

/// Reduces elements of single-pass ranges of the host while they are read.
template <class P, class T, class Op, class F, class I, class S, class... Is>
constexpr T transform_in_passing(P const& policy, T init, Op& op, F& f, I first, S last,
                                 Is... firsts) {
    return detail::reduce_in_passing(policy, std::move(init), op, f, "gpu::transform_reduce",
                                     &unlisted_transform<F>, std::move(first), std::move(last),
                                     std::move(firsts)...);
}

/// Whether a transform has no effect on elements except their conversion.
template <class F, class I, class T>
inline constexpr bool changes_nothing = std::same_as<transform_for<F, T>, kernel::identity> ||
                                        (std::same_as<transform_for<F, T>, kernel::absolute> &&
                                         std::unsigned_integral<std::iter_value_t<I>>);

/// Every overload of one range ends here.
template <class P, input_iterator I, sentinel_for<I> S, class T, class Op, class F>
constexpr value_given<T> transform_range(P const& policy, I first, S last, T init, Op op, F f) {
    if constexpr (stands_for_element<T>) {
        return detail::transform_range(policy, std::move(first), std::move(last),
                                       static_cast<value_given<T>>(init), std::move(op),
                                       std::move(f));
    } else if constexpr (foreign_iterator<I>) {
        auto const own = detail::own_first(first, detail::distance_between(first, last),
                                           device_of_nothing(policy));
        return detail::transform_range(policy, own, own + (last - first), std::move(init),
                                       std::move(op), std::move(f));
    } else if constexpr (changes_nothing<F, I, T>) {
        return detail::reduce_range(policy, std::move(first), std::move(last), std::move(init),
                                    std::move(op));
    } else if constexpr (reads_device<I>) {
        return fold_made(program_kernels(), policy, "gpu::transform_reduce",
                         detail::count(first, last), std::move(init), op, f, first);
    } else if constexpr (is_device_iterator<I> || forward_iterator<I>) {
        auto const n = detail::count(first, last);
        return detail::transform_elements(policy, n, std::move(init), op, f, std::move(first));
    } else if constexpr (takes_counted<F, I>) {
        buffered_elements<I> buffer(std::move(first), std::move(last));
        return detail::transform_elements(
            policy, buffer.size(), std::move(init), op, f,
            buffer.template begin<is_precompiled_call<T, Op, F, I>>());
    } else {
        return detail::transform_in_passing(policy, std::move(init), op, f, std::move(first),
                                            std::move(last));
    }
}

/// Reduces elements of two ranges, of which the first is counted.
template <class P, class T, class Op, class F, class I1, class I2>
constexpr T transform_counted(P const& policy, std::size_t n, T init, Op& op, F& f, I1 first1,
                              I2 first2) {
    if constexpr (forward_iterator<I2>) {
        return detail::transform_elements(policy, n, std::move(init), op, f, std::move(first1),
                                          std::move(first2));
    } else {
        buffered_elements<I2> buffer(std::move(first2), n);
        return detail::transform_elements(
            policy, n, std::move(init), op, f, std::move(first1),
            buffer.template begin<is_precompiled_call<T, Op, F, I1, I2>>());
    }
}

/// The device of an empty range that is given with another range.
template <class P, class I>
device device_beside([[maybe_unused]] P const& policy, [[maybe_unused]] I const& other) {
    if constexpr (is_device_iterator<I>) return other.device();
    else return device_of_nothing(policy);
}

/// Every overload of two ranges ends here.
template <class P, input_iterator I1, sentinel_for<I1> S, input_iterator I2, class T, class Op,
          class F>
constexpr value_given<T> transform_ranges(P const& policy, I1 first1, S last1, I2 first2, T init,
                                          Op op, F f) {
    if constexpr (stands_for_element<T>) {
        return detail::transform_ranges(policy, std::move(first1), std::move(last1),
                                        std::move(first2), static_cast<value_given<T>>(init),
                                        std::move(op), std::move(f));
    } else if constexpr (made_on_device<I1, I2> || made_on_device<I2, I1>) {
        return fold_made(program_kernels(), policy, "gpu::transform_reduce",
                         detail::count(first1, last1), std::move(init), op, f, first1, first2);
    } else if constexpr (foreign_iterator<I1>) {
        auto const own = detail::own_first(first1, detail::distance_between(first1, last1),
                                           detail::device_beside(policy, first2));
        return detail::transform_ranges(policy, own, own + (last1 - first1), std::move(first2),
                                        std::move(init), std::move(op), std::move(f));
    } else if constexpr (foreign_iterator<I2> && forward_iterator<I1>) {
        auto const own = detail::own_first(first2, detail::count(first1, last1),
                                           detail::device_beside(policy, first1));
        return detail::transform_ranges(policy, std::move(first1), std::move(last1), own,
                                        std::move(init), std::move(op), std::move(f));
    } else if constexpr (foreign_iterator<I2>) {
        buffered_elements<I1> buffer(std::move(first1), std::move(last1));
        auto* const first = buffer.template begin<true>();
        return detail::transform_ranges(policy, first, first + buffer.size(), std::move(first2),
                                        std::move(init), std::move(op), std::move(f));
    } else if constexpr (!is_device_iterator<I1> && !is_device_iterator<I2> &&
                         !takes_counted<F, I1, I2>) {
        return detail::transform_in_passing(policy, std::move(init), op, f, std::move(first1),
                                            std::move(last1), std::move(first2));
    } else if constexpr (forward_iterator<I1>) {
        auto const n = detail::count(first1, last1);
        return detail::transform_counted(policy, n, std::move(init), op, f, std::move(first1),
                                         std::move(first2));
    } else {
        buffered_elements<I1> buffer(std::move(first1), std::move(last1));
        return detail::transform_counted(
            policy, buffer.size(), std::move(init), op, f,
            buffer.template begin<is_precompiled_call<T, Op, F, I1, I2>>(), std::move(first2));
    }
}

/// Two ranges that both have an end.
template <class P, input_range R1, input_range R2, class T, class Op, class F>
constexpr value_given<T> transform_both(P const& policy, R1& range1, R2& range2, T init, Op op,
                                        F f) {
    if constexpr (forward_iterator<iterator_t<R1>> && forward_iterator<iterator_t<R2>>) {
        auto const n = detail::count(detail::begin_of(range1), detail::end_of(range1)),
                   m = detail::count(detail::begin_of(range2), detail::end_of(range2));
        if (n != m)
            throw std::invalid_argument("gpu::transform_reduce: the ranges have " +
                                        std::to_string(n) + " and " + std::to_string(m) +
                                        " elements");
    }
    return detail::transform_ranges(policy, detail::begin_of(range1), detail::end_of(range1),
                                    detail::begin_of(range2), std::move(init), std::move(op),
                                    std::move(f));
}

} // namespace gpu::inline v0::detail
