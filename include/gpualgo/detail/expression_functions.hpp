// SPDX-License-Identifier: Apache-2.0
/// @file
/// The functions in expressions, as the host computes them. Kernels compute the same, see
/// src/expression/source.cpp.
///
/// A function's `domain` lists the types to which its operands are converted, by the rules of C++
/// for the operator or function of that name.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/abi/type_list.hpp>
#include <gpualgo/detail/lane_operator.hpp>
#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/transforms.hpp>

#include <concepts>
#include <limits>
#include <type_traits>

/// The functions of expressions.
namespace gpu::inline v0::detail::functions {

/// The type of arithmetic on operands: integers are promoted.
template <class... A>
using arithmetic_type = decltype((+A() + ...));
/// The same for functions of <cmath>: integers are converted to double.
template <class... A>
using floating_type = std::conditional_t<(std::same_as<A, float> && ...), float, double>;

/// An operator on numbers of one type. Its operands have the type of their sum.
template <operation Code>
struct arithmetic_function {
    static constexpr operation code = Code;
    template <class... A>
    using domain = type_list<std::conditional_t<false, A, arithmetic_type<A...>>...>;
};
template <operation Code>
struct logical_function {
    static constexpr operation code = Code;
    template <class... A>
    using domain = type_list<std::conditional_t<false, A, bool>...>;
};
template <operation Code>
struct floating_function {
    static constexpr operation code = Code;
    template <class... A>
    using domain = type_list<std::conditional_t<false, A, floating_type<A...>>...>;
};
/// Takes the type that `c ? a : b` has: integers of one type are not promoted.
template <operation Code>
struct common_function {
    static constexpr operation code = Code;
    template <class... A>
    using domain = type_list<std::conditional_t<false, A, std::common_type_t<A...>>...>;
};

template <class... A>
constexpr bool require_integers() {
    static_assert((std::integral<A> && ...),
                  "gpu expressions: the operators %, &, |, ^, ~, << and >> take integers. Convert "
                  "operands by gpu::cast<int>()");
    return true;
}
/// An operator on integers of one type.
template <operation Code>
struct integer_function {
    static constexpr operation code = Code;
    template <class... A>
        requires(require_integers<A...>())
    using domain = type_list<std::conditional_t<false, A, arithmetic_type<A...>>...>;
};
/// A shift: its operands are promoted separately.
template <operation Code>
struct shift_function {
    static constexpr operation code = Code;
    template <class A, class B>
        requires(require_integers<A, B>())
    using domain = type_list<arithmetic_type<A>, unsigned>;
};

struct add : arithmetic_function<operation::add> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return kernel::plus()(a, b);
    }
};
struct subtract : arithmetic_function<operation::subtract> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        if constexpr (std::floating_point<T>) return a - b;
        else return kernel::plus()(a, kernel::negate()(b));
    }
};
struct multiply : arithmetic_function<operation::multiply> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return kernel::multiplies()(a, b);
    }
};
struct divide : arithmetic_function<operation::divide> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return a / b;
    }
};
struct remainder : integer_function<operation::remainder> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return a % b;
    }
};
struct negate : arithmetic_function<operation::negate> {
    template <class T>
    constexpr T operator()(T a) const {
        return kernel::negate()(a);
    }
};

struct equal : arithmetic_function<operation::equal> {
    template <class T>
    constexpr bool operator()(T a, T b) const {
        return a == b;
    }
};
struct not_equal : arithmetic_function<operation::not_equal> {
    template <class T>
    constexpr bool operator()(T a, T b) const {
        return a != b;
    }
};
struct less : arithmetic_function<operation::less> {
    template <class T>
    constexpr bool operator()(T a, T b) const {
        return a < b;
    }
};
struct less_equal : arithmetic_function<operation::less_equal> {
    template <class T>
    constexpr bool operator()(T a, T b) const {
        return a <= b;
    }
};
struct greater : arithmetic_function<operation::greater> {
    template <class T>
    constexpr bool operator()(T a, T b) const {
        return a > b;
    }
};
struct greater_equal : arithmetic_function<operation::greater_equal> {
    template <class T>
    constexpr bool operator()(T a, T b) const {
        return a >= b;
    }
};

// Both operands are computed: their values have no effects, and no branch stops vectorisation.
struct logical_and : logical_function<operation::logical_and> {
    constexpr bool operator()(bool a, bool b) const { return a & b; }
};
struct logical_or : logical_function<operation::logical_or> {
    constexpr bool operator()(bool a, bool b) const { return a | b; }
};
struct logical_not : logical_function<operation::logical_not> {
    constexpr bool operator()(bool a) const { return !a; }
};

struct bit_and : integer_function<operation::bit_and> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return a & b;
    }
};
struct bit_or : integer_function<operation::bit_or> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return a | b;
    }
};
struct bit_xor : integer_function<operation::bit_xor> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return a ^ b;
    }
};
struct bit_not : integer_function<operation::bit_not> {
    template <class T>
    constexpr T operator()(T a) const {
        return ~a;
    }
};
struct shift_left : shift_function<operation::shift_left> {
    template <class T>
    constexpr T operator()(T a, unsigned n) const {
        return a << n;
    }
};
struct shift_right : shift_function<operation::shift_right> {
    template <class T>
    constexpr T operator()(T a, unsigned n) const {
        return a >> n;
    }
};

struct select {
    static constexpr operation code = operation::select;
    template <class C, class A, class B>
    using domain = type_list<bool, std::common_type_t<A, B>, std::common_type_t<A, B>>;
    template <class T>
    constexpr T operator()(bool c, T a, T b) const {
        return c ? a : b;
    }
};
struct smaller : common_function<operation::minimum> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return lane_operator<kernel::minimum>()(a, b);
    }
};
struct larger : common_function<operation::maximum> {
    template <class T>
    constexpr T operator()(T a, T b) const {
        return lane_operator<kernel::maximum>()(a, b);
    }
};
struct magnitude : arithmetic_function<operation::absolute> {
    template <class T>
    constexpr T operator()(T a) const {
        return kernel::absolute()(a);
    }
};

} // namespace gpu::inline v0::detail::functions

namespace gpu::inline v0::detail {

/// Converts to a number of type To. A floating-point number beyond the range of an integer gives
/// the nearest integer of that type, and a NaN gives 0. In C++ that is undefined, and processors
/// differ.
template <stored_number To>
struct convert_number {
    template <class From>
    constexpr To operator()(From x) const {
        if constexpr (std::same_as<From, To>) {
            return x; // a conversion through float would change NaNs
        } else if constexpr (!number<From>) {
            return convert_number<To>()(static_cast<float>(x));
        } else if constexpr (!std::floating_point<From> || !std::integral<To> ||
                             std::same_as<To, bool>) {
            return static_cast<To>(x);
        } else {
            constexpr To most = std::numeric_limits<To>::max(),
                         least = std::numeric_limits<To>::min();
            constexpr From end = static_cast<From>(most / 2 + 1) * 2; // exact, unlike `most`
            // selections, not branches: so that loops are vectorised
            From const bounded = x >= static_cast<From>(least) ? x : static_cast<From>(least);
            To const inside = static_cast<To>(bounded < end ? bounded : From());
            To const ordered = bounded < end ? inside : most;
            return kernel::is_nan(x) ? To() : ordered;
        }
    }
};

} // namespace gpu::inline v0::detail
