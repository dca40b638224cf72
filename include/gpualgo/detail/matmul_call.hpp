// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of matmul for listed types and strategies: packs the request, calls the library, and fills
/// the policy's report.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/device.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A type with the members of a two-dimensional `std::mdspan` that locate elements.
template <class M>
concept matrix_like = requires(std::remove_reference_t<M>& m, std::size_t dimension) {
    { m.extent(dimension) } -> std::convertible_to<std::int64_t>;
    { m.stride(dimension) } -> std::convertible_to<std::int64_t>;
    requires std::is_pointer_v<decltype(m.data_handle())>;
};

/// A matrix that names the device of its memory. Otherwise the device is looked up by the pointer.
template <class M>
concept knows_device = requires(M& m) {
    { m.memory() } -> std::same_as<device_id>;
};

template <matrix_like M>
using element_t =
    std::remove_pointer_t<decltype(std::declval<std::remove_reference_t<M>&>().data_handle())>;

/// The type that represents a matrix's elements in lists.
template <matrix_like M>
using listed_element = as_listed<std::remove_cv_t<element_t<M>>>;

/// The type in which products of the matrices' elements are summed, and of alpha and beta.
template <matrix_like M>
using matmul_scalar = matmul_accumulator<listed_element<M>>;

template <class Policy>
constexpr bool require_policy_of_matmul() {
    static_assert(in_list<Policy, matmul_strategies>,
                  "gpu::matmul: this Policy is not a policy that matmul supports. Use "
                  "gpu::automatic, gpu::tensor_core, gpu::register_tile, gpu::shared_tile, "
                  "gpu::row_on_x, gpu::row_on_y, gpu::neighbored, gpu::neighbored_less, "
                  "gpu::interleaved, gpu::bank_conflict_free, gpu::cg_tile<1>, <2>, <4>, <8>, <16> "
                  "or <32>, gpu::warp_shuffle or gpu::vendor, or no policy");
    return in_list<Policy, matmul_strategies>;
}

template <class A, class B, class C>
constexpr bool require_product() {
    constexpr bool listed = std::same_as<A, B> && listed_product<A, C>;
    static_assert(listed, "gpu::matmul: no kernels are precompiled for matrices of elements A and "
                          "B with a product of elements C. A and B must be of one "
                          "type: float, double, gpu::half, gpu::bfloat16, std::int8_t or "
                          "std::int32_t; C of the same, or float for gpu::half and "
                          "gpu::bfloat16; of std::int8_t C is of std::int32_t");
    return listed;
}

template <class M>
constexpr void require_matrix() {
    if constexpr (requires { std::remove_reference_t<M>::rank(); })
        static_assert(std::remove_reference_t<M>::rank() == 2,
                      "gpu::matmul: a matrix has two dimensions");
}

template <matrix_like M>
matmul_operand operand_of(M& m) {
    require_matrix<M>();
    matmul_operand operand{{const_cast<std::remove_cv_t<element_t<M>>*>(m.data_handle()),
                            static_cast<std::int64_t>(m.stride(0)),
                            static_cast<std::int64_t>(m.stride(1))},
                           {}};
    if constexpr (knows_device<M>) operand.memory = m.memory();
    return operand;
}

/// When a call returns.
enum class completion { waits, in_stream_order };

/// Throws std::invalid_argument if shapes do not conform.
/// @param function the name of the function that was called
inline void check_conform(char const* function, std::int64_t const (&a)[2],
                          std::int64_t const (&b)[2], std::int64_t const (&c)[2]) {
    if (a[1] == b[0] && a[0] == c[0] && b[1] == c[1]) return;
    auto const shape = [](std::int64_t const(&m)[2]) {
        return std::to_string(m[0]) + "x" + std::to_string(m[1]);
    };
    throw std::invalid_argument(
        std::string(function) + "(A " + shape(a) + " * B " + shape(b) + " = C " + shape(c) +
        "): A must have as many columns as B has rows, and C the rows of A and the columns of B");
}

/// Runs C = alpha * A * B + beta * C.
template <any_policy P, matrix_like A, matrix_like B, matrix_like C>
void call_matmul(P const& policy, matmul_scalar<A> alpha, A& a, B& b, matmul_scalar<A> beta, C& c,
                 completion ends = completion::waits) {
    static_assert(!std::is_const_v<element_t<C>>, "gpu::matmul: the elements of C are const");
    constexpr bool supported = require_policy_of_matmul<P>();
    constexpr bool listed =
        require_product<listed_element<A>, listed_element<B>, listed_element<C>>();
    if constexpr (supported && listed) {
        auto const extent = [](auto& m, std::size_t dimension) {
            return static_cast<std::int64_t>(m.extent(dimension));
        };
        bool const waits = ends == completion::waits;
        check_conform(waits ? "gpu::matmul" : "gpu::matmul_into", {extent(a, 0), extent(a, 1)},
                      {extent(b, 0), extent(b, 1)}, {extent(c, 0), extent(c, 1)});
        matmul_request request;
        request.waits = waits;
        if constexpr (requires { policy.is_precise(); }) request.precision = policy.is_precise();
        request.value = number_of<listed_element<A>, matmul_types>;
        request.result = number_of<listed_element<C>, matmul_types>;
        request.m = extent(a, 0);
        request.k = extent(a, 1);
        request.n = extent(b, 1);
        request.a = operand_of(a);
        request.b = operand_of(b);
        request.c = operand_of(c);
        request.alpha = &alpha;
        request.beta = &beta;
        call<matmul_strategies>(policy, request, &gpualgo_v0_matmul);
    }
}

/// The device of the product if the call has no C: the one that owns A's memory.
template <matrix_like A>
device device_of_product(A& a) {
    device_id where = operand_of(a).memory;
    if (where.kind == unspecified) gpualgo_v0_locate(a.data_handle(), &where);
    return device(where);
}

} // namespace gpu::inline v0::detail
