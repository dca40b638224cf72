// SPDX-License-Identifier: Apache-2.0
/// @file
/// matmul: products of matrices on any device.
#pragma once

#include <gpualgo/detail/any_result.hpp>
#include <gpualgo/detail/matmul_call.hpp>
#include <gpualgo/matrix.hpp>
#include <gpualgo/matrix_view.hpp>
#include <gpualgo/policy.hpp>

namespace gpu::inline v0 {

/// @defgroup matmul Products of matrices
/// C = A * B, or C = alpha * A * B + beta * C, A being m by k, B k by n and C m by n.
///
/// @par Requires
/// Matrices are `gpu::matrix`, `gpu::matrix_view`, or anything with `std::mdspan`'s `extent(r)`,
/// `stride(r)` and `data_handle()`; one stride is 1, the other at least the number of elements in a
/// line, in any combination of layouts. Elements of A and B are of one type: float, double, half,
/// bfloat16, int8 or int32; those of C of the same, of int8's int32; of half's and bfloat16's float
/// too. alpha and beta are double for double, int32 for integers, float for all others. C overlaps
/// neither A nor B. All matrices are in memory of one device, or of the host.
/// @par Effects
/// Writes the elements of C, and nothing between its lines; fills the policy's report. Where beta
/// is 0, C is not read: NaN in it does not matter. Where alpha or k is 0, A and B are not read: C
/// becomes beta * C. Else infinities and NaN go their way as in BLAS.
/// @par Where it runs
/// Matrices on a device: there. Matrices of the host: on the device of `.on(device)`; else on the
/// host without a policy or with `automatic`, and on `device::preferred()` with another one.
/// @par Returns
/// Nothing; without C, the product: a row-major matrix of A's elements (of int8's, int32), on A's
/// device.
/// @par Throws
/// All with the strong guarantee.
/// - `std::invalid_argument`, which names the shapes, before anything is launched: matrices that do
/// not conform, that
///   overlap C, that have no stride of 1 or one smaller than a line, a negative or too large size,
///   or are on different devices or another than `.on(device)` says; options that the policy does
///   not have, a block size that it cannot use
/// - `gpu::no_device` where the device asked for cannot be used
/// - `gpu::out_of_memory` and `std::bad_alloc` where there is no memory for scratch
/// - `gpu::error` if the device fails, if there is no library for `vendor`, or no kernel of
/// `tensor_core` for the device or the type, saying why
/// @par Thread safety
/// May be called from several threads at once, on different C.
/// @par Stream behaviour
/// Returns when C is there: waits for the device.
/// @par Determinism
/// The same bits on each run on one device with one policy and block size; not on different
/// devices. Products are summed in float, double or int32, without rounding in between (`fma`), and
/// rounded once to C. Integers wrap.
/// @par Memory
/// On the host none but the kernel's own packing space. On other devices: for matrices of the host,
/// copies of them; for few tiles and large k, at most a few megabytes of sums that blocks share.
/// `tensor_core` copies A or B if it is not aligned to 16 bytes, and takes 6 bytes for each of
/// their elements if these are float.
/// @{

/// C = alpha * A * B + beta * C
/// @tparam P a policy
/// @param policy how and where
/// @param alpha multiplies the product
/// @param a a matrix
/// @param b a matrix
/// @param beta multiplies what is in C
/// @param c is overwritten
template <detail::any_policy P, detail::matrix_like A, detail::matrix_like B, detail::matrix_like C>
void matmul(P const& policy, detail::matmul_scalar<A> alpha, A const& a, B const& b,
            detail::matmul_scalar<A> beta, C&& c) {
    detail::call_matmul(policy, alpha, a, b, beta, c);
}

/// C = alpha * A * B + beta * C
/// @param alpha multiplies the product
/// @param a a matrix
/// @param b a matrix
/// @param beta multiplies what is in C
/// @param c is overwritten
template <detail::matrix_like A, detail::matrix_like B, detail::matrix_like C>
void matmul(detail::matmul_scalar<A> alpha, A const& a, B const& b, detail::matmul_scalar<A> beta,
            C&& c) {
    detail::call_matmul(automatic, alpha, a, b, beta, c);
}

/// C = A * B
/// @tparam P a policy
/// @param policy how and where
/// @param a a matrix
/// @param b a matrix
/// @param c is overwritten
template <detail::any_policy P, detail::matrix_like A, detail::matrix_like B, detail::matrix_like C>
void matmul(P const& policy, A const& a, B const& b, C&& c) {
    detail::call_matmul(policy, 1, a, b, 0, c);
}

/// C = A * B
/// @param a a matrix
/// @param b a matrix
/// @param c is overwritten
template <detail::matrix_like A, detail::matrix_like B, detail::matrix_like C>
void matmul(A const& a, B const& b, C&& c) {
    detail::call_matmul(automatic, 1, a, b, 0, c);
}

/// A * B
/// @tparam P a policy
/// @param policy how and where
/// @param a a matrix
/// @param b a matrix
/// @return the product
template <detail::any_policy P, detail::matrix_like A, detail::matrix_like B>
[[nodiscard]] auto matmul(P const& policy, A const& a, B const& b) {
    using result = detail::matmul_result<detail::listed_element<A>>;
    matrix<result> c(a.extent(0), b.extent(1), uninitialized, detail::device_of_product(a));
    detail::call_matmul(policy, 1, a, b, 0, c);
    return c;
}

/// A * B
/// @param a a matrix
/// @param b a matrix
/// @return the product
template <detail::matrix_like A, detail::matrix_like B>
[[nodiscard]] auto matmul(A const& a, B const& b) {
    return matmul(automatic, a, b);
}

/// @}

/// @cond internal
/// Says which policies there are, where the first argument is none of them.
template <class X, detail::matrix_like A, detail::matrix_like B, class... Rest>
    requires(!detail::any_policy<X> && !detail::matrix_like<X const> && sizeof...(Rest) < 2)
detail::any_result matmul(X const&, A const&, B const&, Rest&&...) {
    detail::require_policy_of_matmul<X, detail::matmul_strategies>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
