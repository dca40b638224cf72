// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ranges that can be read only once. Their elements are buffered and counted, unless they cannot
/// be copied or moved.
#pragma once

#include <gpualgo/detail/combine.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/iterator.hpp>
#include <gpualgo/detail/transformed_iterator.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/growing_array.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// An iterator whose elements can be stored as values.
template <class I>
concept keepable = std::is_convertible_v<std::iter_reference_t<I>, std::iter_value_t<I>>;

/// The type as which buffered elements are read: the iterator's reference type, if that is a
/// reference to a value.
template <class I, class Reference = std::iter_reference_t<I>>
using kept_reference =
    std::conditional_t<std::is_reference_v<Reference> &&
                           std::same_as<std::remove_cvref_t<Reference>, std::iter_value_t<I>>,
                       Reference, std::iter_value_t<I>&&>;

/// The type as which elements are read after they are counted.
template <class I>
struct counted_reference {
    using type = kept_reference<I>;
};
template <forward_iterator I>
struct counted_reference<I> {
    using type = std::iter_reference_t<I>;
};

/// Whether f takes the elements of these ranges after they are counted.
template <class F, class... Is>
concept takes_counted = ((forward_iterator<Is> || keepable<Is>)&&...) &&
                        std::invocable<F&, typename counted_reference<Is>::type...>;

/// Reads an object by a reference of any kind.
template <class Reference>
struct read_as {
    template <class T>
    constexpr Reference operator()(T& object) const {
        return static_cast<Reference>(object);
    }
};

/// A copy of the elements of a range.
template <keepable I>
class buffered_elements {
    using value = std::iter_value_t<I>;
    using read = read_as<kept_reference<I>>;

public:
    template <sentinel_for<I> S>
    constexpr buffered_elements(I first, S last) {
        for (; first != last; ++first) values_.emplace_back(kernel::implicitly<value>(*first));
    }
    constexpr buffered_elements(I first, std::size_t n) : values_(n) {
        for (; n > 0; --n, (void)++first) values_.emplace_back(kernel::implicitly<value>(*first));
    }

    [[nodiscard]] constexpr std::size_t size() const { return values_.size(); }
    /// @tparam AsValues whether elements may be read as values; otherwise they are read as by the
    /// range's iterator, which is possible only once
    /// @return an iterator at the first element
    template <bool AsValues>
    [[nodiscard]] constexpr auto begin() {
        if constexpr (AsValues) return values_.begin();
        else return transformed_iterator<read const, value*>(read_, values_.begin());
    }

private:
    static constexpr read read_{};
    kernel::growing_array<value> values_;
};

/// Folds the results of f from left to right while elements are read. Adds their number to n.
template <class T, class Op, class F, class I, sentinel_for<I> S, class... Is>
constexpr T fold_in_passing(std::size_t& n, T init, Op& op, F& f, I first, S last, Is... firsts) {
    using result = std::invoke_result_t<F&, std::iter_reference_t<I>, std::iter_reference_t<Is>...>;
    constexpr bool is_combined = combines<Op, T, T, result>;
    static_assert(is_combined, "gpu::reduce: op(a, b) must be convertible to the type of init, if "
                               "a is of that type and b is an element of the range");
    if constexpr (is_combined)
        for (; first != last; ++first) {
            init = detail::combined<T, T, result>(op, std::move(init),
                                                  detail::invoke(f, *first, *firsts...));
            (void(++firsts), ...);
            ++n;
        }
    return init;
}

} // namespace gpu::inline v0::detail
