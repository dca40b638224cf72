// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a function makes of the elements of a range, or of several side by side, as a range.
#pragma once

#include <gpualgo/detail/range.hpp>

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Reads f(*i...). Does not own f: functions need not be copyable.
template <class F, std::forward_iterator... Is>
class transformed_iterator {
    using result = std::invoke_result_t<F&, std::iter_reference_t<Is>...>;
    /// A reference that f returns may be to what an iterator makes as it is read.
    static constexpr bool keeps_references =
        (std::is_lvalue_reference_v<std::iter_reference_t<Is>> && ...);

public:
    using reference = std::conditional_t<keeps_references, result, std::remove_cvref_t<result>>;
    using value_type = std::remove_cvref_t<result>;
    using difference_type = std::ptrdiff_t;
    using iterator_concept = std::forward_iterator_tag;

    transformed_iterator() = default;
    constexpr explicit transformed_iterator(F& f, Is... at) : f_(&f), at_(std::move(at)...) {}

    constexpr reference operator*() const {
        return std::apply([this](auto const&... at) -> reference { return (*f_)(*at...); }, at_);
    }
    constexpr transformed_iterator& operator++() {
        std::apply([](auto&... at) { (void(++at), ...); }, at_);
        return *this;
    }
    constexpr transformed_iterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    friend constexpr bool operator==(transformed_iterator const& a, transformed_iterator const& b) {
        return std::get<0>(a.at_) == std::get<0>(b.at_);
    }

    /// Goes n elements on, at once where the iterators can.
    constexpr void advance(std::size_t n) {
        std::apply(
            [n](auto&... at) { (std::ranges::advance(at, static_cast<std::ptrdiff_t>(n)), ...); },
            at_);
    }

private:
    F* f_ = nullptr;
    std::tuple<Is...> at_;
};

/// Elements are those of the ranges that are read.
template <class F, std::forward_iterator... Is>
inline constexpr std::size_t element_size<transformed_iterator<F, Is...>> = [] {
    std::size_t widest = 0;
    ((widest = sizeof(std::iter_value_t<Is>) > widest ? sizeof(std::iter_value_t<Is>) : widest),
     ...);
    return widest;
}();
template <class F, std::forward_iterator... Is>
inline constexpr std::size_t
    bytes_an_element<transformed_iterator<F, Is...>> = (sizeof(std::iter_value_t<Is>) + ...);

} // namespace gpu::inline v0::detail
