// SPDX-License-Identifier: Apache-2.0
/// @file
/// matmul and matmul_into: products of matrices on any device.
#pragma once

#include <gpualgo/detail/any_result.hpp>
#include <gpualgo/detail/matmul_call.hpp>
#include <gpualgo/epilogue.hpp>
#include <gpualgo/matrix.hpp>
#include <gpualgo/matrix_batch.hpp>
#include <gpualgo/matrix_view.hpp>
#include <gpualgo/policy.hpp>

namespace gpu::inline v0 {

/// @defgroup matmul Products of matrices
/// C = A * B, or C = alpha * A * B + beta * C, where A is m by k, B k by n and C m by n.
///
/// @par Requires
/// Matrices are `gpu::matrix`, `gpu::matrix_view`, or anything with `std::mdspan`'s `extent(r)`,
/// `stride(r)` and `data_handle()`. One stride is 1; the other, the leading dimension, is at least
/// the number of elements in a row or column. Layouts may be mixed. C overlaps neither A nor B. All
/// matrices are in memory of one device, or of the host.
/// @par Batches
/// If C is a `gpu::matrix_batch` or `gpu::matrix_pointers`, its matrices become as many products of
/// one shape. A and B are as many matrices, or one for all products. Matrices of C overlap neither
/// each other nor any of A and B.
/// @par Types
/// Elements of A and B have one type: float, double, half, bfloat16, int8 or int32. Elements of C
/// have the same type, but int32 for int8; for half and bfloat16 also float. alpha and beta are
/// double for double, int32 for integers, float for all others.
/// An epilogue needs C of a floating-point type. Then elements of A and B may also be int8 and
/// those of C float or half.
/// @par Effects
/// Writes the elements of C, not the padding between its rows or columns, and fills the policy's
/// report. If beta is 0, C is not read: NaN in it does not matter. If alpha or k is 0, A and B are
/// not read: C becomes beta * C. Otherwise infinities and NaN propagate as in BLAS.
/// @par Where it runs
/// Matrices on a device: on that device. Matrices of the host: on the device of `.on(device)`.
/// Without `.on`: on the host if there is no policy or it is `automatic`, otherwise on
/// `device::preferred()`.
/// @par Returns
/// Nothing; without C, the product: a row-major matrix on A's device, of A's type of elements
/// (int32 for int8).
/// @par Throws
/// With the strong guarantee. But if the device fails, or if memory runs out between the products
/// of a batch, elements of C are unspecified (basic guarantee).
/// - `std::invalid_argument`, before anything is launched, with the shapes: matrices that do not
///   conform, that overlap C, or that have a negative or too large size
/// - `std::length_error` if the returned product would be larger than the address space
/// - `std::invalid_argument` if no stride is 1, or one is smaller than a row or column
/// - `std::invalid_argument` for vectors of an epilogue that do not fit C, overlap it, or are on
///   another device
/// - `std::invalid_argument` for batches of different sizes, and for null pointers in them
/// - `std::invalid_argument` for matrices on different devices, or on another than `.on(device)`
///   says
/// - `std::invalid_argument` for options that the policy does not have, or a block size that it
///   cannot use
/// - `gpu::no_device` if the requested device cannot be used
/// - `gpu::out_of_memory` and `std::bad_alloc` if there is no memory for scratch
/// - `gpu::error`, saying why, if the device fails, if `vendor` finds no library, or if
///   `tensor_core` has no kernel for the device or the type
/// @par Thread safety
/// May be called from several threads at once, on different C.
/// @par Stream behaviour
/// Waits for the device: returns when C is complete.
/// @par Determinism
/// For one shape, layout and alignment: the same bits in each run on one device with one policy and
/// block size, but not across devices.
/// Products are summed in float, double or int32 by `fma`, without rounding in between, and rounded
/// once to C. Integers wrap.
/// @par Determinism of epilogues
/// For the same sums, biases, scales and `relu` give the same bits on all devices. Results of
/// `gelu` and `silu` above 2^-100 have a relative error of at most 2^-15, or 2^-40 for double.
/// @par Memory
/// The host needs only the kernel's packing space. Other devices need copies of matrices of the
/// host and, for few tiles and large k, a few megabytes of partial sums that blocks share.
/// An epilogue takes memory for the sums of all elements of C.
/// `tensor_core` copies A or B if it is not aligned to 16 bytes; for float it takes 6 bytes per
/// element of A and B. `automatic` does so for large matrices. If there is no such memory, it uses
/// cuBLAS, whose bits differ.
/// @{

/// C = alpha * A * B + beta * C
/// @copydetails matmul(A const&, B const&, C&&, epilogue const&)
/// @param policy the strategy and its options
/// @param alpha scales the product
/// @param beta scales the previous C
template <detail::any_policy P, detail::operand_like A, detail::operand_like B,
          detail::operand_like C>
void matmul(P const& policy, detail::matmul_scalar<A> alpha, A const& a, B const& b,
            detail::matmul_scalar<A> beta, C&& c, epilogue const& then = {}) {
    detail::call_matmul(policy, alpha, a, b, beta, c, then);
}

/// C = alpha * A * B + beta * C
/// @copydetails matmul(A const&, B const&, C&&, epilogue const&)
/// @param alpha scales the product
/// @param beta scales the previous C
template <detail::operand_like A, detail::operand_like B, detail::operand_like C>
void matmul(detail::matmul_scalar<A> alpha, A const& a, B const& b, detail::matmul_scalar<A> beta,
            C&& c, epilogue const& then = {}) {
    detail::call_matmul(automatic, alpha, a, b, beta, c, then);
}

/// @copydoc matmul(A const&, B const&, C&&, epilogue const&)
/// @param policy the strategy and its options
template <detail::any_policy P, detail::operand_like A, detail::operand_like B,
          detail::operand_like C>
void matmul(P const& policy, A const& a, B const& b, C&& c, epilogue const& then = {}) {
    detail::call_matmul(policy, 1, a, b, 0, c, then);
}

/// C = A * B
/// @param a the matrix A
/// @param b the matrix B
/// @param c the matrix C, which is written
/// @param then applied to the elements of C, see `gpu::epilogue`
template <detail::operand_like A, detail::operand_like B, detail::operand_like C>
void matmul(A const& a, B const& b, C&& c, epilogue const& then = {}) {
    detail::call_matmul(automatic, 1, a, b, 0, c, then);
}

/// @copydoc matmul(A const&, B const&, epilogue const&)
/// @param policy the strategy and its options
template <detail::any_policy P, detail::matrix_like A, detail::matrix_like B>
[[nodiscard]] auto matmul(P const& policy, A const& a, B const& b, epilogue const& then = {}) {
    using result = detail::matmul_result<detail::listed_element<A>>;
    detail::check_conform("gpu::matmul", detail::shape_of(a), detail::shape_of(b));
    matrix<result> c(a.extent(0), b.extent(1), uninitialized, detail::device_of_product(a));
    detail::call_matmul(policy, 1, a, b, 0, c, then);
    return c;
}

/// A * B
/// @return the product
/// @param a the matrix A
/// @param b the matrix B
/// @param then applied to the product, see `gpu::epilogue`
template <detail::matrix_like A, detail::matrix_like B>
[[nodiscard]] auto matmul(A const& a, B const& b, epilogue const& then = {}) {
    return matmul(automatic, a, b, then);
}

/// C = alpha * A * B + beta * C. As `matmul`, but the host does not wait. On a GPU, the call
/// submits its work to the policy's stream, or to the default stream, and returns.
///
/// @par Requires
/// As `matmul`. Matrices in memory that the device reads without a copy; they live until the stream
/// has passed the call.
/// @par Throws
/// As `matmul`, before anything is launched. Also `std::invalid_argument` if matrices would have to
/// be copied to the device, and for `with(resource)`, whose memory could be freed only after
/// waiting. `stream.synchronize()` or the next call that waits reports later failures of the GPU.
/// @par Thread safety
/// As `matmul`. Calls on one stream run one after the other, those on several may run concurrently.
/// @par Stream behaviour
/// Stream-ordered; the host does not wait. May be captured into a CUDA graph. Calls captured on one
/// stream share their scratch, which the graph then owns. Two executables of one graph must not run
/// concurrently. On the host and the simulated device, C is complete when the call returns.
/// @par Determinism
/// The bits of `matmul`.
/// @par Memory
/// A workspace of the stream, made in the first call and used by all later ones; with cuBLAS it has
/// 32 MiB more. Scratch of more than 1 MiB is allocated and freed in stream order. Partial sums of
/// few tiles need it, and copies that `tensor_core` makes.
/// @param policy the strategy and its options
/// @param alpha scales the product
/// @param a the matrix A
/// @param b the matrix B
/// @param beta scales the previous C
/// @param c the matrix C, which is written
/// @param then applied to the elements of C, see `gpu::epilogue`
template <detail::any_policy P, detail::operand_like A, detail::operand_like B,
          detail::operand_like C>
void matmul_into(P const& policy, detail::matmul_scalar<A> alpha, A const& a, B const& b,
                 detail::matmul_scalar<A> beta, C&& c, epilogue const& then = {}) {
    detail::call_matmul(policy, alpha, a, b, beta, c, then, detail::completion::in_stream_order);
}

/// C = A * B, without waiting: as the other overload with alpha 1 and beta 0.
/// @param policy the strategy and its options
/// @param a the matrix A
/// @param b the matrix B
/// @param c the matrix C, which is written
/// @param then applied to the elements of C, see `gpu::epilogue`
template <detail::any_policy P, detail::operand_like A, detail::operand_like B,
          detail::operand_like C>
void matmul_into(P const& policy, A const& a, B const& b, C&& c, epilogue const& then = {}) {
    detail::call_matmul(policy, 1, a, b, 0, c, then, detail::completion::in_stream_order);
}

/// @}

/// @cond internal
// A pointer or a vector has no shape: compilers print this line.
template <class... Arguments>
    requires(detail::shapeless<Arguments> || ...)
void matmul(Arguments&&...) = delete; // needs gpu::matrix_view(pointer, rows, columns)

/// If the first argument is not a policy of matmul, a compile error lists these policies.
template <class X, detail::operand_like A, detail::operand_like B, class... Rest>
    requires(!detail::any_policy<X> && !detail::operand_like<X const> && sizeof...(Rest) < 2)
detail::any_result matmul(X const&, A const&, B const&, Rest&&...) {
    detail::require_policy_of_matmul<X>();
    return {};
}
/// @endcond

} // namespace gpu::inline v0
