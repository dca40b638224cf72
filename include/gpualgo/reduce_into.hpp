// SPDX-License-Identifier: Apache-2.0
/// @file
/// reduce_into: a stream-ordered reduction whose result stays on the device.
#pragma once

#include <gpualgo/copy.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/functional.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// @ingroup reduce
/// Writes the total of init and a range to memory of the device on which the range lies. As
/// `reduce`, but the host does not wait. On a GPU, the call submits its work to the policy's
/// stream, or to the default stream, and returns.
///
/// @par Requires
/// A range of a device; on the host and the simulated device, also a range of the host that needs
/// no copy. `out` is in memory of the device on which the call runs. Types and
/// operator are precompiled, otherwise the call does not compile; nvcc with gpualgo/cuda.cuh
/// compiles others too. Range and `out` live until the stream has passed the call.
/// @par Effects
/// `*out` becomes the total, of out's type, which is also the type that is accumulated. An empty
/// range gives init.
/// @par Throws
/// As `reduce`, before anything is launched. Also `std::invalid_argument` if `out` is on another
/// device, or if the range would have to be copied. The same for `with(resource)`, whose memory
/// could be freed only after waiting. `stream.synchronize()` or the next call that waits reports
/// later failures of the GPU.
/// @par Thread safety
/// As `reduce`. Calls on one stream run one after the other, those on several may run concurrently.
/// @par Stream behaviour
/// Stream-ordered; the host does not wait. May be captured into a CUDA graph. The graph then owns
/// the scratch, until it and all its executables are destroyed; two executables of one graph must
/// not run concurrently. On the host and the simulated device, `*out` is written before the call
/// returns.
/// @par Determinism
/// The bits of `reduce`.
/// @par Memory
/// A workspace of the stream, made in the first call and used by all later ones. Scratch of more
/// than 1 MiB is allocated and freed in stream order. Named strategies need it for large ranges
/// that they convert, or exchange through global memory.
/// @tparam P a policy
/// @tparam I an iterator, of the host or of a device
/// @tparam O an iterator or pointer to an element of the total's type
/// @tparam Op a binary operator
/// @param policy the strategy and its options
/// @param first the first element
/// @param last the end
/// @param out is written
/// @param init the initial value
/// @param op the operator
template <detail::reduce_policy P, detail::paired_iterator I, detail::byte_iterator O,
          class Op = std::plus<>>
    requires detail::addressable<I>
void reduce_into(P const& policy, I first, I last, O out, std::iter_value_t<O> init = {},
                 Op op = {}) {
    using element = std::remove_pointer_t<decltype(detail::pointer_of(out))>;
    static_assert(!std::is_const_v<element>,
                  "gpu::reduce_into: the total cannot be written to out, whose elements are const");
    if constexpr (!std::is_const_v<element>)
        detail::reduce_range_into(policy,
                                  detail::elements_at(first, detail::count_elements(first, last)),
                                  detail::elements_at(out, 1), std::move(init), op);
}

/// @ingroup reduce
/// Writes the total of init and a range to memory of the device on which the range lies. See
/// reduce_into of iterators.
/// @tparam P a policy
/// @tparam R a range, of the host or of a device
/// @tparam O an iterator or pointer to an element of the total's type
/// @tparam Op a binary operator
/// @param policy the strategy and its options
/// @param range its elements
/// @param out is written
/// @param init the initial value
/// @param op the operator
template <detail::reduce_policy P, detail::input_range R, detail::byte_iterator O,
          class Op = std::plus<>>
    requires detail::addressable<detail::iterator_t<R>>
void reduce_into(P const& policy, R&& range, O out, std::iter_value_t<O> init = {}, Op op = {}) {
    gpu::reduce_into(policy, detail::begin_of(range), detail::end_of(range), std::move(out),
                     std::move(init), std::move(op));
}

/// @cond internal
// A compile error for views, which need temporary memory or a result on the host.
template <detail::reduce_policy P, detail::paired_iterator I, class... Rest>
    requires detail::makes_elements<I>
void reduce_into(P const&, I const&, I const&, Rest const&...) {
    static_assert(!detail::makes_elements<I>,
                  "gpu::reduce_into: the elements of a view do not lie side by side. Use "
                  "gpu::reduce, which reads the view in one kernel, or write its elements to a "
                  "vector first: gpu::copy(view, vector)");
}
template <detail::reduce_policy P, detail::input_range R, class... Rest>
    requires detail::makes_elements<detail::iterator_t<R>>
void reduce_into(P const& policy, R const& view, Rest const&... rest) {
    gpu::reduce_into(policy, detail::begin_of(view), detail::end_of(view), rest...);
}
/// @endcond

} // namespace gpu::inline v0
