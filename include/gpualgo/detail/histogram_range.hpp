// SPDX-License-Identifier: Apache-2.0
/// @file
/// The edges of a histogram, and its call. The library counts, also for ranges that are not
/// contiguous: on a copy.
#pragma once

#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/sorted_call.hpp>
#include <gpualgo/detail/value_given.hpp>
#include <gpualgo/kernel/sorted/bins.hpp>

#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// The type of edges of bins for the elements of an iterator.
template <class I>
using edge_of = kernel::bin_edge<as_listed<std::iter_value_t<I>>>;

/// An iterator whose elements can be counted: all are numbers of a listed type.
template <class I>
concept countable_iterator = in_list<as_listed<std::iter_value_t<I>>, real_types>;

/// Whether elements may change at any time, so that the library does not read them.
template <class I>
inline constexpr bool is_volatile_element =
    std::is_volatile_v<std::remove_reference_t<std::iter_reference_t<I>>>;

/// The most bins.
inline constexpr std::size_t most_bins = std::size_t{1} << 31;

[[noreturn]] inline void refuse_histogram(std::string const& why) {
    throw std::invalid_argument("gpu::histogram: " + why);
}

/// The edges of bins.
template <class Edge>
struct bin_edges {
    std::vector<Edge> edges;       ///< from the first to the last; unused if they are evenly spaced
    kernel::even_edges<Edge> even; ///< the bounds of evenly spaced ones
    bool is_even;                  ///< whether they are

    /// @return the number of bins
    [[nodiscard]] std::size_t count() const { return is_even ? even.bins : edges.size() - 1; }
};

template <class Edge, class... Bounds>
constexpr void require_integral_bounds() {
    static_assert(std::floating_point<Edge> || (std::integral<Bounds> && ...),
                  "gpu::histogram: the edges and Bounds of integers are integers");
}

/// The shortest text that stands for a number alone.
template <class T>
std::string digits_of(T number) {
    char text[64];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Converts an edge. Throws if it is an integer that the type of edges does not have.
template <class Edge, class T>
Edge make_edge(T const& value) {
    if constexpr (std::integral<Edge> && std::integral<T> && sizeof(T) <= sizeof(Edge)) {
        using limits = std::numeric_limits<Edge>;
        bool is_outside = false;
        if constexpr (std::is_signed_v<T> && !std::is_signed_v<Edge>) is_outside = value < 0;
        else if constexpr (!std::is_signed_v<T> && sizeof(T) == sizeof(Edge))
            is_outside = value > static_cast<T>(limits::max());
        if (is_outside)
            refuse_histogram("edge " + std::to_string(value) + "; edges of these integers are " +
                             std::to_string(limits::min()) + " to " +
                             std::to_string(limits::max()));
    }
    return kernel::converted<Edge>(value);
}

/// Throws if there are no bins or too many, or if the bounds are wrong.
template <class Edge, class Lower, class Upper>
bin_edges<Edge> make_even_edges(std::size_t bins, Lower const& first, Upper const& last) {
    require_integral_bounds<Edge, value_given<Lower>, value_given<Upper>>();
    auto const lower = detail::make_edge<Edge>(static_cast<value_given<Lower>>(first)),
               upper = detail::make_edge<Edge>(static_cast<value_given<Upper>>(last));
    if (bins == 0 || bins > most_bins)
        refuse_histogram(std::to_string(bins) + " bins; allowed: 1 to " +
                         std::to_string(most_bins));
    if (!(lower < upper))
        refuse_histogram("the bins begin at " + detail::digits_of(lower) + " and end at " +
                         detail::digits_of(upper) + ", which is not above");
    if constexpr (std::floating_point<Edge>)
        if (!(static_cast<double>(upper) - static_cast<double>(lower) <=
              std::numeric_limits<double>::max()))
            refuse_histogram("the bounds are infinite, or too far apart");
    return {{}, {lower, upper, static_cast<std::uint32_t>(bins)}, true};
}

/// Throws if there are fewer than two edges, or if they are not sorted.
template <class Edge, class R>
bin_edges<Edge> make_edges(R& range) {
    require_integral_bounds<Edge, range_value_t<R>>();
    bin_edges<Edge> made{{}, {}, false};
    auto& edges = made.edges;
    auto const end = detail::end_of(range);
    for (auto i = detail::begin_of(range); i != end; ++i)
        edges.push_back(detail::make_edge<Edge>(static_cast<range_value_t<R>>(*i)));
    if (edges.size() < 2 || edges.size() - 1 > most_bins)
        refuse_histogram(std::to_string(edges.size()) + " edges; allowed: 2 to " +
                         std::to_string(most_bins + 1));
    for (std::size_t i = 0; i < edges.size(); ++i)
        if (!(edges[i == 0 ? 0 : i - 1] <= edges[i])) // also if it is a NaN
            refuse_histogram("edge " + std::to_string(i) + " is " + detail::digits_of(edges[i]) +
                             ", after " + detail::digits_of(edges[i == 0 ? 0 : i - 1]) +
                             "; edges are sorted numbers");
    return made;
}

/// Counts elements that lie side by side.
template <class P, class Value, class Edge, class Count>
void count_by_library(P const& policy, memory_range<Value> in, bin_edges<Edge> const& bins,
                      memory_range<Count> counts) {
    sorted_request request;
    Edge const bounds[2] = {bins.even.lower, bins.even.upper};
    memory_range<Edge const> edges{{}, bins.edges.data(), bins.edges.size()};
    if (bins.is_even) {
        request.even_bins = bins.even.bins;
        edges = {{}, bounds, 2};
    }
    detail::call_sorted<std::remove_const_t<Value>>(policy, sorted_function::histogram, in, edges,
                                                    counts, request);
}

/// Counts to counts in memory that the library can write, or in any other memory of the host.
template <class P, class Value, class Edge, class O>
O count_elements_to(P const& policy, memory_range<Value> in, bin_edges<Edge> const& bins, O out) {
    std::size_t const count = bins.count();
    if constexpr (integers_in_memory<O>) {
        detail::count_by_library(policy, in, bins, detail::elements_at(out, count));
        return out + static_cast<std::iter_difference_t<O>>(count);
    } else {
        static_assert(!is_device_iterator<O> && !foreign_iterator<O>,
                      "gpu::histogram: counts on a device are integers of 32 or 64 bits");
        std::vector<std::uint64_t> counts(count);
        detail::count_by_library(policy, in, bins,
                                 memory_range<std::uint64_t>{{}, counts.data(), count});
        for (auto const x : counts) detail::write_integer(out, x);
        return out;
    }
}

/// Every overload ends here.
/// @return the end of the counts
template <class P, class I, class S, class Target>
auto count_in_bins(P const& policy, I first, S last, Target target,
                   bin_edges<edge_of<I>> const& bins) -> decltype(target.first) {
    using value = std::iter_value_t<I>;
    if constexpr (made_on_device<I, decltype(target.first)>) {
        return detail::with_stored(
            policy, "gpu::histogram", first, last,
            [&](auto begin, auto end) {
                return detail::count_in_bins(policy, begin, end, target, bins);
            },
            target.first);
    } else if constexpr (addressable<I> && !is_volatile_element<I>) {
        std::size_t const n = detail::size_of_range(first, last);
        require_room<P>("gpu::histogram", n, target.room, bins.count());
        return detail::count_elements_to(policy, detail::elements_at(first, n), bins,
                                         std::move(target.first));
    } else {
        std::vector<value> copy;
        for (; first != last; ++first) copy.push_back(static_cast<value>(*first));
        require_room<P>("gpu::histogram", copy.size(), target.room, bins.count());
        return detail::count_elements_to(policy,
                                         memory_range<value const>{{}, copy.data(), copy.size()},
                                         bins, std::move(target.first));
    }
}

} // namespace gpu::inline v0::detail
