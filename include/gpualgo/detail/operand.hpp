// SPDX-License-Identifier: Apache-2.0
/// @file
/// What an operator that is not listed is applied to, so that it need do no more than `std::reduce`
/// asks of it.
///
/// The canonical order folds values of one type by an operator on that type. For any callable, that
/// type is an operand.
#pragma once

#include <concepts>
#include <optional>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether elements become accumulators as they are loaded. Those that cannot, or that would be
/// copied at a cost, are given to the operator as they are.
template <class T, class Reference>
inline constexpr bool converts_on_load = std::is_convertible_v<Reference, T> &&
                                         (!std::same_as<std::remove_cvref_t<Reference>, T> ||
                                          std::is_trivially_copyable_v<T>);

/// An accumulator. (A class of its own, because `std::vector<bool>` packs bools into bits.)
template <class T, class Reference, bool Converted = converts_on_load<T, Reference>>
class operand {
public:
    constexpr explicit operand(std::in_place_t, T value) : value_(std::move(value)) {}
    constexpr explicit operand(Reference element)
        : value_(static_cast<T>(static_cast<Reference&&>(element))) {}

    /// @return op(a, b)
    template <class Op>
    static constexpr T apply(Op& op, operand& a, operand& b) {
        return static_cast<T>(op(std::move(a.value_), std::move(b.value_)));
    }

private:
    T value_;
};

/// An accumulator, or an element that has met no other yet.
template <class T, class Reference>
class operand<T, Reference, false> {
public:
    constexpr explicit operand(std::in_place_t, T value) : value_(std::move(value)) {}
    constexpr explicit operand(Reference element)
        : element_(keep(static_cast<Reference&&>(element))) {}

    /// @return op(a, b). In the canonical order, what stands on the left is made of no fewer
    /// elements: an accumulator on the right never meets an element on the left.
    template <class Op>
    static constexpr T apply(Op& op, operand& a, operand& b) {
        if (b.value_) return static_cast<T>(op(std::move(*a.value_), std::move(*b.value_)));
        if (a.value_) return static_cast<T>(op(std::move(*a.value_), b.element()));
        return static_cast<T>(op(a.element(), b.element()));
    }

private:
    // An element that is an object stays where it is; one that its iterator makes is kept.
    static constexpr bool is_object = std::is_lvalue_reference_v<Reference>;
    using kept = std::conditional_t<is_object, std::remove_reference_t<Reference>*,
                                    std::optional<std::remove_cvref_t<Reference>>>;

    static constexpr kept keep(Reference&& element) {
        // std::addressof would need <memory>
        if constexpr (is_object) return __builtin_addressof(element);
        else return std::move(element);
    }
    constexpr Reference&& element() { return static_cast<Reference&&>(*element_); }

    kept element_{};
    std::optional<T> value_;
};

/// An operator on accumulators and elements as one on operands. Does not own it: operators need not
/// be copyable.
template <class Operand, class Op>
struct on_operands {
    Op* op;

    constexpr Operand operator()(Operand a, Operand b) const {
        return Operand(std::in_place, Operand::apply(*op, a, b));
    }
};

/// What `std::reduce` asks of an operator: it takes accumulators and elements in any order, and
/// returns an accumulator. Where elements are converted on load it only meets accumulators.
template <class Op, class T, class Reference>
concept reduces = std::is_invocable_r_v<T, Op&, T, T> &&
    (converts_on_load<T, Reference> ||
     (std::is_invocable_r_v<T, Op&, T, Reference> && std::is_invocable_r_v<T, Op&, Reference, T> &&
      std::is_invocable_r_v<T, Op&, Reference, Reference>));

} // namespace gpu::inline v0::detail
