// SPDX-License-Identifier: Apache-2.0
/// @file
/// Who evaluates a reduction of transformed elements: the library, or the program itself. As
/// reduce_range.hpp says.
#pragma once

#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/transform_call.hpp>
#include <gpualgo/detail/transform_lists.hpp>
#include <gpualgo/detail/transformed_iterator.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Elements that the library reads where they lie.
template <class I>
concept direct_elements = is_device_iterator<I> || contiguous_memory<I>;

/// Where the library finds them.
template <direct_elements I>
range_start start_of(I first) {
    if constexpr (is_device_iterator<I>) return {first.get(), first.device().id()};
    else return {address_of(first)};
}

/// Elements that the library takes: listed ones, of one type where there are two ranges.
template <class T, class Op, class F, class I, class... Is>
inline constexpr bool served = (std::same_as<std::iter_value_t<I>, std::iter_value_t<Is>> && ...) &&
                               precompiled_transform<std::iter_value_t<I>, T, Op, F>;

/// A listed transform as the library applies it: to elements that are converted first.
template <class T, class F>
struct transform_converted {
    template <class... Values>
    constexpr computed_as<T> operator()(Values const&... values) const {
        return F{}(static_cast<computed_as<T>>(values)...);
    }
};

template <class Transform, class Precompiled>
constexpr void require_precompiled_transform() {
    static_assert(in_list<Transform, Precompiled>,
                  "gpu::transform_reduce: this Transform is not precompiled for ranges on devices. "
                  "Use one of the Precompiled "
                  "ones, or a copy on the host: v.to_host()");
}

template <class Operator, class Precompiled>
constexpr void require_operator_of_transforms() {
    static_assert(in_list<Operator, Precompiled>,
                  "gpu::transform_reduce: this Operator is not precompiled for ranges on devices. "
                  "Use one of the Precompiled "
                  "ones, or a copy on the host: v.to_host()");
}

template <bool Precompiled, class Accumulator, class... Values>
constexpr void require_types_of_transform() {
    static_assert(Precompiled,
                  "gpu::transform_reduce: nothing is precompiled for elements of types Values with "
                  "an init of type Accumulator on devices. Two ranges "
                  "are of one type; minimum and maximum take one range, and an init of its type. "
                  "Reduce a copy on the host: v.to_host()");
}

/// Does not compile: says what is not precompiled.
template <class T, class Op, class F, class... Is>
constexpr void refuse_transform() {
    if constexpr (std::is_void_v<transform_for<F, T>>)
        require_precompiled_transform<F, transform_callables>();
    else if constexpr (!listed_transform<int, int, listed_operator<Op, T>, kernel::square>)
        require_operator_of_transforms<Op, callables_of<transform_operators>>();
    else require_types_of_transform<served<T, Op, F, Is...>, T, std::iter_value_t<Is>...>();
}

/// See reduce_by_program.
template <class P, class T, class Op, class F, class... Is>
constexpr T transform_by_program(no_kernels, P const&, std::size_t, T init, Op&, F&, Is...) {
    refuse_transform<T, Op, F, Is...>();
    return init;
}

/// Elements of two ranges, as the library takes them.
template <class Value>
struct listed_pair_of {
    constexpr kernel::element_pair<as_listed<Value>> operator()(Value const& a,
                                                                Value const& b) const {
        return {static_cast<as_listed<Value>>(a), static_cast<as_listed<Value>>(b)};
    }
};

/// What a listed transform makes of n > 0 elements of the host, reduced by the library.
template <class Where, class T, class Op, class F, class I, class... Is>
T fold_transformed_by_library(std::size_t n, T const& init, I first, Is... seconds) {
    using value = std::iter_value_t<I>;
    using op = listed_operator<Op, T>;
    using transform = transform_for<F, T>;
    if constexpr (sizeof...(Is) == 0) {
        return fold_by_library<Where, value, op, transform>(std::move(first), n, init);
    } else {
        listed_pair_of<value> pair;
        return fold_by_library<Where, value, op, transform>(
            transformed_iterator<listed_pair_of<value>, I, Is...>(pair, std::move(first),
                                                                  std::move(seconds)...),
            n, init);
    }
}

/// What a listed transform makes of elements of the host, reduced. In a constant expression by the
/// program, otherwise by the library.
template <class Where, class T, class Op, class F, std::forward_iterator... Is>
constexpr T fold_listed(std::size_t n, T init, Is... firsts) {
    if (n == 0) return init;
    if (!__builtin_is_constant_evaluated())
        return fold_transformed_by_library<Where, T, Op, F>(n, init, std::move(firsts)...);
    using computed = computed_as<T>;
    using elements = transformed_iterator<transform_converted<T, transform_for<F, T>>, Is...>;
    constexpr listed_operator<Op, T> known;
    transform_converted<T, transform_for<F, T>> converted;
    computed const total = Where::template total<computed>(
        elements(converted, std::move(firsts)...), n, element_size<elements>, known);
    return rounded<T>(kernel::quieted(known(static_cast<computed>(init), total)));
}

/// `fold_listed` on all cores of the host.
template <class P, class T, class Op, class F, std::forward_iterator... Is>
T fold_listed_on_host(P const& policy, std::size_t n, T init, Is... firsts) {
    T result = fold_listed<all_cores, T, Op, F>(n, std::move(init), std::move(firsts)...);
    report_fold<transformed_iterator<F, Is...>>(policy, n);
    return result;
}

/// Ranges of the host whose transform is listed.
template <class P, class T, class Op, class F, std::forward_iterator... Is>
T transform_served(P const& policy, std::size_t n, T init, Is... firsts) {
    using value = std::common_type_t<std::iter_value_t<Is>...>;
    constexpr auto call = [](P const& p, std::size_t m, T const& i, auto first, auto... second) {
        return call_library<value, listed_operator<Op, T>, transform_for<F, T>>(
            p, start_of(first), range_start{start_of(second)...}, m, i);
    };
    if constexpr ((direct_elements<Is> && ...)) {
        return call(policy, n, init, firsts...);
    } else if constexpr (std::same_as<P, no_policy>) {
        return fold_listed<calling_thread, T, Op, F>(n, std::move(init), std::move(firsts)...);
    } else if (is_automatic<P> && policy.target().value_or(device::host()) == device::host()) {
        check_options(policy);
        return fold_listed_on_host<P, T, Op, F>(policy, n, std::move(init), std::move(firsts)...);
    } else {
        auto const copy = [n](auto first) {
            std::vector<value> elements;
            elements.reserve(n);
            for (std::size_t i = 0; i < n; ++i, ++first) elements.push_back(*first);
            return elements;
        };
        return [&](auto const&... copies) {
            return call(policy, n, init, copies.begin()...);
        }(copy(std::move(firsts))...);
    }
}

/// Ranges of the host whose transform is listed, by a policy that does not serve the operator or
/// the types.
template <class P, class T, class Op, class F, std::forward_iterator... Is>
constexpr T transform_unserved(P const& policy, std::size_t n, T init, Is... firsts) {
    if (std::is_constant_evaluated())
        return fold_listed<calling_thread, T, Op, F>(n, std::move(init), std::move(firsts)...);
    auto const reason = &not_vendors<T, Op>;
    require_host(policy, n, "gpu::transform_reduce", reason);
    T result = fold_listed_on_host<P, T, Op, F>(policy, n, std::move(init), std::move(firsts)...);
    note_host(policy, reason);
    return result;
}

/// What a transform is given of an iterator's elements: of those on a device, values.
template <class I>
struct element_for_transform {
    using type = std::iter_reference_t<I>;
};
template <class I>
    requires(is_device_iterator<I> || foreign_iterator<I>)
struct element_for_transform<I> {
    using type = std::iter_value_t<I> const&;
};

/// A transform that takes elements, one of each range.
template <class F, class... Is>
concept transforms_elements = std::invocable<F&, typename element_for_transform<Is>::type...>;

/// A reduction of what f makes of n elements of one range, or of two.
/// @param firsts forward iterators, or a device's
template <class P, class T, class Op, class F, class... Is>
constexpr T transform_elements(P const& policy, std::size_t n, T init, Op& op, F& f, Is... firsts) {
    constexpr bool on_device = (is_device_iterator<Is> || ...);
    if constexpr (on_device && !served<T, Op, F, Is...>) {
        return transform_by_program(program_kernels(), policy, n, std::move(init), op, f,
                                    std::move(firsts)...);
    } else if constexpr (served<T, Op, F, Is...> && !serves<P, T, listed_operator<Op, T>>) {
        if constexpr (on_device) return refuse_vendor<T, Op>(init);
        else
            return transform_unserved<P, T, Op, F>(policy, n, std::move(init),
                                                   std::move(firsts)...);
    } else if constexpr (served<T, Op, F, Is...>) {
        if constexpr (!on_device)
            if (std::is_constant_evaluated())
                return fold_listed<calling_thread, T, Op, F>(n, std::move(init),
                                                             std::move(firsts)...);
        return transform_served<P, T, Op, F>(policy, n, std::move(init), std::move(firsts)...);
    } else {
        transformed_iterator<F, Is...> elements(f, std::move(firsts)...);
        if constexpr (std::same_as<P, no_policy>) {
            return fold<calling_thread>(std::move(elements), n, std::move(init), op);
        } else {
            if (std::is_constant_evaluated())
                return fold<calling_thread>(std::move(elements), n, std::move(init), op);
            return reduce_unlisted(policy, std::move(elements), n, std::move(init), op,
                                   "gpu::transform_reduce", [] {
                                       return "the transform " + std::string(spelled<F>()) +
                                              ", its operator or types are not precompiled";
                                   });
        }
    }
}

/// Whether a transform changes no element that is not converted.
template <class F, class I, class T>
inline constexpr bool changes_nothing = std::same_as<transform_for<F, T>, kernel::identity> ||
                                        (std::same_as<transform_for<F, T>, kernel::absolute> &&
                                         std::unsigned_integral<std::iter_value_t<I>>);

/// Every overload of one range ends here.
template <class P, std::input_iterator I, std::sentinel_for<I> S, class T, class Op, class F>
constexpr T transform_range(P const& policy, I first, S last, T init, Op op, F f) {
    if constexpr (foreign_iterator<I>) {
        auto const own =
            own_first(first, static_cast<std::size_t>(last - first), device_of_nothing(policy));
        return transform_range(policy, own, own + (last - first), std::move(init), std::move(op),
                               std::move(f));
    } else if constexpr (changes_nothing<F, I, T>) {
        return reduce_range(policy, std::move(first), std::move(last), std::move(init),
                            std::move(op));
    } else if constexpr (is_device_iterator<I> || std::forward_iterator<I>) {
        auto const n = detail::count(first, last);
        return transform_elements(policy, n, std::move(init), op, f, std::move(first));
    } else {
        std::vector<std::iter_value_t<I>> copy;
        for (; first != last; ++first) copy.emplace_back(*first);
        return transform_elements(policy, copy.size(), std::move(init), op, f, copy.begin());
    }
}

/// The device that an empty range counts as one of, beside another range.
template <class P, class I>
device device_beside([[maybe_unused]] P const& policy, [[maybe_unused]] I const& other) {
    if constexpr (is_device_iterator<I>) return other.device();
    else return device_of_nothing(policy);
}

/// Every overload of two ranges ends here.
template <class P, std::input_iterator I1, std::sentinel_for<I1> S, std::input_iterator I2, class T,
          class Op, class F>
constexpr T transform_ranges(P const& policy, I1 first1, S last1, I2 first2, T init, Op op, F f) {
    if constexpr (foreign_iterator<I1>) {
        auto const own = own_first(first1, static_cast<std::size_t>(last1 - first1),
                                   device_beside(policy, first2));
        return transform_ranges(policy, own, own + (last1 - first1), std::move(first2),
                                std::move(init), std::move(op), std::move(f));
    } else if constexpr (!std::forward_iterator<I1>) {
        std::vector<std::iter_value_t<I1>> copy;
        for (; first1 != last1; ++first1) copy.emplace_back(*first1);
        return transform_ranges(policy, copy.begin(), copy.end(), std::move(first2),
                                std::move(init), std::move(op), std::move(f));
    } else if constexpr (foreign_iterator<I2>) {
        auto const own =
            own_first(first2, detail::count(first1, last1), device_beside(policy, first1));
        return transform_ranges(policy, std::move(first1), std::move(last1), own, std::move(init),
                                std::move(op), std::move(f));
    } else if constexpr (!std::forward_iterator<I2>) {
        std::vector<std::iter_value_t<I2>> copy;
        for (auto n = detail::count(first1, last1); n > 0; --n, ++first2)
            copy.emplace_back(*first2);
        return transform_ranges(policy, std::move(first1), std::move(last1), copy.begin(),
                                std::move(init), std::move(op), std::move(f));
    } else {
        auto const n = detail::count(first1, last1);
        return transform_elements(policy, n, std::move(init), op, f, std::move(first1),
                                  std::move(first2));
    }
}

/// Two ranges that both have an end.
template <class P, input_range R1, input_range R2, class T, class Op, class F>
constexpr T transform_both(P const& policy, R1& range1, R2& range2, T init, Op op, F f) {
    if constexpr (std::forward_iterator<iterator_t<R1>> && std::forward_iterator<iterator_t<R2>>) {
        auto const n = detail::count(begin_of(range1), end_of(range1)),
                   m = detail::count(begin_of(range2), end_of(range2));
        if (n != m)
            throw std::invalid_argument("gpu::transform_reduce: the ranges have " +
                                        std::to_string(n) + " and " + std::to_string(m) +
                                        " elements");
    }
    return transform_ranges(policy, begin_of(range1), end_of(range1), begin_of(range2),
                            std::move(init), std::move(op), std::move(f));
}

} // namespace gpu::inline v0::detail
