// SPDX-License-Identifier: Apache-2.0
/// @file
/// The evaluation of gpu::mean: a sum, and a division.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/quotient.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/transform_range.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The policies of mean: those of reduce, and of the standard library.
template <class P>
concept mean_policy = reduce_policy<P> || is_supported_policy<P>;

/// @return `quotient`, whatever the program's compiler flags and floating-point environment
template <class Value>
constexpr mean_type<Value> divided(sum_type<Value> sum, std::size_t n) {
    if (is_constant_evaluated()) return detail::quotient<Value>(sum, n);
    mean_type<Value> mean;
    gpualgo_v0_divide(number_of<as_listed<Value>, real_types>, &sum, n, &mean);
    return mean;
}

/// Every overload of mean ends here.
template <class P, input_iterator I, sentinel_for<I> S>
constexpr auto mean_range(P const& policy, I first, S last) {
    using value = std::iter_value_t<I>;
    static_assert(in_list<as_listed<value>, real_types>,
                  "gpu::mean: elements must be integers of 8 to 64 bits, float, double, gpu::half "
                  "or gpu::bfloat16");
    if constexpr (!in_list<as_listed<value>, real_types>) {
        return 0.0;
    } else if constexpr (foreign_iterator<I>) {
        auto const own = detail::own_first(first, detail::distance_between(first, last),
                                           device_of_nothing(policy));
        return detail::mean_range(policy, own, own + (last - first));
    } else if constexpr (!is_device_iterator<I> && !forward_iterator<I>) {
        buffered_elements<I> buffer(std::move(first), std::move(last));
        auto* const begin = buffer.template begin<true>();
        return detail::mean_range(policy, begin, begin + buffer.size());
    } else {
        auto const n = detail::count(first, last);
        sum_type<value> const nothing(-0.0); // the identity of addition, also for sums of zeros
        std::plus<> plus;
        std::identity identity;
        if constexpr (listed_pair<as_listed<value>, sum_type<value>> || reads_device<I>)
            return detail::divided<value>(
                detail::reduce_range(policy, std::move(first), std::move(last), nothing, plus), n);
        else
            return detail::divided<value>(
                detail::transform_elements(policy, n, nothing, plus, identity, std::move(first)),
                n);
    }
}

} // namespace gpu::inline v0::detail
