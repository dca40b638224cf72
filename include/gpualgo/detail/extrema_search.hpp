// SPDX-License-Identifier: Apache-2.0
/// @file
/// The search for the smallest and largest elements of a host range by the program: in the calling
/// thread, or on all cores.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/kernel/growing_array.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>
#include <optional>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The result type of min_element, max_element and minmax_element.
template <extremum Wanted, class I>
using extrema_result = std::conditional_t<Wanted == extremum::both, std::pair<I, I>, I>;

/// Iterators to the best elements so far.
template <extremum Wanted, class I>
class best_elements {
    static constexpr bool both = Wanted == extremum::both;
    using first_end =
        std::conditional_t<Wanted == extremum::largest, first_largest, first_smallest>;

public:
    /// @param first an element, or the end of an empty range
    constexpr explicit best_elements(I const& first) : first_(first), last_(first) {}

    /// Finds both ends of two elements by one comparison; not for comparisons by keys.
    /// @param x comes before y in the range
    template <class C>
    constexpr best_elements(I const& x, I const& y, C& before)
        : best_elements(detail::supersedes<first_smallest>(y, x, before) ? best_elements(y, x)
                                                                         : best_elements(x, y)) {}

    /// Takes an element that comes after all previous ones.
    template <class C>
    constexpr void take(I const& x, C& before) {
        take(x, x, before);
    }
    /// Takes the best elements of a range that comes after all previous elements.
    template <class C>
    constexpr void take(best_elements const& other, C& before) {
        take(other.first_.value(), other.last_.value(), before);
    }

    /// @return the result of the call
    [[nodiscard]] constexpr extrema_result<Wanted, I> result() && {
        if constexpr (both) return {std::move(first_).value(), std::move(last_).value()};
        else return std::move(first_).value();
    }

private:
    constexpr best_elements(I const& first, I const& last) : first_(first), last_(last) {}

    template <class C>
    constexpr void take(I const& first, I const& last, C& before) {
        if (detail::supersedes<first_end>(first, first_.value(), before)) first_.emplace(first);
        if constexpr (both)
            if (detail::supersedes<last_largest>(last, last_.value(), before)) last_.emplace(last);
    }

    // Optional, because iterators need not be assignable; `*` would be looked up by its arguments.
    std::optional<I> first_;
    std::optional<I> last_; // used for `both` only
};

/// Searches from one element on. Calls the comparator at most 3/2 (N - 1) times for both ends of N
/// elements, as the standard requires.
/// @param i an iterator to the first element
/// @param next moves `i` to the next element and returns whether there is one; not called after
/// the last
template <extremum Wanted, class I, class Next, class C>
constexpr best_elements<Wanted, I> search_along(I const& i, Next next, C& before) {
    using best_elements = best_elements<Wanted, I>;
    if constexpr (Wanted == extremum::both && !is_compared_by_key<I, C>) {
        I const first = i;
        if (!next()) return best_elements(first);
        best_elements best(first, i, before);
        while (next()) {
            I const x = i;
            if (next()) {
                best.take(best_elements(x, i, before), before);
            } else {
                best.take(x, before);
                break;
            }
        }
        return best;
    } else {
        best_elements best(i);
        while (next()) best.take(i, before);
        return best;
    }
}

/// Searches n elements.
/// @param n at least one
template <extremum Wanted, class I, class C>
constexpr best_elements<Wanted, I> search(I i, std::size_t n, C& before) {
    auto const next = [&] {
        if (--n == 0) return false;
        ++i;
        return true;
    };
    return detail::search_along<Wanted>(i, next, before);
}

/// Searches in the calling thread.
template <extremum Wanted, class I, sentinel_for<I> S, class C>
constexpr extrema_result<Wanted, I> search_here(I first, S last, C& before) {
    if (first == last) return best_elements<Wanted, I>(first).result();
    auto const next = [&] { return static_cast<bool>(++first != last); };
    return detail::search_along<Wanted>(first, next, before).result();
}

/// A part of a range, with its best elements or its failure.
template <extremum Wanted, class I>
struct searched_part {
    std::size_t n;
    I first;
    std::optional<best_elements<Wanted, I>> best{};
    std::exception_ptr failure{};
};

/// Searches on all cores. Rethrows exceptions of the comparator. If there are several, it is that
/// of the first part.
/// @param n elements, at least one
template <extremum Wanted, class I, class C>
extrema_result<Wanted, I> search_on_cores(I first, std::size_t n, C& before) {
    constexpr std::size_t most_parts = 256; // more than there are cores: these finish together
    // even, so that the parts take no more comparisons than the whole range
    std::size_t const size = n / most_parts < 256 ? 256 : (n / most_parts / 2 + 1) * 2;
    kernel::growing_array<searched_part<Wanted, I>> parts(n / size + 1);
    for (std::size_t i = 0; i < n; i += size) {
        std::size_t const m = n - i < size ? n - i : size;
        parts.emplace_back(searched_part<Wanted, I>{m, first});
        detail::advance_by(first, m);
    }
    auto run = [&](std::size_t i) noexcept {
        auto& part = parts[i];
        try {
            part.best.emplace(detail::search<Wanted>(part.first, part.n, before));
        } catch (...) {
            part.failure = std::current_exception();
        }
    };
    gpualgo_v0_parallel_for(
        parts.size(),
        [](void* context, std::uint64_t i) { (*static_cast<decltype(run)*>(context))(i); }, &run);

    for (auto& part : parts)
        if (part.failure) std::rethrow_exception(part.failure);
    auto& best = parts[0].best.value();
    for (std::size_t i = 1; i < parts.size(); ++i) best.take(parts[i].best.value(), before);
    return std::move(best).result();
}

} // namespace gpu::inline v0::detail
