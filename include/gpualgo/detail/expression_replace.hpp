// SPDX-License-Identifier: Apache-2.0
/// @file
/// Replacements of elements of devices that an expression selects. fill_range.hpp finds these
/// overloads by their first argument.
#pragma once

#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_predicate.hpp>
#include <gpualgo/detail/fill_range.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The expression `predicate(x) ? value : x` of elements of type T. Unlike those of gpu::select,
/// its operands are not converted: so elements that are not selected keep their bits.
template <expressions::is_expression E, stored_number T>
class replacement : public expressions::expression {
public:
    static constexpr std::size_t arity = 1;

    constexpr replacement(E const& predicate, T value) : predicate_(predicate), value_(value) {}

    [[gnu::always_inline]] constexpr T operator()(T x) const {
        return convert_number<bool>()(predicate_(x)) ? value_ : x;
    }

    template <class... A>
    static constexpr std::uint8_t write(program_writer& program) {
        using outcome = decltype(std::declval<E const&>()(std::declval<T>()));
        std::uint8_t const condition =
            program.convert<outcome, bool>(E::template write<T>(program));
        std::uint8_t const value = program.add<T>(operation::scalar);
        std::uint8_t const x = program.add<T>(operation::operand, std::uint8_t{0});
        return program.add<T>(operation::select, condition, value, x);
    }
    void capture(scalar_bytes& bytes) const {
        predicate_.capture(bytes);
        bytes.add(value_);
    }

private:
    [[no_unique_address]] E predicate_;
    T value_;
};

/// Replaces numbers by the library.
template <class P, class I, class Predicate, class T>
void replace_numbers(P const& policy, char const* function, I first, std::size_t n,
                     Predicate const& predicate, T const& value) {
    using element = std::iter_value_t<I>;
    replacement f(expression_for(predicate), detail::element_of_value<element>(value));
    detail::transform_by_library(policy, n, first, f, function, first);
}

template <class P, class I, class Predicate, class T>
    requires predicate_in_kernels<Predicate, std::iter_value_t<I>>
void replace_device_by_program(program_kernels, P const& policy, char const* function, I first,
                               std::size_t n, Predicate& predicate, T const& value) {
    if constexpr (foreign_iterator<I>)
        detail::replace_numbers(policy, function,
                                detail::own_first(first, n, device_of_nothing(policy)), n,
                                predicate, value);
    else detail::replace_numbers(policy, function, first, n, predicate, value);
}

/// Replaces numbers of the host on the device that the policy names.
template <class P, contiguous_memory I, class Predicate, class T>
    requires predicate_in_kernels<Predicate, std::iter_value_t<I>>
void replace_elsewhere_by_program(program_kernels, P const& policy, char const* function, I first,
                                  std::size_t n, Predicate& predicate, T const& value) {
    detail::replace_numbers(policy, function, first, n, predicate, value);
}

} // namespace gpu::inline v0::detail
