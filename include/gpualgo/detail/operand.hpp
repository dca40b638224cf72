// SPDX-License-Identifier: Apache-2.0
/// @file
/// Operands of operators that are not listed, which need only meet the requirements of
/// `std::reduce`.
///
/// The canonical order folds values of one type by an operator on that type. For other callables,
/// that type is `operand`.
#pragma once

#include <gpualgo/detail/combine.hpp>
#include <gpualgo/kernel/conversion.hpp>

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether elements are converted to accumulators on load. If they cannot be, or if copies are
/// expensive, the operator gets the elements themselves.
template <class T, class Reference>
inline constexpr bool converts_on_load = std::is_convertible_v<Reference, T> &&
                                         (!std::same_as<std::remove_cvref_t<Reference>, T> ||
                                          std::is_trivially_copyable_v<T>);

/// An accumulator. It is a class because `std::vector<bool>` packs bools into bits.
template <class T, class Reference, bool Converted = converts_on_load<T, Reference>>
class operand {
public:
    constexpr explicit operand(std::in_place_t, T value) : value_(std::move(value)) {}
    constexpr explicit operand(Reference element)
        : value_(kernel::implicitly<T>(static_cast<Reference&&>(element))) {}

    /// @return op(a, b)
    template <class Op>
    static constexpr T apply(Op& op, operand& a, operand& b) {
        return detail::combined<T, T, T>(op, std::move(a.value_), std::move(b.value_));
    }

private:
    T value_;
};

/// An accumulator, or an element that is not folded yet.
template <class T, class Reference>
class operand<T, Reference, false> {
public:
    constexpr explicit operand(std::in_place_t, T value) : value_(std::move(value)) {}
    constexpr explicit operand(Reference element)
        : element_(keep(static_cast<Reference&&>(element))) {}

    /// @return op(a, b). In the canonical order, the left operand contains at least as many
    /// elements as the right one: if b is an accumulator, so is a.
    template <class Op>
    static constexpr T apply(Op& op, operand& a, operand& b) {
        if (b.value_)
            return detail::combined<T, T, T>(op, std::move(*a.value_), std::move(*b.value_));
        if (a.value_)
            return detail::combined<T, T, Reference>(op, std::move(*a.value_), b.element());
        return detail::combined<T, Reference, Reference>(op, a.element(), b.element());
    }

private:
    // An element that is an object is referenced; one that its iterator returns by value is stored.
    static constexpr bool is_object = std::is_lvalue_reference_v<Reference>;
    using stored = std::conditional_t<is_object, std::remove_reference_t<Reference>*,
                                      std::optional<std::remove_cvref_t<Reference>>>;

    static constexpr stored keep(Reference&& element) {
        // std::addressof would need <memory>
        if constexpr (is_object) return __builtin_addressof(element);
        else return std::move(element);
    }
    constexpr Reference&& element() { return static_cast<Reference&&>(*element_); }

    stored element_{};
    std::optional<T> value_;
};

/// Applies an operator on accumulators and elements to operands. It points to the operator, which
/// need not be copyable.
template <class Operand, class Op>
struct on_operands {
    Op* op;

    constexpr Operand operator()(Operand a, Operand b) const {
        return Operand(std::in_place, Operand::apply(*op, a, b));
    }
};

/// Applies an operator to numbers.
template <class T, class Op>
struct on_numbers {
    Op* op;

    constexpr T operator()(T a, T b) const {
        return detail::combined<T, T, T>(*op, std::move(a), std::move(b));
    }
};

/// `std::reduce`'s requirements on an operator: it takes accumulators and elements in any order,
/// and returns an accumulator. If elements are converted on load, it takes accumulators only.
template <class Op, class T, class Reference>
concept reduces = combines<Op, T, T, T> &&
    (converts_on_load<T, Reference> ||
     (combines<Op, T, T, Reference> && combines<Op, T, Reference, T> &&
      combines<Op, T, Reference, Reference>));

} // namespace gpu::inline v0::detail
