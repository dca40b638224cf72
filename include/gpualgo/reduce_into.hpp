// SPDX-License-Identifier: Apache-2.0
/// @file
/// reduce_into: a reduction whose result stays on the device, in the order of a stream.
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
/// Writes the total of init and a range to memory of the device that the range lies on. As
/// `reduce`, but the host does not wait: on a GPU, the call gives its work to the policy's stream,
/// or to the default stream, and returns.
///
/// @par Requires
/// A range of a device, or one of the host that the device of the call reads where it lies: the
/// host's and the simulated device do, GPUs do not. `out` is in memory of the device that the call
/// runs on. Types and operator are precompiled; that they are not is an error of the compiler's,
/// but of nvcc's where it includes gpualgo/cuda.cuh. Range and `out` live until the stream has come
/// past the call.
/// @par Effects
/// `*out` becomes the total, of out's type, which is also the type that is accumulated; an empty
/// range gives init.
/// @par Throws
/// As `reduce`, before anything is launched, and `std::invalid_argument` where `out` is on another
/// device, where the range must be copied first, or where the policy says `with(resource)`: its
/// memory could only be given back after waiting. What goes wrong on the GPU later is found by
/// `stream.synchronize()` or the next call that waits.
/// @par Thread safety
/// As `reduce`. Calls on one stream come one after the other, those on several may run side by
/// side.
/// @par Stream behaviour
/// In the order of the stream, and the host waits for nothing. May be captured into a CUDA graph,
/// whose scratch is then its own, for as long as the graph or an executable of it lives; two
/// executables of one graph must not run at once. The host and the simulated device have written
/// `*out` before the call returns.
/// @par Determinism
/// The bits of `reduce`.
/// @par Memory
/// A workspace of the stream: made in its first call, used by all later ones. Scratch of more than
/// 1 MiB is allocated and given back in the order of the stream: named strategies need it for large
/// ranges that they convert, or exchange through global memory.
/// @tparam P a policy
/// @tparam I an iterator, of the host or a device's
/// @tparam O an iterator or pointer, whose elements' type is that of the total
/// @tparam Op a binary operator
/// @param policy how and where
/// @param first the first element
/// @param last the end
/// @param out where the total goes
/// @param init goes in front
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

} // namespace gpu::inline v0
