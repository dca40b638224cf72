// SPDX-License-Identifier: Apache-2.0
#include "histogram_bins.hpp"

#include "appearance.hpp"
#include "arguments.hpp"
#include "by_number.hpp"

#include <gpualgo/detail/histogram_range.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstring>
#include <limits>
#include <span>

namespace tool {

namespace {

namespace detail = gpu::detail;

/// A bound in the type of edges.
/// @param option that states it, for the message
template <class Edge>
Edge bound(char const* option, long double stated) {
    if constexpr (std::integral<Edge>) {
        auto const least = static_cast<long double>(std::numeric_limits<Edge>::min());
        auto const most = static_cast<long double>(std::numeric_limits<Edge>::max());
        if (std::isfinite(stated) && stated != std::trunc(stated))
            throw usage_error(fmt::format(
                "{} {}: the elements are integers, and so are the edges of bins", option, stated));
        if (!(stated >= least && stated <= most))
            throw usage_error(fmt::format("{} {}: the elements are integers; allowed are {} to {}",
                                          option, stated, std::numeric_limits<Edge>::min(),
                                          std::numeric_limits<Edge>::max()));
        return static_cast<Edge>(stated);
    } else {
        return static_cast<Edge>(stated);
    }
}

/// @return the smallest edge above a number
template <class Edge>
Edge next_edge(Edge x) {
    constexpr auto most = std::numeric_limits<Edge>::max();
    if constexpr (std::integral<Edge>) return x < most ? x + 1 : x;
    else return std::nextafter(x, most);
}

template <class Edge, class T>
std::vector<Edge> make_edges(std::span<T const> elements, std::size_t count,
                             std::optional<long double> lower, std::optional<long double> upper) {
    Edge least = 0, most = 0;
    bool is_first = true;
    if (!lower || !upper)
        for (T const element : elements) {
            auto const x = static_cast<Edge>(element);
            if constexpr (std::floating_point<Edge>)
                if (!std::isfinite(x)) continue;
            least = is_first ? x : std::min(least, x);
            most = is_first ? x : std::max(most, x);
            is_first = false;
        }
    Edge const begin = lower ? bound<Edge>("--lower", *lower) : least;
    Edge const end = upper ? bound<Edge>("--upper", *upper) : next_edge(std::max(begin, most));
    auto const even = detail::make_even_edges<Edge>(count, begin, end).even;
    std::vector<Edge> edges;
    for (std::size_t i = 0; i <= count; ++i) edges.push_back(even.get(i));
    return edges;
}

/// Calls f(type of elements, type of edges) for a type that has an order.
template <class F>
void with_edges(std::uint32_t type, F f) {
    with_type(type, [&]<class T>(std::type_identity<T> of) {
        if constexpr (detail::in_list<T, detail::real_types>)
            f(of, std::type_identity<gpu::kernel::bin_edge<T>>());
        return 0;
    });
}

} // namespace

histogram_bins::histogram_bins(numbers const& elements, std::size_t count,
                               std::optional<long double> lower, std::optional<long double> upper) {
    with_edges(elements.type,
               [&]<class T, class Edge>(std::type_identity<T>, std::type_identity<Edge>) {
                   auto const edges = make_edges<Edge>(elements.elements<T>(), count, lower, upper);
                   edges_.resize(edges.size());
                   std::memcpy(edges_.data(), edges.data(), edges.size() * sizeof(Edge));
                   Edge const bounds[] = {edges.front(), edges.back()};
                   std::memcpy(bounds_.data(), bounds, sizeof bounds);
                   for (Edge const edge : edges) values_.emplace_back(edge);
               });
}

std::vector<std::uint64_t> histogram_bins::counts_of(numbers const& elements) const {
    std::vector<std::uint64_t> counts(count() - 1);
    with_edges(elements.type,
               [&]<class T, class Edge>(std::type_identity<T>, std::type_identity<Edge>) {
                   std::vector<Edge> known(count());
                   std::memcpy(known.data(), edges_.data(), known.size() * sizeof(Edge));
                   for (T const element : elements.elements<T>()) {
                       auto const x = static_cast<Edge>(element);
                       if (!(x >= known.front() && x < known.back())) continue;
                       auto const next = std::upper_bound(known.begin(), known.end(), x);
                       ++counts[static_cast<std::size_t>(next - known.begin()) - 1];
                   }
               });
    return counts;
}

std::string chart_of(std::vector<number> const& edges, std::vector<std::uint64_t> const& counts,
                     bool unicode) {
    std::size_t edge_width = 0, count_width = 0;
    std::uint64_t most = 1;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        edge_width = std::max(edge_width, to_text(edges[i]).size());
        count_width = std::max(count_width, std::to_string(counts[i]).size());
        most = std::max(most, counts[i]);
    }
    std::size_t const used = edge_width + count_width + 6;
    std::size_t const width = used + 10 < most_columns ? most_columns - used : 10;
    std::string text;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        auto const length = static_cast<std::size_t>(
            std::lround(static_cast<double>(counts[i]) / static_cast<double>(most) *
                        static_cast<double>(width)));
        std::string bar;
        for (std::size_t k = 0; k < length; ++k) bar += unicode ? "█" : "#";
        text += fmt::format("{:>{}}  {:>{}}{}{}\n", to_text(edges[i]), edge_width, counts[i],
                            count_width, bar.empty() ? "" : "  ", bar);
    }
    return text;
}

} // namespace tool
