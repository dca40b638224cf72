// SPDX-License-Identifier: Apache-2.0
/// @file
/// Outputs with an end, for ranges that can be read only once: their size is not known before.
#pragma once

#include <gpualgo/detail/iterator.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/device_iterator.hpp>

#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

/// Whether an iterator of an output has a type of elements: those of ranges have.
template <class O>
concept has_element_type = requires {
    typename std::iter_value_t<O>;
};

/// An output that throws std::invalid_argument in place of a write beyond its end.
template <class O>
class bounded_output {
public:
    using value_type = std::iter_value_t<O>; ///< of the elements

    /// @param function that was called, for messages
    /// @param first the first element
    /// @param room how many there are
    constexpr bounded_output(char const* function, O first, std::size_t room)
        : function_(function), next_(std::move(first)), room_(room) {}

    constexpr decltype(auto) operator*() {
        if (written_ == room_)
            throw std::invalid_argument(std::string(function_) + ": the target has " +
                                        std::to_string(room_) +
                                        " elements, fewer than are to be written");
        return *next_;
    }
    constexpr bounded_output& operator++() {
        ++next_;
        ++written_;
        return *this;
    }
    /// @return the end of what is written
    [[nodiscard]] constexpr O const& base() const { return next_; }

private:
    char const* function_;
    O next_;
    std::size_t room_;
    std::size_t written_ = 0;
};

/// The iterator of an output that may have an end.
template <class O>
constexpr O unbounded(O out) {
    return out;
}
template <class O>
constexpr O unbounded(bounded_output<O> const& out) {
    return out.base();
}
template <class O>
using unbounded_t = decltype(detail::unbounded(std::declval<O>()));

/// Whether iterators are to elements of the host.
template <class... Iterators>
inline constexpr bool are_on_host =
    !((is_device_iterator<Iterators> || foreign_iterator<Iterators>) || ...);

/// The beginning of an output, which is given as an iterator or as a range. Throws
/// std::invalid_argument if that range is shorter than the input. If the input is read only once,
/// the output itself throws.
template <class I, class S, class Out>
constexpr auto output_of(char const* function, I const& first, S const& last, Out& out) {
    if constexpr (input_range<Out>) {
        auto const start = detail::begin_of(out);
        if constexpr (!forward_iterator<I> && are_on_host<I, iterator_t<Out>>) {
            return bounded_output(function, start, detail::count(start, detail::end_of(out)));
        } else if constexpr (forward_iterator<I> && !foreign_iterator<I>) {
            std::size_t const n = detail::count(first, last);
            std::size_t const room = detail::count(start, detail::end_of(out));
            if (room < n)
                throw std::invalid_argument(std::string(function) + ": the output has " +
                                            std::to_string(room) + " elements, fewer than the " +
                                            std::to_string(n) + " of the range");
            return start;
        } else {
            return start;
        }
    } else {
        return out;
    }
}

} // namespace gpu::inline v0::detail
