// SPDX-License-Identifier: Apache-2.0
/// @file
/// reduce_by_key: the total of the values of each run of equal keys, on any device.
#pragma once

#include <gpualgo/detail/reduce_by_key_range.hpp>
#include <gpualgo/functional.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup reduce_by_key Reductions by key
/// `reduce_by_key` reduces the values of each run of consecutive equal keys, as
/// `thrust::reduce_by_key` does. It copies the first key of each run, and writes the run's total.
///
/// @par Template parameters
/// P: a policy. K, V: forward iterators, of the host or of a device. KR, VR: ranges of such. KO,
/// VO: an output iterator, or a range. Equal: an equivalence of keys. Op: an operator on values.
/// @par Requires
/// There are at least as many values as keys. The targets do not overlap each other or the ranges,
/// and have at least as many elements as there are runs. `op` is associative and commutative,
/// except for rounding. A policy is `automatic` with its options, or one of the standard library
/// (gpualgo/std_execution.hpp).
/// @par Precompiled
/// Keys: integers of 8 to 64 bits, `float`, `double`, `gpu::half` and `gpu::bfloat16` by
/// `std::equal_to<>`. Values: integers of 32 and 64 bits, `float` and `double` by `plus<>`,
/// `minimum<>` and `maximum<>`. Ranges on devices need these, and outputs of the types of keys and
/// values. On the host any types, equivalence and operator will do.
/// @par Effects
/// Keys are compared as by `==`, each with the one before it: -0 equals +0, and every NaN is a run
/// of its own. A total has the type of the values. Fills the policy's report.
/// @par Where it runs
/// On the device where the ranges lie. If some lie on a device and the others on the host, on the
/// device. Contiguous ranges of the host of precompiled types: in the library, on all cores, or on
/// the policy's device. Other ranges of the host: in the calling thread without a policy. With one,
/// on all cores if all iterators have random access; then callables run on several threads.
/// @par Throws
/// As reduce, and any exception of a callable or of an assignment. `std::invalid_argument` if a
/// target certainly overlaps another range, or if there are fewer values than keys. The same if a
/// target is a null pointer or a range of too few elements: then the targets' elements are
/// unspecified.
/// @par Thread safety
/// As the functions of the standard library.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// A total is the fold of its run alone, in the canonical order. It has the bits of `gpu::reduce`
/// of the run's values, stored side by side, with an init that does not change the total. They are
/// the same on every device.
/// @par Memory
/// As reduce; on a GPU, a bit per key, and at most 160 bytes per 4096 keys besides. Ranges of the
/// host that a device cannot access are copied.
/// @par Constant expressions
/// Ranges of the host may be used in constant expressions.
/// @{

/// Reduces the values of each run of equal keys.
/// @return the ends of both outputs
/// @param keys_first the first key
/// @param keys_last the end of the keys
/// @param values_first the first value
/// @param keys_out the target of the first key
/// @param values_out the target of the first total
/// @param equal says whether two keys are equal
/// @param op combines two values
template <detail::forward_pair K, detail::forward_iterator V, detail::target_iterator KO,
          detail::target_iterator VO, class Equal = std::equal_to<>, class Op = plus<>>
constexpr std::pair<KO, VO> reduce_by_key(K keys_first, K keys_last, V values_first, KO keys_out,
                                          VO values_out, Equal equal = {}, Op op = {}) {
    return detail::reduce_by_key_range(
        detail::no_policy(),
        detail::arguments_by_key<K, K, V, KO, VO>{std::move(keys_first), std::move(keys_last),
                                                  std::move(values_first), detail::unknown_room,
                                                  detail::target_at(std::move(keys_out)),
                                                  detail::target_at(std::move(values_out))},
        std::move(equal), std::move(op));
}

/// Reduces the values of each run of equal keys.
/// @return the ends of both outputs: iterators of those that are ranges
/// @param keys the keys
/// @param values the values, at least as many
/// @param keys_out the target of the first key, or a range of enough elements
/// @param values_out the target of the first total, or a range of enough elements
/// @param equal says whether two keys are equal
/// @param op combines two values
template <detail::input_range KR, detail::input_range VR, detail::target_range_or_iterator KO,
          detail::target_range_or_iterator VO, class Equal = std::equal_to<>, class Op = plus<>>
constexpr std::pair<detail::target_of_argument<KO>, detail::target_of_argument<VO>>
reduce_by_key(KR&& keys, VR&& values, KO&& keys_out, VO&& values_out, Equal equal = {},
              Op op = {}) {
    return detail::reduce_by_key_range(detail::no_policy(),
                                       detail::arguments_of_ranges(keys, values,
                                                                   std::forward<KO>(keys_out),
                                                                   std::forward<VO>(values_out)),
                                       std::move(equal), std::move(op));
}

/// Reduces the values of each run of equal keys.
/// @copydetails reduce_by_key(K, K, V, KO, VO, Equal, Op)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::forward_pair K, detail::forward_iterator V,
          detail::target_iterator KO, detail::target_iterator VO, class Equal = std::equal_to<>,
          class Op = plus<>>
constexpr std::pair<KO, VO> reduce_by_key(P const& policy, K keys_first, K keys_last,
                                          V values_first, KO keys_out, VO values_out,
                                          Equal equal = {}, Op op = {}) {
    return detail::reduce_by_key_range(
        detail::own_policy(policy),
        detail::arguments_by_key<K, K, V, KO, VO>{std::move(keys_first), std::move(keys_last),
                                                  std::move(values_first), detail::unknown_room,
                                                  detail::target_at(std::move(keys_out)),
                                                  detail::target_at(std::move(values_out))},
        std::move(equal), std::move(op));
}

/// Reduces the values of each run of equal keys.
/// @copydetails reduce_by_key(KR&&, VR&&, KO&&, VO&&, Equal, Op)
/// @param policy `automatic` with its options
template <detail::sorted_policy P, detail::input_range KR, detail::input_range VR,
          detail::target_range_or_iterator KO, detail::target_range_or_iterator VO,
          class Equal = std::equal_to<>, class Op = plus<>>
constexpr std::pair<detail::target_of_argument<KO>, detail::target_of_argument<VO>>
reduce_by_key(P const& policy, KR&& keys, VR&& values, KO&& keys_out, VO&& values_out,
              Equal equal = {}, Op op = {}) {
    return detail::reduce_by_key_range(detail::own_policy(policy),
                                       detail::arguments_of_ranges(keys, values,
                                                                   std::forward<KO>(keys_out),
                                                                   std::forward<VO>(values_out)),
                                       std::move(equal), std::move(op));
}

/// @}

/// @cond internal
// If the first argument is not a policy of these, a compile error lists the policies.
template <detail::not_a_policy_of_sorted X, class R, class V, class KO, class VO, class... Rest>
constexpr void reduce_by_key(X const&, R&&, V&&, KO&&, VO&&, Rest const&...) {
    detail::require_policy_of_reduce_by_key<X>();
}
/// @endcond

} // namespace gpu::inline v0
