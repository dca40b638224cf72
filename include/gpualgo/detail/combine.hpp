// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of operators as in the standard library: operands may be lvalues, and results are
/// converted implicitly.
#pragma once

#include <type_traits>

#pragma GCC diagnostic push // the caller asks for conversions that lose digits
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wfloat-conversion"

namespace gpu::inline v0::detail {

/// An operator that takes operands of these types and value categories, and returns a T.
template <class Op, class T, class A, class B>
concept gives = requires(Op& op, A&& a, B&& b) {
    requires std::is_convertible_v<decltype(op(static_cast<A&&>(a), static_cast<B&&>(b))), T>;
};

/// An operator that takes such operands as they are, or as lvalues.
template <class Op, class T, class A, class B>
concept combines =
    gives<Op, T, A, B> || gives<Op, T, A&, B&> || gives<Op, T, A&, B> || gives<Op, T, A, B&>;

/// Consumes its operands. Passes them as rvalues, or as lvalues if the operator takes no rvalues:
/// `std::reduce` may pass either.
/// @return op(a, b)
template <class T, class A, class B, class Op>
    requires combines<Op, T, A, B>
constexpr T combined(Op& op, A&& a, B&& b) {
    if constexpr (gives<Op, T, A, B>) return op(static_cast<A&&>(a), static_cast<B&&>(b));
    else if constexpr (gives<Op, T, A&, B&>) return op(a, b);
    else if constexpr (gives<Op, T, A&, B>) return op(a, static_cast<B&&>(b));
    else return op(static_cast<A&&>(a), b);
}

} // namespace gpu::inline v0::detail

#pragma GCC diagnostic pop
