// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ranges whose elements are made when they are read: those of gpu::views. If an algorithm runs on
/// a device and cannot make the elements in its own kernel, one kernel writes them to temporary
/// memory first. This header is all that algorithms need to know of views.
#pragma once

#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/program_kernels.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_iterator.hpp>

#include <concepts>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

struct no_policy;

/// Whether an iterator is one of gpu::views.
template <class I>
inline constexpr bool makes_elements = false;
/// Whether it makes elements of those of ranges on a device.
template <class I>
inline constexpr bool reads_device = false;
/// Whether kernels can make its elements, if a policy names their device.
template <class I>
inline constexpr bool is_made_anywhere = false;

/// Whether the elements at an iterator lie on a device, or are made of such elements.
template <class I>
inline constexpr bool belongs_to_device =
    is_device_iterator<I> || foreign_iterator<I> || reads_device<I>;

/// Whether a call with these iterators runs on a device, and makes the elements at I there.
template <class I, class... Others>
concept made_on_device = makes_elements<I> &&
    (reads_device<I> || (belongs_to_device<Others> || ...));

/// Whether a kernel finds the first element at I that a predicate selects; or the extrema by a
/// comparator C.
template <class I, class Predicate>
inline constexpr bool is_found_by_kernel = false;
template <class I, class C>
inline constexpr bool is_extremum_by_kernel = false;

/// Whether a reduction of f of the elements at Is runs on the device that a policy names, by a
/// kernel made at run time. They are elements of the host, or made of these. It is a class: nvcc's
/// front end takes two constrained specialisations of a variable for the same one.
template <class P, class T, class Op, class F, class... Is>
struct folded_elsewhere : std::false_type {};
template <class P, class T, class Op, class F, class... Is>
inline constexpr bool is_folded_elsewhere = folded_elsewhere<P, T, Op, F, Is...>::value;

/// Whether a policy names another device than the host.
template <class P>
constexpr bool is_for_device([[maybe_unused]] P const& policy) {
    if constexpr (std::same_as<P, no_policy>) return false;
    else
        return !is_constant_evaluated() &&
               policy.target().value_or(device::host()) != device::host();
}

/// Whether a call with no other range makes the elements at I by kernels.
template <class I, class P>
constexpr bool is_made_by([[maybe_unused]] P const& policy) {
    if constexpr (reads_device<I>) return true;
    else if constexpr (is_made_anywhere<I>) return is_for_device(policy);
    else return false;
}

template <class View>
constexpr void require_written_elements() {
    static_assert(!reads_device<View>,
                  "gpu::views: elements of a View of ranges on a device cannot be written. Outputs "
                  "are ranges whose elements lie side by side, such as a gpu::device_vector; "
                  "gpu::scatter writes to positions, such as those of "
                  "gpu::views::transformed(gpu::views::iota(0, n), 2 * gpu::placeholders::_1)");
}

/// Calls use(first, last) of a range. If the call runs on a device, the elements of a view are in
/// temporary memory there. It is free again once the work of `use` is done. Numbers alone are
/// made on the policy's device, if the call has no other range.
/// @param function that was called, for messages
/// @param others iterators of the other ranges of the call
template <class P, class I, class S, class Use, class... Others>
constexpr auto with_stored(P const& policy, char const* function, I first, S last, Use use,
                           Others const&... others) {
    if constexpr (made_on_device<I, Others...>) {
        return use_stored(program_kernels(), policy, function, first, last, use, others...);
    } else {
        if constexpr (sizeof...(Others) == 0 && is_made_anywhere<I>)
            if (is_made_by<I>(policy)) {
                // pointers, as to other memory of the host: not every call can run on devices
                auto use_pointers = [&use](auto begin, auto end) {
                    return use(begin.get(), end.get());
                };
                return use_stored(program_kernels(), policy, function, first, last, use_pointers);
            }
        return use(std::move(first), std::move(last));
    }
}

} // namespace gpu::inline v0::detail
