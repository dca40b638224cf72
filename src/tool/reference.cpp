// SPDX-License-Identifier: Apache-2.0
#include "reference.hpp"

#include "by_number.hpp"
#include "complex_totals.hpp"
#include "totals.hpp"

#include <gpualgo/abi/host_services.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <type_traits>
#include <vector>

namespace tool {

namespace {

using gpu::detail::computed_as;
using gpu::detail::listed_pair;

constexpr std::size_t chunk = std::size_t{1} << 16;   // elements that one core folds at a time
constexpr std::size_t portion = std::size_t{1} << 10; // of them, converted at once

/// Elements of one type as numbers of another, as the library converts them on load.
template <class T>
std::span<T const> converted(numbers const& elements, std::size_t first, std::size_t count,
                             std::array<T, portion>& place) {
    return with_type(elements.type,
                     [&]<class Value>(std::type_identity<Value>) -> std::span<T const> {
                         auto const values = elements.elements<Value>().subspan(first, count);
                         if constexpr (std::is_same_v<Value, T>) return values;
                         else if constexpr (listed_pair<Value, T>) {
                             for (std::size_t i = 0; i < count; ++i)
                                 place[i] = static_cast<T>(values[i]);
                             return {place.data(), count};
                         } else return {}; // the library has refused them
                     });
}

/// The total of some elements, in the calling thread.
template <class Total, class T>
Total folded(numbers const& elements, std::size_t first, std::size_t count) {
    std::array<T, portion> place;
    Total total;
    for (std::size_t done = 0; done < count; done += portion)
        for (T const x :
             converted<T>(elements, first + done, std::min(portion, count - done), place))
            total.add(x);
    return total;
}

/// The total of all elements, on all cores.
template <class Total, class T>
Total folded(numbers const& elements) {
    struct work {
        numbers const& elements;
        std::vector<Total> totals;
    } all{elements, std::vector<Total>((elements.count + chunk - 1) / chunk)};
    auto const task = [](void* context, std::uint64_t i) {
        auto& w = *static_cast<work*>(context);
        w.totals[i] =
            folded<Total, T>(w.elements, i * chunk, std::min(chunk, w.elements.count - i * chunk));
    };
    gpualgo_v0_parallel_for(all.totals.size(), task, &all);
    Total total;
    for (Total const& more : all.totals) total.merge(more);
    return total;
}

template <class T, class Op>
std::function<bool(number const&, std::size_t)> judge_of(numbers const& elements) {
    using total_type = total_of<T, Op>;
    auto const total = folded<total_type, T>(elements);
    if constexpr (gpu::kernel::is_complex<T>) {
        return [total, n = elements.count](number const& result, std::size_t chain) {
            return total.allows(result.as<T>(), chain, n);
        };
    } else if constexpr (std::is_same_v<total_type, exact_total<T, Op>>) {
        return [right = number(total.value)](number const& result, std::size_t) {
            return is_same(result, right);
        };
    } else {
        return [total, n = elements.count](number const& result, std::size_t chain) {
            return lies_in<T>(total.template bounds<computed_as<T>>(chain, n), result.as<T>());
        };
    }
}

} // namespace

reference::reference(numbers const& elements, std::uint32_t op, std::uint32_t accumulator) {
    judge_ = with_type(accumulator, [&]<class T>(std::type_identity<T>) {
        return with_operator(op, [&]<class Op>(std::type_identity<Op>) -> decltype(judge_) {
            if constexpr (gpu::detail::accepts<Op, T>) return judge_of<T, Op>(elements);
            else return {}; // the library has refused them
        });
    });
}

} // namespace tool
