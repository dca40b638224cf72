// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of matmul for listed types and strategies: packs the request, calls the library, and fills
/// the policy's report.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/epilogue.hpp>
#include <gpualgo/matrix_batch.hpp>

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

/// A type that views the matrices of a batch.
template <class M>
inline constexpr bool is_batch = false;
template <class T, class Layout>
inline constexpr bool is_batch<matrix_batch<T, Layout>> = true;
template <class T, class Layout>
inline constexpr bool is_batch<matrix_pointers<T, Layout>> = true;

/// The matrices of a batch.
template <class M>
concept batch_like = is_batch<std::remove_cvref_t<M>>;

/// A matrix, or those of a batch.
template <class M>
concept operand_like = matrix_like<M> || batch_like<M>;

/// Elements without rows and columns: a pointer, or a range such as std::vector.
template <class M>
concept shapeless = !operand_like<std::remove_reference_t<M>> &&
                    (std::is_pointer_v<std::decay_t<M>> || input_range<M>);

template <matrix_like M>
auto first_element(M& m) -> decltype(m.data_handle());
template <batch_like M>
auto first_element(M const&) -> typename M::element_type*;

template <operand_like M>
using element_t = std::remove_pointer_t<decltype(detail::first_element(
    std::declval<std::remove_reference_t<M>&>()))>;

/// The type that represents a matrix's elements in lists.
template <operand_like M>
using listed_element = as_listed<std::remove_cv_t<element_t<M>>>;

/// The type in which products of the matrices' elements are summed, and of alpha and beta.
template <operand_like M>
using matmul_scalar = matmul_accumulator<listed_element<M>>;

template <class Policy>
constexpr bool require_policy_of_matmul() {
    require_no_place<Policy>();
    static_assert(in_list<Policy, matmul_strategies> || is_place<Policy>,
                  "gpu::matmul: this Policy is not a policy that matmul supports. Use "
                  "gpu::automatic, gpu::tensor_core, gpu::register_tile, gpu::shared_tile, "
                  "gpu::row_on_x, gpu::row_on_y, gpu::neighbored, gpu::neighbored_less, "
                  "gpu::interleaved, gpu::bank_conflict_free, gpu::cg_tile<1>, <2>, <4>, <8>, <16> "
                  "or <32>, gpu::warp_shuffle or gpu::vendor, or no policy");
    return in_list<Policy, matmul_strategies>;
}

template <class A, class B, class C>
constexpr bool require_product() {
    constexpr bool listed =
        std::same_as<A, B> && (listed_product<A, C> || is_quantized_product<A, C>);
    static_assert(listed, "gpu::matmul: no kernels are precompiled for matrices of elements A and "
                          "B with a product of elements C. A and B must be of one "
                          "type: float, double, gpu::half, gpu::bfloat16, std::int8_t or "
                          "std::int32_t; C of the same, or float for gpu::half and "
                          "gpu::bfloat16; of std::int8_t C is of std::int32_t, or of float or "
                          "gpu::half for scaled sums");
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

/// The first matrix of a batch, and where the others are.
template <class T, class Layout>
matmul_operand operand_of(matrix_batch<T, Layout> const& batch) {
    auto const first = batch[0];
    auto operand = detail::operand_of(first);
    operand.matrix_stride = batch.matrix_stride();
    return operand;
}
template <class T, class Layout>
matmul_operand operand_of(matrix_pointers<T, Layout> const& batch) {
    auto const first = batch.first();
    auto operand = detail::operand_of(first);
    operand.pointers = reinterpret_cast<void* const*>(
        const_cast<std::remove_const_t<T>* const*>(batch.pointers()));
    return operand;
}

/// Rows and columns of a matrix, and how many there are.
struct operand_shape {
    std::int64_t rows, columns;
    std::int64_t count = 1;
    bool is_batch = false;

    [[nodiscard]] std::string text(char const* name) const {
        return (is_batch ? std::to_string(count) + " x " : "") + name + " " + std::to_string(rows) +
               "x" + std::to_string(columns);
    }
};

template <operand_like M>
operand_shape shape_of(M& m) {
    if constexpr (batch_like<M>) return {m.rows(), m.columns(), m.size(), true};
    else return {static_cast<std::int64_t>(m.extent(0)), static_cast<std::int64_t>(m.extent(1))};
}

/// When a call returns.
enum class completion { waits, in_stream_order };

/// Throws std::invalid_argument if shapes do not conform.
/// @param function the name of the function that was called
inline void check_conform(char const* function, operand_shape const& a, operand_shape const& b,
                          operand_shape const& c) {
    auto const fail = [&](char const* rule) {
        throw std::invalid_argument(std::string(function) + "(" + a.text("A") + " * " +
                                    b.text("B") + " = " + c.text("C") + "): " + rule);
    };
    if (a.columns != b.rows || a.rows != c.rows || b.columns != c.columns)
        fail("A must have as many columns as B has rows, and C the rows of A and the columns of B");
    if ((a.is_batch && a.count != c.count) || (b.is_batch && b.count != c.count))
        fail("A and B must be single matrices, or as many as C");
}

/// The same for a product that the call returns, before there is memory for it.
inline void check_conform(char const* function, operand_shape const& a, operand_shape const& b) {
    detail::check_conform(function, a, b, {a.rows, b.columns});
}

/// Runs C = alpha * A * B + beta * C.
template <any_policy P, operand_like A, operand_like B, operand_like C>
void call_matmul(P const& policy, matmul_scalar<A> alpha, A& a, B& b, matmul_scalar<A> beta, C& c,
                 epilogue const& then = {}, completion ends = completion::waits) {
    static_assert(!std::is_const_v<element_t<C>>, "gpu::matmul: the elements of C are const");
    static_assert(batch_like<C> || (!batch_like<A> && !batch_like<B>),
                  "gpu::matmul: products of a batch need a batch of C");
    constexpr bool supported = require_policy_of_matmul<P>();
    constexpr bool listed =
        require_product<listed_element<A>, listed_element<B>, listed_element<C>>();
    if constexpr (supported && listed) {
        bool const waits = ends == completion::waits;
        auto const shape_a = detail::shape_of(a), shape_b = detail::shape_of(b),
                   shape_c = detail::shape_of(c);
        check_conform(waits ? "gpu::matmul" : "gpu::matmul_into", shape_a, shape_b, shape_c);
        matmul_request request;
        request.waits = waits;
        request.then = then.steps();
        if constexpr (requires { policy.precision(); })
            request.precision = static_cast<std::uint32_t>(policy.precision());
        request.value = number_of<listed_element<A>, matmul_types>;
        request.result = number_of<listed_element<C>, matmul_types>;
        request.m = shape_a.rows;
        request.k = shape_a.columns;
        request.n = shape_b.columns;
        request.count = shape_c.count;
        request.a = detail::operand_of(a);
        request.b = detail::operand_of(b);
        request.c = detail::operand_of(c);
        request.alpha = &alpha;
        request.beta = &beta;
        call<matmul_strategies>(policy, request, &gpualgo_v0_matmul);
    }
}

/// The device of the product if the call has no C: the one that owns A's memory.
template <matrix_like A>
device device_of_product(A& a) {
    device_id where = detail::operand_of(a).memory;
    if (where.kind == unspecified) gpualgo_v0_locate(a.data_handle(), &where);
    return device(where);
}

} // namespace gpu::inline v0::detail
