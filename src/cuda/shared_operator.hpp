// SPDX-License-Identifier: Apache-2.0
/// @file
/// The operator of kernels that several operators share.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// A listed operator, chosen at run time. On real numbers it is not plus, which has kernels of its
/// own.
struct shared_operator {
    std::uint32_t number;     ///< its index in `operators`
    bool is_unsigned = false; ///< whether integers are the bits of unsigned ones, which it compares

    /// @return the operator applied to a and b
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION T operator()(T a, T b) const {
        if constexpr (std::signed_integral<T>) {
            // unsigned integers less half of their range have the order of signed ones
            T const offset = is_unsigned ? std::numeric_limits<T>::min() : T{};
            return static_cast<T>(
                apply(static_cast<T>(a ^ offset), static_cast<T>(b ^ offset), operators()) ^
                offset);
        } else return apply(a, b, operators());
    }

private:
    /// Whether kernels on values of type T are asked to apply Op.
    template <class Op, class T>
    static constexpr bool is_applied =
        (kernel::is_complex<T> ||
         !std::same_as<Op, kernel::plus>)&&accepts<Op, T>&& std::same_as<kernel_type<Op, T>, T>;

    template <class T, class... Ops>
    [[nodiscard]] GPUALGO_FUNCTION T apply(T a, T b, type_list<Ops...>) const {
        T result = a;
        auto const try_one = [&]<class Op>(type_list<Op>) {
            if constexpr (is_applied<Op, T>)
                if (number == index_of<Op, operators>) result = Op{}(a, b);
        };
        (try_one(type_list<Ops>()), ...);
        return result;
    }
};

} // namespace gpu::inline v0::detail
