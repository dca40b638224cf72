// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for reduce_by_key:
/// - precompiled keys and values in contiguous memory of the host or of a device: the library;
/// - other ranges of the host: the program, in the calling thread without a policy, on all cores
/// with one.
#pragma once

#include <gpualgo/abi/reduce_by_key_request.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/run_total.hpp>
#include <gpualgo/detail/runs_on_cores.hpp>
#include <gpualgo/detail/unique_range.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

template <class Policy>
constexpr void require_policy_of_reduce_by_key() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::reduce_by_key: this Policy needs #include <gpualgo/std_execution.hpp>. Or "
                  "use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, extrema_policies>,
                  "gpu::reduce_by_key: this Policy is not a policy that it supports. Use "
                  "gpu::automatic with its options, or no policy");
}

/// Whether totals of type T by Op are precompiled.
template <class T, class Op>
inline constexpr bool has_totals_by_key =
    in_list<as_listed<T>, vendor_types>&& in_list<listed_operator<Op, T>, vendor_operators>;

template <class Key, class Equal, class Value, class Operator, bool AreTargets>
constexpr void require_precompiled_by_key() {
    static_assert(listed_number<Key> && is_equality<Equal, Key>,
                  "gpu::reduce_by_key: nothing is precompiled for keys of type Key by Equal on "
                  "devices. Precompiled: std::equal_to<> for integers of 8 to 64 bits, float, "
                  "double, gpu::half and gpu::bfloat16. Use copies on the host: v.to_host()");
    static_assert(has_totals_by_key<Value, Operator>,
                  "gpu::reduce_by_key: nothing is precompiled for values of type Value by Operator "
                  "on devices. Precompiled: gpu::plus<>, gpu::minimum<> and gpu::maximum<> for "
                  "integers of 32 and 64 bits, float and double. Use copies on the host: "
                  "v.to_host()");
    static_assert(AreTargets,
                  "gpu::reduce_by_key: in a call on a device, all ranges have elements that lie "
                  "side by side, such as those of a gpu::device_vector or of a std::vector. The "
                  "outputs have the types of keys and values");
}

/// The arguments of a call.
template <class K, class S, class V, class KO, class VO>
struct arguments_by_key {
    K first;
    S last;
    V values;
    std::size_t room; ///< elements of `values`, or `unknown_room`
    target<KO> keys_out;
    target<VO> totals_out;
};

/// @return the arguments of a call with ranges
template <class KR, class VR, class KO, class VO>
constexpr auto arguments_of_ranges(KR& keys, VR& values, KO&& keys_out, VO&& totals_out) {
    auto const first_value = detail::begin_of(values);
    return arguments_by_key<iterator_t<KR>, decltype(detail::end_of(keys)), iterator_t<VR>,
                            target_of_argument<KO>, target_of_argument<VO>>{
        detail::begin_of(keys),
        detail::end_of(keys),
        first_value,
        detail::size_of_range(first_value, detail::end_of(values)),
        detail::target_at(std::forward<KO>(keys_out)),
        detail::target_at(std::forward<VO>(totals_out))};
}

/// Throws if there are fewer values than keys.
template <class P>
constexpr void require_values(std::size_t n, std::size_t room) {
    if (n > room)
        throw std::invalid_argument(call_text<P>("gpu::reduce_by_key", n) + "there are " +
                                    std::to_string(room) + " values, fewer than the keys");
}

/// Throws if a policy's options are wrong, or if it names a device other than the host.
template <class P>
void require_host_by_key(P const& policy) {
    if constexpr (!std::same_as<P, no_policy>) {
        check_options<strategies>(policy, "gpu::reduce_by_key");
        auto const target = policy.target();
        if (target && *target != device::host())
            throw unsupported_operator(
                call_text<P>("gpu::reduce_by_key", unknown_size) + "on " + to_string(*target) +
                ", keys of a listed type are compared by ==, and values are of 32 or 64 bits and "
                "reduced by plus, minimum or maximum, all side by side; without on(" +
                to_string(*target) + ") others run on the host");
    }
}

/// Reduces in the calling thread. Moves the targets' iterators.
/// @return the number of runs, which may be more than fit
template <class A, class Equal, class Op>
constexpr std::size_t reduce_by_key_here(A& given, Equal& equal, Op& op) {
    target_writer keys_out(given.keys_out);
    target_writer totals_out(given.totals_out);
    auto key = given.first;
    auto value = given.values;
    while (key != given.last) {
        auto const first_key = key;
        auto const first_value = value;
        auto previous = key;
        std::size_t n = 0;
        do {
            previous = key;
            ++n;
            ++key;
            ++value;
        } while (key != given.last && static_cast<bool>(detail::invoke(equal, *previous, *key)));
        keys_out.put(*first_key);
        totals_out.put(detail::run_total<calling_thread>(first_value, n, op));
    }
    return keys_out.written();
}

/// Reduces on all cores. Moves the targets' iterators.
/// @return the number of runs. Nothing is written if they do not fit
template <class A, class Equal, class Op>
std::size_t reduce_by_key_on_cores(A& given, std::size_t n, Equal& equal, Op& op) {
    auto const at = [](auto first, std::size_t i) {
        return first + static_cast<std::iter_difference_t<decltype(first)>>(i);
    };
    auto const starts = [&](std::size_t begin, unsigned m) {
        std::uint64_t word = 0;
        for (unsigned j = 0; j < m; ++j) {
            std::size_t const i = begin + j;
            bool const are_equal = static_cast<bool>(
                detail::invoke(equal, *at(given.first, i - 1), *at(given.first, i)));
            word |= std::uint64_t{!are_equal} << j;
        }
        return word;
    };
    runs_on_cores const runs(n, starts);
    if (runs.count() > given.keys_out.room || runs.count() > given.totals_out.room)
        return runs.count();
    auto const put = [&]<class Where>(Where, std::size_t r, std::size_t begin, std::size_t end) {
        *at(given.keys_out.first, r) = *at(given.first, begin);
        *at(given.totals_out.first, r) =
            detail::run_total<Where>(at(given.values, begin), end - begin, op);
    };
    runs.for_each([&](std::size_t r, std::size_t begin,
                      std::size_t end) { put(calling_thread(), r, begin, end); },
                  [&](std::size_t r, std::size_t begin, std::size_t end) {
                      put(all_cores(), r, begin, end);
                  });
    detail::advance_target(given.keys_out, runs.count());
    detail::advance_target(given.totals_out, runs.count());
    return runs.count();
}

/// Throws if a target certainly overlaps another range.
template <class P, class A>
void require_apart_by_key(A const& given) {
    if constexpr (random_access_iterator<decltype(given.first)>) {
        std::size_t const n = detail::count(given.first, given.last);
        extent const keys = detail::extent_of(given.keys_out, n),
                     totals = detail::extent_of(given.totals_out, n);
        for (extent const source :
             {detail::extent_at(given.first, n), detail::extent_at(given.values, n), totals})
            detail::require_apart<P>("gpu::reduce_by_key", n, keys, source);
        for (extent const source :
             {detail::extent_at(given.first, n), detail::extent_at(given.values, n)})
            detail::require_apart<P>("gpu::reduce_by_key", n, totals, source);
    }
}

/// Reduces ranges of the host by the program.
template <class P, class K, class S, class V, class KO, class VO, class Equal, class Op>
void reduce_by_key_in_program(P const& policy, arguments_by_key<K, S, V, KO, VO>& given,
                              Equal& equal, Op& op) {
    detail::require_host_by_key(policy);
    detail::require_apart_by_key<P>(given);
    constexpr bool on_cores = !std::same_as<P, no_policy> && random_access_iterator<K> &&
                              random_access_iterator<V> && is_divisible<KO, VO>;
    std::size_t const key_room = given.keys_out.room, total_room = given.totals_out.room;
    std::size_t runs;
    if constexpr (on_cores)
        runs = detail::reduce_by_key_on_cores(given, detail::count(given.first, given.last), equal,
                                              op);
    else runs = detail::reduce_by_key_here(given, equal, op);
    check_room<P>("gpu::reduce_by_key", unknown_size, key_room, runs);
    check_room<P>("gpu::reduce_by_key", unknown_size, total_room, runs);
    report_program(policy,
                   {"gpu::reduce_by_key", "canonical order of runs in the program", runs, 0, 0});
}

/// Reduces arrays by the library.
template <class P, class K, class S, class V, class KO, class VO, class Op>
void reduce_by_key_in_library(P const& policy, arguments_by_key<K, S, V, KO, VO>& given,
                              Op const&) {
    using key = as_listed<std::iter_value_t<K>>;
    using value = std::iter_value_t<V>;
    std::size_t const n = detail::size_of_range(given.first, given.last);
    auto const keys = detail::elements_at(given.first, n);
    auto const values = detail::elements_at(given.values, n);
    std::uint64_t runs = 0;
    reduce_by_key_request request;
    request.value = number_of<key, types>;
    request.memory = keys.device;
    request.first = keys.first;
    request.n = n;
    request.total = number_of<as_listed<value>, types>;
    request.operation = number_of<listed_operator<Op, value>, operators>;
    request.test = packed_unlike_previous<key>();
    request.values = values.first;
    request.values_memory = values.device;
    request.keys_out = detail::packed_target(given.keys_out, n);
    request.totals_out = detail::packed_target(given.totals_out, n);
    request.runs = &runs;
    call<strategies>(policy, request, &gpualgo_v0_reduce_by_key);
    detail::advance_target(given.keys_out, runs);
    detail::advance_target(given.totals_out, runs);
}

/// Reduces ranges whose elements lie in memory, or are read by the host.
/// @return the ends of the outputs
template <class P, class K, class S, class V, class KO, class VO, class Equal, class Op>
constexpr std::pair<KO, VO> reduce_runs(P const& policy, arguments_by_key<K, S, V, KO, VO> given,
                                        Equal& equal, Op& op) {
    using key = std::iter_value_t<K>;
    using value = std::iter_value_t<V>;
    constexpr bool on_device = is_device_iterator<K> || is_device_iterator<V> ||
                               is_device_iterator<KO> || is_device_iterator<VO> ||
                               foreign_iterator<K> || foreign_iterator<V> || foreign_iterator<KO> ||
                               foreign_iterator<VO>;
    constexpr bool are_targets = addressable<K> && addressable<V> &&
                                 is_library_target<target<KO>, key> &&
                                 is_library_target<target<VO>, value>;
    constexpr bool is_precompiled = are_targets && listed_number<key> && is_equality<Equal, key> &&
                                    has_totals_by_key<value, Op>;
    if constexpr (on_device) require_precompiled_by_key<key, Equal, value, Op, are_targets>();
    if (given.room != unknown_room)
        detail::require_values<P>(detail::size_of_range(given.first, given.last), given.room);
    if constexpr (is_precompiled) {
        if (on_device || !is_constant_evaluated()) {
            detail::reduce_by_key_in_library(policy, given, op);
            return {given.keys_out.first, given.totals_out.first};
        }
    }
    if constexpr (!on_device) {
        detail::check_order(given.first, given.last);
        if (is_constant_evaluated()) (void)detail::reduce_by_key_here(given, equal, op);
        else detail::reduce_by_key_in_program(policy, given, equal, op);
    }
    return {std::move(given.keys_out.first), std::move(given.totals_out.first)};
}

/// Every overload ends here.
/// @return the ends of the outputs
template <class P, class K, class S, class V, class KO, class VO, class Equal, class Op>
constexpr std::pair<KO, VO>
reduce_by_key_range(P const& policy, arguments_by_key<K, S, V, KO, VO> given, Equal equal, Op op) {
    if constexpr (makes_elements<K> || (makes_elements<V> && forward_iterator<K>)) {
        constexpr auto name = "gpu::reduce_by_key";
        auto const n = detail::size_of_range(given.first, given.last);
        if (given.room != unknown_room) detail::require_values<P>(n, given.room);
        auto const with_keys = [&](auto key, auto end) {
            auto const with_both = [&](auto value, auto) {
                return detail::reduce_runs(
                    policy,
                    arguments_by_key<decltype(key), decltype(end), decltype(value), KO, VO>{
                        key, end, value, given.room, given.keys_out, given.totals_out},
                    equal, op);
            };
            V values_end = given.values;
            detail::advance_by(values_end, n);
            return detail::with_stored(policy, name, given.values, values_end, with_both, key,
                                       given.keys_out.first, given.totals_out.first);
        };
        return detail::with_stored(policy, name, given.first, given.last, with_keys, given.values,
                                   given.keys_out.first, given.totals_out.first);
    } else {
        return detail::reduce_runs(policy, std::move(given), equal, op);
    }
}

} // namespace gpu::inline v0::detail
