// SPDX-License-Identifier: Apache-2.0
/// @file
/// Errors for types, operators and policies that are not precompiled: compile errors if possible,
/// otherwise exceptions.
///
/// With an assertion, the compiler prints the arguments of the enclosing template: the wrong types.
/// Its text names the possible ones.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/any_result.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/detail/type_name.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/stream.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>

namespace gpu::inline v0::detail {

template <class Operator, class Accumulator>
constexpr void require_precompiled_operator() {
    static_assert(!std::is_void_v<listed_operator<Operator, Accumulator>>,
                  "gpu::reduce: this Operator is not precompiled for ranges on devices. Use "
                  "gpu::plus<>, gpu::minimum<>, gpu::maximum<>, gpu::multiplies<>, "
                  "gpu::logical_and<> or gpu::logical_or<>; if Accumulator is an integer, also "
                  "gpu::bit_and<>, gpu::bit_or<> or gpu::bit_xor<>; if it is a std::complex, only "
                  "gpu::plus<> or gpu::multiplies<>. Or, for numbers, an expression of "
                  "gpualgo/expression.hpp, such as gpu::max(gpu::placeholders::_1, "
                  "gpu::placeholders::_2). Or compile this file with nvcc and include "
                  "gpualgo/cuda.cuh, or reduce a copy on the host: v.to_host()");
}

template <class Value, class Accumulator>
constexpr void require_precompiled_types() {
    static_assert(
        listed_pair<Value, Accumulator>,
        "gpu::reduce: no kernels are precompiled for elements of type Value with an init "
        "of type Accumulator on devices. Precompiled: integers of 8 to 64 bits, float, "
        "double, gpu::half or gpu::bfloat16, with an init of the same type; an integer "
        "with a wider one that holds it; an integer of up to 32 bits with double; float "
        "with double; gpu::half or gpu::bfloat16 with float; std::complex of float or "
        "double, if gpualgo/complex.hpp is included. Give an init of such a type, or for other "
        "pairs of numbers an expression of gpualgo/expression.hpp as the operator, such as "
        "gpu::placeholders::_1 + gpu::placeholders::_2. Or compile this file with nvcc and "
        "include gpualgo/cuda.cuh, or reduce a copy on the host: v.to_host()");
}

/// Whether a foreign policy is supported: by an extra header such as gpualgo/std_execution.hpp.
template <class X>
inline constexpr bool is_supported_policy = false;

/// The policy of this library that corresponds to a foreign one.
template <class P>
struct own_policy_of {
    using type = P;
};

/// @return the corresponding policy of this library; the given policy itself if it is one
template <class P>
constexpr auto own_policy(P const& policy) {
    if constexpr (is_supported_policy<P>) return typename own_policy_of<P>::type();
    else return policy;
}

/// A policy on several devices or processes: its header has overloads of the algorithms.
template <class X>
concept distributed_policy = requires(X const& policy) {
    policy.local();
};

/// A first argument that is neither a policy of reduce nor the beginning of a range.
template <class X>
concept not_a_policy = !reduce_policy<X> && !is_supported_policy<X> && !distributed_policy<X> &&
                       !input_range<X> && !any_iterator<X>;

/// Whether a type is a policy of std::execution. Its header is not included here, so the name says.
template <class Policy>
inline constexpr bool
    is_std_policy = type_name<Policy>().find("execution::") != std::string_view::npos;

/// Whether a type says where to run. That is an option of a policy.
template <class X>
inline constexpr bool is_place = in_list<X, type_list<gpu::device, stream, stream_view>>;

template <class Policy>
constexpr void require_no_place() {
    static_assert(!is_place<Policy>,
                  "gpu: a device or a stream is no policy, but an option of one: "
                  "gpu::automatic.on(device), gpu::automatic.on(stream)");
}

/// The policies that gpu::matmul has and reductions do not.
using matmul_only_policies = type_list<policy::row_on_x, policy::row_on_y, policy::shared_tile,
                                       policy::register_tile, policy::tensor_core>;

template <class Policy>
constexpr void require_policy_of_reduce() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::reduce, transform_reduce, mean: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    static_assert(
        !in_list<Policy, matmul_only_policies>,
        "gpu::reduce, transform_reduce, mean: this Policy is one of gpu::matmul only. Use "
        "gpu::automatic, gpu::neighbored, gpu::neighbored_less, gpu::interleaved, "
        "gpu::bank_conflict_free, gpu::cg_tile<1>, <2>, <4>, <8>, <16> or <32>, "
        "gpu::warp_shuffle or gpu::vendor, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> ||
                      in_list<Policy, matmul_only_policies> || in_list<Policy, strategies>,
                  "gpu::reduce, transform_reduce, mean: this Policy is not a policy that reduce "
                  "supports. Use "
                  "gpu::automatic, gpu::neighbored, gpu::neighbored_less, gpu::interleaved, "
                  "gpu::bank_conflict_free, gpu::cg_tile<1>, <2>, <4>, <8>, <16> or <32>, "
                  "gpu::warp_shuffle or gpu::vendor, or none");
}

template <class Operator, class Accumulator>
constexpr void require_vendors() {
    static_assert(cub_supports<as_listed<Accumulator>, listed_operator<Operator, Accumulator>>,
                  "gpu::vendor: this Operator with an init of type Accumulator is not the "
                  "vendor's. CUB is precompiled for gpu::plus<>, gpu::minimum<> and "
                  "gpu::maximum<> with an init of an integer of 32 or 64 bits, float or double. "
                  "Use another policy, or none");
}

/// Does not compile.
template <class T, class Op>
constexpr T refuse_vendor(T init) {
    require_vendors<Op, T>();
    return init;
}

/// "plus, minimum, maximum"
template <class... Operators>
std::string names_of(type_list<Operators...>) {
    std::string names;
    ((names += (names.empty() ? "" : ", ") + std::string(Operators::name)), ...);
    return names;
}

/// Names the part of a call that is not listed: the operator, or otherwise the pair of types.
template <class Value, class T, class Op>
std::string not_listed() {
    if constexpr (listed_pair<as_listed<Value>, as_listed<T>>)
        return "the operator " + std::string(type_name<Op>()) + " is not precompiled (" +
               names_of(operators{}) + " are)";
    else
        return "elements of type " + std::string(type_name<Value>()) + " with an init of type " +
               std::string(type_name<T>()) + " are not precompiled";
}

/// Says that the vendor's reduction does not support a combination.
template <class T, class Op>
std::string not_vendors() {
    return "vendor is CUB's reduction, which is precompiled for " + names_of(vendor_operators{}) +
           " with totals of 32 and 64 bits, not for " + std::string(type_name<Op>()) +
           " with totals of type " + std::string(type_name<T>());
}

/// Stands for the number of elements of a single-pass range before it is read.
inline constexpr auto unknown_size = static_cast<std::size_t>(-1);

/// The beginning of a message about a call.
template <class Policy>
std::string call_text(std::string_view algorithm, std::size_t n) {
    return std::string(algorithm) + "(" + std::string(Policy::name) +
           (n == unknown_size ? ", n unknown" : ", n = " + std::to_string(n)) + "): ";
}

} // namespace gpu::inline v0::detail
