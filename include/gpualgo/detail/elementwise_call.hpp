// SPDX-License-Identifier: Apache-2.0
/// @file
/// Common parts of fill, iota, replace, reverse, gather, scatter and swap_ranges. Contiguous
/// elements go to the library, and the program handles any others.
#pragma once

#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/copy.hpp>
#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/extrema_arguments.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/reduce_range.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/short_call.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/conversion.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The policies of elementwise algorithms.
template <class P>
concept elementwise_policy = extrema_policy<P>;

template <class Policy>
constexpr void require_policy_of_elementwise() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::fill, iota, replace, replace_if, reverse, reverse_copy, gather, scatter, "
                  "swap_ranges: this Policy needs #include <gpualgo/std_execution.hpp>. Or use "
                  "gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || elementwise_policy<Policy>,
                  "gpu::fill, iota, replace, replace_if, reverse, reverse_copy, gather, scatter, "
                  "swap_ranges: this Policy is not a policy that they support. Use gpu::automatic "
                  "with its options, or no policy");
}

/// Whether an iterator's elements lie on a device.
template <class I>
concept elements_on_device = is_device_iterator<I> || foreign_iterator<I>;

template <class T>
inline constexpr bool is_moved_by_kernels = std::is_trivially_copyable_v<T> &&
                                            (sizeof(T) == 1 || sizeof(T) == 2 || sizeof(T) == 4 ||
                                             sizeof(T) == 8 || sizeof(T) == 16);

/// An iterator to contiguous elements that kernels move by their bytes.
template <class I>
concept kernel_elements = addressable<I> && is_moved_by_kernels<std::iter_value_t<I>>;

/// Such an iterator, whose elements can be written.
template <class I>
concept kernel_output = kernel_elements<I> && std::indirectly_writable<I, std::iter_value_t<I>>;

template <class Element>
constexpr void require_kernel_elements() {
    static_assert(is_moved_by_kernels<Element>,
                  "gpu::fill, replace, reverse, reverse_copy, gather, scatter, swap_ranges: on "
                  "devices, each Element is trivially copyable and has 1, 2, 4, 8 or 16 bytes. Or "
                  "take a copy on the host: v.to_host()");
}

template <class... Iterators>
constexpr void require_contiguous_elements() {
    static_assert((addressable<Iterators> && ...),
                  "gpu::reverse_copy, gather, scatter, swap_ranges: if one range lies on a "
                  "device, the elements of all Iterators are contiguous");
    static_assert(!(addressable<Iterators> && ...),
                  "gpu::reverse_copy, gather, scatter, swap_ranges: if one range lies on a "
                  "device, Iterators have elements of one type, and outputs can be written");
}

/// @return n contiguous elements, for a request
template <class P, addressable I>
element_range element_range_at([[maybe_unused]] P const& policy, I first, std::size_t n) {
    if constexpr (foreign_iterator<I>) {
        auto const own = detail::own_first(first, n, device_of_nothing(policy));
        return {const_cast<void*>(static_cast<void const*>(own.get())), own.device().id(), n,
                false};
    } else {
        return {const_cast<void*>(static_cast<void const*>(detail::pointer_of(first))),
                detail::memory_of(first), n, false};
    }
}

/// Begins a request.
/// @tparam T the elements' type
template <class T>
elementwise_request elementwise_request_for(elementwise_kind kind, char const* function,
                                            std::size_t n) {
    elementwise_request request;
    request.function = function;
    request.kind = static_cast<std::uint32_t>(kind);
    request.value = number_of<as_listed<T>, types>;
    request.size = sizeof(T);
    request.n = n;
    return request;
}

template <class P>
void call_elementwise(P const& policy, elementwise_request& request) {
    call<strategies>(policy, request, &gpualgo_v0_elementwise);
}

/// Up to so many elements, a loop takes less time than a call.
inline constexpr std::size_t few_elements = 64;

/// Throws if the policy names another device than the host.
template <class P>
void require_host_of(P const& policy, char const* function, std::size_t n) {
    check_options<strategies>(policy, function);
    if (auto const target = policy.target(); target && *target != device::host())
        throw unsupported_operator(call_text<P>(function, n) + "on " + to_string(*target) +
                                   ", elements must be contiguous, trivially copyable, and have 1, "
                                   "2, 4, 8 or 16 bytes; without on(device) these run on the host");
}

/// Handles n elements in the program: on all cores if there is a policy.
/// @param part called as part(begin, end)
template <class P, class Part>
void run_parts(P const& policy, char const* function, std::size_t n, std::size_t bytes,
               Part const& part) {
    if constexpr (std::same_as<P, no_policy>) {
        part(std::size_t(), n);
    } else {
        constexpr std::size_t per_task = 16384;
        require_host_of(policy, function, n);
        detail::at_once((n + per_task - 1) / per_task, [&](std::size_t i) {
            part(i * per_task, n - i * per_task < per_task ? n : (i + 1) * per_task);
        });
        report_program(policy, {function, "a loop in the program", n, 0, n * bytes});
    }
}

/// Checks a call that the program handles in the calling thread, and fills the policy's report.
template <class P>
void note_loop(P const& policy, char const* function, std::size_t n, std::size_t bytes) {
    if constexpr (!std::same_as<P, no_policy>) {
        require_host_of(policy, function, n);
        report_program(policy, {function, "a loop in the program", n, 0, n * bytes});
    }
}

/// Throws if a range has fewer elements than are needed.
inline void require_elements_of(char const* function, char const* range, std::size_t has,
                                std::size_t needed) {
    if (has < needed)
        throw std::invalid_argument(std::string(function) + ": " + range + " has " +
                                    std::to_string(has) + " elements, fewer than the " +
                                    std::to_string(needed) + " needed");
}

/// The element that an iterator reaches after i others.
template <class I>
constexpr decltype(auto) element_after(I const& first, std::size_t i) {
    return *(first + static_cast<std::iter_difference_t<I>>(i));
}

} // namespace gpu::inline v0::detail
