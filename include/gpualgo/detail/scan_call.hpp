// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans of listed types by a listed operator, by the shared library; and the compile errors for
/// others on devices.
#pragma once

#include <gpualgo/abi/scan_lists.hpp>
#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A policy that scans accept.
template <class P>
concept scan_policy =
    in_list<P, scan_strategies> || std::same_as<P, no_policy> || is_supported_policy<P>;

/// A first argument that is neither a policy of scans nor the beginning of a range.
template <class X>
concept not_a_scan_policy = !scan_policy<X> && !input_range<X> && !any_iterator<X>;

template <class Policy>
constexpr void require_policy_of_scan() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::inclusive_scan, exclusive_scan: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, scan_strategies>,
                  "gpu::inclusive_scan, exclusive_scan: this Policy is not a policy that scans "
                  "support. Use gpu::automatic, gpu::hillis_steele, gpu::blelloch, "
                  "gpu::cg_tile<1>, <2>, <4>, <8>, <16> or <32>, gpu::warp_shuffle or "
                  "gpu::vendor, or no policy");
}

/// No transform.
template <class F>
inline constexpr bool is_identity = std::same_as<F, std::identity>;

/// Whether the transform of a scan is precompiled, or there is none.
template <class T, class F>
inline constexpr bool is_listed_function =
    is_identity<F> || scan_transform<as_listed<T>, transform_for<F, T>>;

/// Whether the library scans elements of type Value with totals of type T.
template <class Value, class T, class Op, class F>
inline constexpr bool library_scans = std::same_as<as_listed<Value>, as_listed<T>>&&
    listed_scan<as_listed<T>, listed_operator<Op, T>>&& is_listed_function<T, F>;

template <class Operator, class Element>
constexpr void require_operator_of_device_scan() {
    static_assert(device_scan<as_listed<Element>, listed_operator<Operator, Element>>,
                  "gpu::inclusive_scan, exclusive_scan: this Operator is not precompiled for "
                  "ranges of this Element on devices. Use gpu::plus<>; if Element has 32 bits or "
                  "more or is a floating-point number, also gpu::minimum<> or gpu::maximum<>; if "
                  "it has 32 bits or more, also gpu::multiplies<>, and for integers "
                  "gpu::bit_and<>, gpu::bit_or<> or gpu::bit_xor<>. Or an expression of "
                  "gpualgo/expression.hpp, such as gpu::max(_1, _2). Or scan a copy on the host: "
                  "v.to_host()");
}

template <class Policy, class Operator, class Element>
constexpr void require_strategy_of_scan() {
    static_assert(
        strategy_scan<Policy, as_listed<Element>, listed_operator<Operator, Element>>,
        "gpu::inclusive_scan, exclusive_scan: this Policy has no kernels for this Operator and "
        "Element. All but gpu::automatic have gpu::plus<>, and but for gpu::vendor also "
        "gpu::minimum<> and gpu::maximum<>, for integers of 32 and 64 bits, float and double. Use "
        "gpu::automatic, or no policy");
}

template <class Element, class Init, class Output>
constexpr void require_types_of_device_scan() {
    static_assert(std::same_as<as_listed<Element>, as_listed<Init>> &&
                      std::same_as<Element, Output>,
                  "gpu::inclusive_scan, exclusive_scan: on devices, the elements of the range, "
                  "those of the output and init have one type: an integer of 8 to 64 bits, float, "
                  "double, gpu::half, gpu::bfloat16, or a std::complex, if gpualgo/complex.hpp is "
                  "included. Or scan a copy on the host: v.to_host()");
}

template <class Transform, class Element>
constexpr void require_transform_of_device_scan() {
    static_assert(is_listed_function<Element, Transform>,
                  "gpu::transform_inclusive_scan, transform_exclusive_scan: this Transform of "
                  "this Element is not precompiled for ranges on devices. Use gpu::negate<>, "
                  "gpu::square<> or gpu::absolute<> of integers, float or double, or an expression "
                  "of gpualgo/expression.hpp. Or take a copy on the host: v.to_host()");
}

/// @return why no device runs a scan that is not listed
inline std::string why_not_scanned() {
    return "operator, transform or types are not precompiled for scans";
}

/// Scans n elements by the library.
/// @param out n elements of type T; may be the range itself
/// @param init null if there is none
/// @param leaves whether the call does not wait
template <class Op, class F, class T, any_policy P>
void call_scan(P const& policy, scan_kind kind, range_start in, range_start out, std::size_t n,
               T const* init, bool leaves = false) {
    scan_request request;
    request.value = number_of<as_listed<T>, types>;
    request.memory = in.memory;
    request.first = in.first;
    request.n = n;
    request.kind = static_cast<std::uint32_t>(kind);
    request.operation = number_of<listed_operator<Op, T>, operators>;
    if constexpr (!is_identity<F>) request.transform = number_of<transform_for<F, T>, transforms>;
    request.init = init;
    request.out = const_cast<void*>(out.first);
    request.out_memory = out.memory;
    request.leaves = leaves ? 1 : 0;
    call<scan_strategies>(policy, request, &gpualgo_v0_scan);
}

} // namespace gpu::inline v0::detail
