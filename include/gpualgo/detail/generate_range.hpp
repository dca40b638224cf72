// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program to fill a range by a function of the position, and to change
/// each element of a range:
/// - elements of a device: the library, by an expression;
/// - elements of the host: the program, in the calling thread without a policy, on all cores with
/// one;
/// - contiguous numbers of the host, if the policy names another device: the library, on a copy.
#pragma once

#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/detail/made_elements.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A function of a position.
template <class F>
concept function_of_position = std::invocable<F&, std::size_t>;

/// Reads the positions 0, 1, 2 and so on.
struct position_iterator {
    using value_type = std::size_t;
    using reference = value_type;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category = std::random_access_iterator_tag;

    std::size_t at;

    constexpr std::size_t operator*() const { return at; }
    constexpr std::size_t operator[](difference_type n) const {
        return at + static_cast<std::size_t>(n);
    }
    constexpr position_iterator& operator++() {
        ++at;
        return *this;
    }
    constexpr position_iterator& operator+=(difference_type n) {
        at += static_cast<std::size_t>(n);
        return *this;
    }
    friend constexpr bool operator==(position_iterator, position_iterator) = default;
};

/// Calls a generator that takes no position.
template <class G>
struct without_position {
    G& generator;
    decltype(auto) operator()(std::size_t) const { return detail::invoke(generator); }
};

template <class F>
constexpr void require_function_of_position() {
    static_assert(kernel_callable<F>,
                  "gpu::generate: on devices, the Function must be an expression of the position, "
                  "such as 2 * gpu::placeholders::_1, see gpualgo/expression.hpp. Or generate on "
                  "the host, and copy");
}

/// Fills numbers by the library.
template <class P, class O, class F>
void generate_by_library(P const& policy, std::size_t n, O out, F& f) {
    using result = std::iter_value_t<O>;
    auto compute = [&] {
        detail::transform_on_cores(n, detail::first_number(out), f, position_iterator{0});
    };
    auto const& expression = expression_for(f);
    scalar_bytes scalars;
    transform_request request;
    request.function = "gpu::generate";
    request.n = n;
    request.out = detail::numbers_at(out);
    request.f = detail::view_of<result, std::uint64_t>(expression, scalars);
    request.on_host = [](void* context) { (*static_cast<decltype(compute)*>(context))(); };
    request.context = &compute;
    call<strategies>(policy, request, &gpualgo_v0_transform);
}

/// Fills a range of the host, with a policy.
template <class P, class O, class F>
void generate_on_host(P const& policy, std::size_t n, O out, F& f) {
    check_options<strategies>(policy, "gpu::generate");
    if (policy.target().value_or(device::host()) != device::host()) {
        if constexpr (kernel_callable<F> && numbers_in_memory<O>)
            return detail::generate_by_library(policy, n, out, f);
        else refuse_device<P, F>(policy, n, "gpu::generate");
    }
    auto const fill = [&](auto& g) {
        if constexpr (contiguous_memory<O>)
            detail::transform_on_cores(n, detail::address_of(out), g, position_iterator{0});
        else detail::transform_on_cores(n, out, g, position_iterator{0});
    };
    if constexpr (function_of_position<F>) {
        fill(f);
    } else {
        without_position<F> g{f};
        fill(g);
    }
    report_program(policy, {"gpu::generate", "a loop in the program", n, 0, 0});
}

/// Every overload of generate ends here.
template <class P, class O, class S, class F>
constexpr void generate_all(P const& policy, O first, S last, F f) {
    using value = std::iter_value_t<O>;
    if constexpr (is_device_iterator<O>) {
        require_function_of_position<F>();
        require_elements<stored_number<value>, value>();
        if constexpr (kernel_callable<F> && stored_number<value>)
            detail::generate_by_library(policy, detail::count(first, last), first, f);
    } else if constexpr (reads_device<O>) {
        require_written_elements<O>();
    } else {
        if constexpr (!std::same_as<P, no_policy> && random_access_iterator<O>)
            if (!is_constant_evaluated())
                return detail::generate_on_host(policy, detail::count(first, last), first, f);
        detail::check_order(first, last);
        for (std::size_t i = 0; first != last; ++first, (void)++i) {
            if constexpr (expressions::is_for_kernels<F>)
                *first = detail::as_output<value, F>(f(i));
            else if constexpr (function_of_position<F>) *first = detail::invoke(f, i);
            else *first = detail::invoke(f);
        }
    }
}

/// The element's own type after an assignment.
template <class F>
inline constexpr bool is_assignment = false;
template <class E>
inline constexpr bool is_assignment<expressions::assignment<E>> = true;

template <class F>
constexpr void require_assignment() {
    static_assert(is_assignment<F>,
                  "gpu::for_each: on devices, the Function must be an assignment to the element, "
                  "such as gpu::placeholders::_1 *= 2, see gpualgo/expression.hpp. Or take a copy "
                  "on the host: v.to_host()");
}

/// Calls a function of an element for its position.
template <class I, class F>
struct call_at {
    I first;
    F& f;
    void operator()(std::size_t i) const {
        (void)detail::invoke(f, first[static_cast<std::iter_difference_t<I>>(i)]);
    }
};

/// Changes elements of the host, with a policy.
template <class P, class I, class F>
void change_on_host(P const& policy, std::size_t n, I first, F& f) {
    check_options<strategies>(policy, "gpu::for_each");
    if (policy.target().value_or(device::host()) != device::host()) {
        if constexpr (is_assignment<F> && numbers_in_memory<I>) {
            auto value = f.value();
            return detail::transform_by_library(policy, n, first, value, "gpu::for_each", first);
        } else {
            refuse_device<P, F>(policy, n, "gpu::for_each");
        }
    }
    call_at<I, F> const call{first, f};
    if constexpr (is_divisible<I>) detail::call_on_cores(n, call);
    else
        for (std::size_t i = 0; i < n; ++i) call(i);
    report_program(
        policy, {"gpu::for_each", "a loop in the program", n, 0, n * sizeof(std::iter_value_t<I>)});
}

/// Every overload of for_each ends here.
template <class P, class I, class S, class F>
constexpr void for_each_in(P const& policy, I first, S last, F& f) {
    using value = std::iter_value_t<I>;
    if constexpr (is_device_iterator<I>) {
        require_assignment<F>();
        require_elements<stored_number<value>, value>();
        if constexpr (is_assignment<F> && stored_number<value>) {
            auto expression = f.value();
            detail::transform_by_library(policy, detail::count(first, last), first, expression,
                                         "gpu::for_each", first);
        }
    } else if constexpr (reads_device<I>) {
        require_written_elements<I>();
    } else {
        if constexpr (!std::same_as<P, no_policy> && random_access_iterator<I>)
            if (!is_constant_evaluated())
                return detail::change_on_host(policy, detail::count(first, last), first, f);
        detail::check_order(first, last);
        for (; first != last; ++first) (void)detail::invoke(f, *first);
    }
}

} // namespace gpu::inline v0::detail
