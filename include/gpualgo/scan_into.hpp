// SPDX-License-Identifier: Apache-2.0
/// @file
/// inclusive_scan_into and exclusive_scan_into: scans in the order of a stream.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/expression_scan.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/scan_range.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/scan_policy.hpp>

#include <functional>
#include <iterator>
#include <utility>

namespace gpu::inline v0 {

/// @ingroup scan
/// Scans a range as `inclusive_scan` does, but the host does not wait. On a GPU, the call submits
/// its work to the policy's stream, or to the default stream, and returns.
///
/// @par Requires
/// A range and an output on one device; on the host and the simulated device, also memory of the
/// host. Elements of both have one type. Type and operator are precompiled for devices, or the
/// operator is an expression of gpualgo/expression.hpp on integers, float or double. Otherwise the
/// call does not compile. Range and output live until the stream has passed the call.
/// @par Effects
/// Those of `inclusive_scan`. The output may be the range itself.
/// @par Throws
/// As `inclusive_scan`, before anything is launched. Also `std::invalid_argument` if the range
/// would have to be copied to the device. The same for `with(resource)`, whose memory could be
/// freed only after waiting. `stream.synchronize()` or the next call that waits reports later
/// failures of the GPU.
/// @par Thread safety
/// As `inclusive_scan`. Calls on one stream run one after the other, those on several may run
/// concurrently.
/// @par Stream behaviour
/// Stream-ordered; the host does not wait. May be captured into a CUDA graph. The graph then owns
/// the workspace, until it and all its executables are destroyed; two executables of one graph
/// must not run concurrently. On the host and the simulated device, the results are written before
/// the call returns.
/// @par Determinism
/// The bits of `inclusive_scan`.
/// @par Memory
/// A workspace of the stream, made in the first call and used by all later ones. `automatic` needs
/// more for more than half a GiB of elements, and named strategies for more than a MiB of totals.
/// That is allocated and freed in stream order. The first call with an expression compiles its
/// kernel, or loads it.
/// @tparam P a policy
/// @tparam I an iterator, of the host or of a device
/// @tparam O an iterator or pointer to elements of the same type
/// @tparam Op a binary operator
/// @param policy the strategy and its options
/// @param first the first element
/// @param last the end
/// @param out the target of the first result
/// @param op the operator
template <detail::scan_policy P, detail::paired_iterator I, detail::byte_iterator O,
          class Op = std::plus<>>
    requires detail::scanned_in_stream_order<I>
void inclusive_scan_into(P const& policy, I first, I last, O out, Op op = Op()) {
    std::iter_value_t<I> const* const none = nullptr;
    detail::scan_in_stream_order(policy, detail::scan_kind::inclusive, first, last, out, none, op);
}

/// @ingroup scan
/// @copydoc inclusive_scan_into(P const&, I, I, O, Op)
/// @param init precedes all elements; read before the call returns
template <detail::scan_policy P, detail::paired_iterator I, detail::byte_iterator O, class Op>
    requires detail::scanned_in_stream_order<I>
void inclusive_scan_into(P const& policy, I first, I last, O out, Op op,
                         std::iter_value_t<I> init) {
    detail::scan_in_stream_order(policy, detail::scan_kind::inclusive, first, last, out, &init, op);
}

/// @ingroup scan
/// Scans a range as `exclusive_scan` does, but the host does not wait: see `inclusive_scan_into`.
/// @tparam P a policy
/// @tparam I an iterator, of the host or of a device
/// @tparam O an iterator or pointer to elements of the same type
/// @tparam Op a binary operator
/// @param policy the strategy and its options
/// @param first the first element
/// @param last the end
/// @param out the target of the first result
/// @param init precedes all elements; read before the call returns
/// @param op the operator
template <detail::scan_policy P, detail::paired_iterator I, detail::byte_iterator O,
          class Op = std::plus<>>
    requires detail::scanned_in_stream_order<I>
void exclusive_scan_into(P const& policy, I first, I last, O out, std::iter_value_t<I> init = {},
                         Op op = Op()) {
    detail::scan_in_stream_order(policy, detail::scan_kind::exclusive, first, last, out, &init, op);
}

/// @ingroup scan
/// Scans a range in the order of a stream. See inclusive_scan_into of iterators.
/// @tparam P a policy
/// @tparam R a range, of the host or of a device
/// @tparam Out an iterator, or a range
/// @tparam Op a binary operator
/// @param policy the strategy and its options
/// @param range its elements
/// @param out the target of the first result, or a range of at least as many elements
/// @param op the operator
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out,
          class Op = std::plus<>>
    requires detail::scanned_in_stream_order<detail::iterator_t<R>>
void inclusive_scan_into(P const& policy, R&& range, Out&& out, Op op = Op()) {
    auto const first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    gpu::inclusive_scan_into(policy, first, last,
                             detail::output_of("gpu::inclusive_scan_into", first, last, out),
                             std::move(op));
}

/// @ingroup scan
/// @copydoc inclusive_scan_into(P const&, R&&, Out&&, Op)
/// @param init precedes all elements; read before the call returns
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out, class Op>
    requires detail::scanned_in_stream_order<detail::iterator_t<R>>
void inclusive_scan_into(P const& policy, R&& range, Out&& out, Op op,
                         detail::range_value_t<R> init) {
    auto const first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    gpu::inclusive_scan_into(policy, first, last,
                             detail::output_of("gpu::inclusive_scan_into", first, last, out),
                             std::move(op), std::move(init));
}

/// @ingroup scan
/// Scans a range in the order of a stream. See exclusive_scan_into of iterators.
/// @tparam P a policy
/// @tparam R a range, of the host or of a device
/// @tparam Out an iterator, or a range
/// @tparam Op a binary operator
/// @param policy the strategy and its options
/// @param range its elements
/// @param out the target of the first result, or a range of at least as many elements
/// @param init precedes all elements; read before the call returns
/// @param op the operator
template <detail::scan_policy P, detail::input_range R, detail::output_for<R> Out,
          class Op = std::plus<>>
    requires detail::scanned_in_stream_order<detail::iterator_t<R>>
void exclusive_scan_into(P const& policy, R&& range, Out&& out, detail::range_value_t<R> init = {},
                         Op op = Op()) {
    auto const first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    gpu::exclusive_scan_into(policy, first, last,
                             detail::output_of("gpu::exclusive_scan_into", first, last, out),
                             std::move(init), std::move(op));
}

} // namespace gpu::inline v0
