// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for fill, iota, replace and replace_if.
#pragma once

#include <gpualgo/detail/elementwise_call.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/predicate_test.hpp>
#include <gpualgo/detail/program_kernels.hpp>
#include <gpualgo/detail/select_arguments.hpp>
#include <gpualgo/detail/type_name.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/kernel/elementwise/operations.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// An iterator to elements that can be set to a T.
template <class I, class T>
concept settable_iterator = forward_iterator<I> && requires(I const& i, T const& value) {
    *i = value;
};
template <class R, class T>
concept settable_range = input_range<R> && settable_iterator<iterator_t<R>, T>;

/// A value as an element.
template <class T, class Value>
constexpr T element_of_value(Value const& value) {
    return static_cast<T>(kernel::implicitly<T>(value));
}

/// *i = value; numbers are converted without a warning.
template <class I, class T>
constexpr void set_element(I const& i, T const& value) {
    using element = std::iter_value_t<I>;
    if constexpr (std::is_arithmetic_v<element> && std::is_arithmetic_v<T>)
        *i = static_cast<element>(value);
    else *i = value;
}

template <class I, class S, class T>
constexpr void fill_here(I first, S last, T const& value) {
    for (; first != last; ++first) detail::set_element(first, value);
}

/// Fills elements of the host by the program.
template <class P, class I, class S, class T>
void fill_by_program(P const& policy, I first, S last, T const& value) {
    if constexpr (is_divisible<I>) {
        std::size_t const n = detail::count(first, last);
        run_parts(policy, "gpu::fill", n, sizeof(std::iter_value_t<I>),
                  [&](std::size_t begin, std::size_t end) {
                      using difference = std::iter_difference_t<I>;
                      detail::fill_here(first + static_cast<difference>(begin),
                                        first + static_cast<difference>(end), value);
                  });
    } else {
        note_loop(policy, "gpu::fill", detail::count(first, last), sizeof(std::iter_value_t<I>));
        detail::fill_here(first, last, value);
    }
}

/// Every overload of fill ends here.
template <class Given, class I, class S, class T>
constexpr void fill_range(Given const& given, I first, S last, T const& value) {
    auto const policy = own_policy(given);
    using element = std::iter_value_t<I>;
    constexpr bool is_listed = kernel_output<I> && std::is_convertible_v<T const&, element>;
    if constexpr (elements_on_device<I>) require_kernel_elements<element>();
    if constexpr (!elements_on_device<I>)
        if (is_constant_evaluated()) return detail::fill_here(first, last, value);
    if constexpr (is_listed) {
        std::size_t const n = detail::count(first, last);
        if constexpr (!elements_on_device<I>)
            if (is_short_call<I>(policy, n, few_elements))
                return detail::fill_here(first, last, value);
        element const copy = detail::element_of_value<element>(value);
        auto request = elementwise_request_for<element>(elementwise_kind::fill, "gpu::fill", n);
        request.out = detail::element_range_at(policy, first, n);
        request.element = __builtin_addressof(copy);
        call_elementwise(policy, request);
    } else if constexpr (!elements_on_device<I>) {
        detail::fill_by_program(policy, first, last, value);
    }
}

/// Elements of a sequence that any device computes.
template <class T>
inline constexpr bool is_sequence_element = in_list<as_listed<T>, real_types>;

template <class Element>
constexpr void require_sequence_element() {
    static_assert(is_sequence_element<Element>,
                  "gpu::iota: on devices, an Element is an integer of up to 64 bits, float, "
                  "double, gpu::half or gpu::bfloat16");
}

/// Element i of a sequence of listed numbers.
template <class T>
constexpr T sequence_element(T start, T step, std::size_t i) {
    using listed = as_listed<T>;
    if constexpr (std::integral<T>) {
        using bits = std::make_unsigned_t<listed>;
        return static_cast<T>(kernel::sequence_value<bits, bits>{static_cast<bits>(start),
                                                                 static_cast<bits>(step)}(i));
    } else {
        using computed = computed_as<T>;
        return kernel::sequence_value<T, computed>{static_cast<computed>(start),
                                                   static_cast<computed>(step)}(i);
    }
}

/// As std::iota: counts up from a value.
struct count_up {
    template <class T>
    constexpr void operator()(T& value) const {
        ++value;
    }
};

/// Adds a step.
template <class Step>
struct step_up {
    Step const& step;
    template <class T>
    constexpr void operator()(T& value) const {
        value = value + step;
    }
};

/// Every overload of iota ends here.
/// @param step null if there is none
/// @param next makes the next value of a type that is not listed
template <class Given, class I, class S, class T, class Next>
constexpr void iota_range(Given const& given, I first, S last, T value, T const* step, Next next) {
    auto const policy = own_policy(given);
    using element = std::iter_value_t<I>;
    constexpr bool is_listed = is_sequence_element<element> && std::is_convertible_v<T, element>;
    if constexpr (elements_on_device<I>) require_sequence_element<element>();
    if constexpr (is_listed) {
        element const start = detail::element_of_value<element>(value);
        element const by =
            step == nullptr ? static_cast<element>(1) : detail::element_of_value<element>(*step);
        auto const write = [&](I at, std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i, (void)++at)
                *at = detail::sequence_element<element>(start, by, i);
        };
        std::size_t const n = detail::count(first, last);
        if constexpr (!elements_on_device<I>)
            if (is_constant_evaluated()) return write(first, 0, n);
        if constexpr (kernel_output<I>) {
            if constexpr (!elements_on_device<I>)
                if (is_short_call<I>(policy, n, few_elements)) return write(first, 0, n);
            auto request = elementwise_request_for<element>(elementwise_kind::iota, "gpu::iota", n);
            request.out = detail::element_range_at(policy, first, n);
            request.element = &start;
            request.step = &by;
            call_elementwise(policy, request);
        } else if constexpr (is_divisible<I>) {
            run_parts(policy, "gpu::iota", n, sizeof(element),
                      [&](std::size_t begin, std::size_t end) {
                          write(first + static_cast<std::iter_difference_t<I>>(begin), begin, end);
                      });
        } else {
            note_loop(policy, "gpu::iota", n, sizeof(element));
            write(first, 0, n);
        }
    } else if constexpr (!elements_on_device<I>) {
        if (!is_constant_evaluated())
            note_loop(policy, "gpu::iota", detail::count(first, last), sizeof(element));
        for (; first != last; ++first, (void)next(value)) detail::set_element(first, value);
    }
}

template <class I, class S, class Predicate, class T>
constexpr void replace_here(I first, S last, Predicate& predicate, T const& value) {
    for (; first != last; ++first)
        if (detail::invoke(predicate, *first)) detail::set_element(first, value);
}

/// Replaces elements of the host on the device that the policy names. See reduce_by_program.
template <class P, class I, class Predicate, class T>
void replace_elsewhere_by_program(no_kernels, P const& policy, char const* function, I const&,
                                  std::size_t n, Predicate&, T const&) {
    if constexpr (kernel_output<I>) {
        check_options<strategies>(policy, function);
        std::string const device = to_string(*policy.target());
        throw unsupported_operator(call_text<P>(function, n) + "the predicate " +
                                   std::string(type_name<Predicate>()) +
                                   " is not precompiled for elements of type " +
                                   std::string(type_name<std::iter_value_t<I>>()) +
                                   "; without on(" + device + ") it runs on the host");
    } else {
        require_host_of(policy, function, n); // throws
    }
}

/// Replaces elements of the host by the program.
template <class P, class I, class S, class Predicate, class T>
void replace_by_program(P const& policy, char const* function, I first, S last,
                        Predicate& predicate, T const& value) {
    std::size_t const n = detail::count(first, last);
    if constexpr (!std::same_as<P, no_policy>)
        if (policy.target().value_or(device::host()) != device::host()) {
            if constexpr (is_for_program_kernels<std::iter_value_t<I>>)
                return replace_elsewhere_by_program(program_kernels(), policy, function, first, n,
                                                    predicate, value);
            else
                return detail::replace_elsewhere_by_program(no_kernels(), policy, function, first,
                                                            n, predicate, value);
        }
    if constexpr (is_divisible<I>) {
        run_parts(policy, function, n, sizeof(std::iter_value_t<I>),
                  [&](std::size_t begin, std::size_t end) {
                      using difference = std::iter_difference_t<I>;
                      detail::replace_here(first + static_cast<difference>(begin),
                                           first + static_cast<difference>(end), predicate, value);
                  });
    } else {
        note_loop(policy, function, n, sizeof(std::iter_value_t<I>));
        detail::replace_here(first, last, predicate, value);
    }
}

template <class Predicate, class Element>
constexpr void require_predicate_of_replace() {
    static_assert(listed_number<Element>,
                  "gpu::replace, replace_if: on devices, an Element is an integer of up to 64 "
                  "bits, float, double, gpu::half or gpu::bfloat16");
    static_assert(!listed_number<Element> || listed_predicate<Predicate, Element>,
                  "gpu::replace_if: this Predicate is not precompiled for ranges on devices. Use "
                  "those of gpualgo/predicates.hpp, such as gpu::less_than(x), an expression of "
                  "gpualgo/expression.hpp, such as gpu::placeholders::_1 > 2, or a copy on the "
                  "host: v.to_host()");
}

/// See reduce_by_program.
template <class P, class I, class Predicate, class T>
constexpr void replace_device_by_program(no_kernels, P const&, char const*, I const&, std::size_t,
                                         Predicate&, T const&) {
    require_predicate_of_replace<Predicate, as_listed<std::iter_value_t<I>>>();
}

/// Every overload of replace and replace_if ends here.
template <class Given, class I, class S, class Predicate, class T>
constexpr void replace_range(Given const& given, char const* function, I first, S last,
                             Predicate predicate, T const& value) {
    auto const policy = own_policy(given);
    using element = std::iter_value_t<I>;
    constexpr bool is_listed = kernel_output<I> && std::is_convertible_v<T const&, element> &&
                               listed_predicate<Predicate, element>;
    if constexpr (!elements_on_device<I>)
        if (is_constant_evaluated()) return detail::replace_here(first, last, predicate, value);
    if constexpr (is_listed) {
        std::size_t const n = detail::count(first, last);
        if constexpr (!elements_on_device<I>)
            if (is_short_call<I>(policy, n, few_elements))
                return detail::replace_here(first, last, predicate, value);
        element const copy = detail::element_of_value<element>(value);
        auto request = elementwise_request_for<element>(elementwise_kind::replace, function, n);
        request.in = request.out = detail::element_range_at(policy, first, n);
        request.element = __builtin_addressof(copy);
        request.test = detail::packed_test<element>(predicate);
        call_elementwise(policy, request);
    } else if constexpr (elements_on_device<I>) {
        replace_device_by_program(program_kernels(), policy, function, first,
                                  detail::count(first, last), predicate, value);
    } else {
        detail::replace_by_program(policy, function, first, last, predicate, value);
    }
}

} // namespace gpu::inline v0::detail
