// SPDX-License-Identifier: Apache-2.0
/// @file
/// copy_if and remove_copy_if with a stencil: those of Thrust, on any device.
#pragma once

#include <gpualgo/copy_if.hpp>
#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/detail/stencil_range.hpp>

#include <cstddef>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup stencil Selecting by a stencil
/// `copy_if` and `remove_copy_if` with a stencil: a second range, whose elements are tested instead
/// of those that are copied. These are functions of Thrust.
///
/// @par Template parameters
/// P: a policy. I, Stencil: iterators of the host or of a device. R, Stencils: ranges of the host
/// or of a device, which may be read several times. O: an output iterator, or a range.
/// @par Requires
/// As @ref select. The stencil has at least as many elements as the range. The target does not
/// overlap it. If a range lies on a device, so does the stencil; it has numbers, or is a view of
/// such. Pointers are those of the host: gpu::device_ptr refers to other memory.
/// @par Precompiled predicates
/// On devices those of gpualgo/predicates.hpp, and expressions (gpualgo/expression.hpp). On the
/// host any predicate will do.
/// @par Effects
/// Reads every element of the stencil, and copies those elements of the range that are selected.
/// Fills the policy's report. On devices, it describes how the positions of elements are selected.
/// @par Returns
/// The end of the elements that were written; for a target given as a range, an iterator into it.
/// @par Policies
/// As @ref select.
/// @par Where it runs
/// On the device where one of the ranges lies, by three kernels: one tests the stencil, one selects
/// positions, and one gathers elements. Otherwise on the host: without a policy in the calling
/// thread, with one on all cores.
/// @par Throws
/// As @ref select. `std::invalid_argument` if a stencil that is given as a range is too short.
/// `gpu::unsupported_operator` if the ranges lie on the host, and the policy names a device; or if
/// there is no run-time compiler for a GPU.
/// @par Thread safety
/// As @ref select.
/// @par Stream behaviour
/// Waits for the device: returns when the result is available.
/// @par Determinism
/// As @ref select.
/// @par Memory
/// On devices, 8 bytes for each element of the range, of the policy's resource; 16 from 2^32 - 1
/// elements on.
/// @par Constant expressions
/// Ranges of the host may be used in constant expressions.
/// @{

/// Copies the elements of a range for which a predicate selects those of a stencil.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param stencil the element that is tested for the first one
/// @param out the target of the first element copied
/// @param predicate says whether an element of the stencil is selected
template <detail::paired_iterator I, detail::paired_iterator Stencil, detail::target_iterator O,
          detail::predicate_of<Stencil> Predicate>
constexpr O copy_if(I first, I last, Stencil stencil, O out, Predicate predicate) {
    return detail::select_by_stencil<detail::select_kind::copy_if>(
        detail::no_policy(), std::move(first), std::move(last), std::move(stencil),
        detail::target_at(std::move(out)), std::move(predicate));
}

/// Copies the elements of a range for which a predicate selects those of a stencil.
/// @return the end of the elements that were written: an iterator of `out` if that is a range
/// @param range the elements
/// @param stencil the elements that are tested, at least as many
/// @param out the target of the first element copied, or a range of enough elements
/// @param predicate says whether an element of the stencil is selected
template <detail::counted_range R, detail::counted_range Stencils,
          detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<Stencils>> Predicate>
constexpr detail::target_of_argument<O> copy_if(R&& range, Stencils&& stencil, O&& out,
                                                Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::copy_if>(
        detail::no_policy(), range, stencil, detail::target_at(std::forward<O>(out)),
        std::move(predicate));
}

/// @copydoc copy_if(R&&, Stencils&&, O&&, Predicate)
/// @tparam T, N: two arrays of one type and size are ranges, not a range's begin and end.
template <class T, std::size_t N, detail::target_range_or_iterator O,
          detail::predicate_of<T*> Predicate>
constexpr detail::target_of_argument<O> copy_if(T (&range)[N], T (&stencil)[N], O&& out,
                                                Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::copy_if>(
        detail::no_policy(), range, stencil, detail::target_at(std::forward<O>(out)),
        std::move(predicate));
}

/// Copies the elements of a range for which a predicate selects those of a stencil.
/// @copydetails copy_if(I, I, Stencil, O, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::paired_iterator Stencil,
          detail::target_iterator O, detail::predicate_of<Stencil> Predicate>
constexpr O copy_if(P const& policy, I first, I last, Stencil stencil, O out, Predicate predicate) {
    return detail::select_by_stencil<detail::select_kind::copy_if>(
        policy, std::move(first), std::move(last), std::move(stencil),
        detail::target_at(std::move(out)), std::move(predicate));
}

/// Copies the elements of a range for which a predicate selects those of a stencil.
/// @copydetails copy_if(R&&, Stencils&&, O&&, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::counted_range R, detail::counted_range Stencils,
          detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<Stencils>> Predicate>
constexpr detail::target_of_argument<O> copy_if(P const& policy, R&& range, Stencils&& stencil,
                                                O&& out, Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::copy_if>(
        policy, range, stencil, detail::target_at(std::forward<O>(out)), std::move(predicate));
}

/// @copydoc copy_if(P const&, R&&, Stencils&&, O&&, Predicate)
/// @tparam T, N: two arrays of one type and size are ranges, not a range's begin and end.
template <detail::select_policy P, class T, std::size_t N, detail::target_range_or_iterator O,
          detail::predicate_of<T*> Predicate>
constexpr detail::target_of_argument<O> copy_if(P const& policy, T (&range)[N], T (&stencil)[N],
                                                O&& out, Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::copy_if>(
        policy, range, stencil, detail::target_at(std::forward<O>(out)), std::move(predicate));
}

/// Copies the elements of a range for which a predicate does not select those of a stencil.
/// @return the end of the elements that were written
/// @param first the first element
/// @param last the end
/// @param stencil the element that is tested for the first one
/// @param out the target of the first element copied
/// @param predicate says whether an element of the stencil is selected
template <detail::paired_iterator I, detail::paired_iterator Stencil, detail::target_iterator O,
          detail::predicate_of<Stencil> Predicate>
constexpr O remove_copy_if(I first, I last, Stencil stencil, O out, Predicate predicate) {
    return detail::select_by_stencil<detail::select_kind::remove_copy_if>(
        detail::no_policy(), std::move(first), std::move(last), std::move(stencil),
        detail::target_at(std::move(out)), detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range for which a predicate does not select those of a stencil.
/// @return the end of the elements that were written: an iterator of `out` if that is a range
/// @param range the elements
/// @param stencil the elements that are tested, at least as many
/// @param out the target of the first element copied, or a range of enough elements
/// @param predicate says whether an element of the stencil is selected
template <detail::counted_range R, detail::counted_range Stencils,
          detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<Stencils>> Predicate>
constexpr detail::target_of_argument<O> remove_copy_if(R&& range, Stencils&& stencil, O&& out,
                                                       Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::remove_copy_if>(
        detail::no_policy(), range, stencil, detail::target_at(std::forward<O>(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// @copydoc remove_copy_if(R&&, Stencils&&, O&&, Predicate)
/// @tparam T, N: two arrays of one type and size are ranges, not a range's begin and end.
template <class T, std::size_t N, detail::target_range_or_iterator O,
          detail::predicate_of<T*> Predicate>
constexpr detail::target_of_argument<O> remove_copy_if(T (&range)[N], T (&stencil)[N], O&& out,
                                                       Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::remove_copy_if>(
        detail::no_policy(), range, stencil, detail::target_at(std::forward<O>(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range for which a predicate does not select those of a stencil.
/// @copydetails remove_copy_if(I, I, Stencil, O, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::paired_iterator I, detail::paired_iterator Stencil,
          detail::target_iterator O, detail::predicate_of<Stencil> Predicate>
constexpr O remove_copy_if(P const& policy, I first, I last, Stencil stencil, O out,
                           Predicate predicate) {
    return detail::select_by_stencil<detail::select_kind::remove_copy_if>(
        policy, std::move(first), std::move(last), std::move(stencil),
        detail::target_at(std::move(out)), detail::complement<Predicate>{std::move(predicate)});
}

/// Copies the elements of a range for which a predicate does not select those of a stencil.
/// @copydetails remove_copy_if(R&&, Stencils&&, O&&, Predicate)
/// @param policy `automatic`, `warp_shuffle` or `vendor` with its options
template <detail::select_policy P, detail::counted_range R, detail::counted_range Stencils,
          detail::target_range_or_iterator O,
          detail::predicate_of<detail::iterator_t<Stencils>> Predicate>
constexpr detail::target_of_argument<O>
remove_copy_if(P const& policy, R&& range, Stencils&& stencil, O&& out, Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::remove_copy_if>(
        policy, range, stencil, detail::target_at(std::forward<O>(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// @copydoc remove_copy_if(P const&, R&&, Stencils&&, O&&, Predicate)
/// @tparam T, N: two arrays of one type and size are ranges, not a range's begin and end.
template <detail::select_policy P, class T, std::size_t N, detail::target_range_or_iterator O,
          detail::predicate_of<T*> Predicate>
constexpr detail::target_of_argument<O>
remove_copy_if(P const& policy, T (&range)[N], T (&stencil)[N], O&& out, Predicate predicate) {
    return detail::select_by_stencil_range<detail::select_kind::remove_copy_if>(
        policy, range, stencil, detail::target_at(std::forward<O>(out)),
        detail::complement<Predicate>{std::move(predicate)});
}

/// @}

/// @cond internal
// Arrays of different sizes would be taken for the begin and the end of a range: these overloads
// make such calls ambiguous. Give std::span(range), std::span(stencil).
template <class T, std::size_t N, std::size_t M, class O, class Predicate>
constexpr void copy_if(T (&range)[N], T (&stencil)[M], O&& out, Predicate predicate) = delete;
template <detail::select_policy P, class T, std::size_t N, std::size_t M, class O, class Predicate>
constexpr void copy_if(P const& policy, T (&range)[N], T (&stencil)[M], O&& out,
                       Predicate predicate) = delete;
template <class T, std::size_t N, std::size_t M, class O, class Predicate>
constexpr void remove_copy_if(T (&range)[N], T (&stencil)[M], O&& out,
                              Predicate predicate) = delete;
template <detail::select_policy P, class T, std::size_t N, std::size_t M, class O, class Predicate>
constexpr void remove_copy_if(P const& policy, T (&range)[N], T (&stencil)[M], O&& out,
                              Predicate predicate) = delete;
/// @endcond

} // namespace gpu::inline v0
