// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls of the library for functions on sorted ranges, and refusals of calls that no device runs.
#pragma once

#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/reduce_into_range.hpp>
#include <gpualgo/detail/sorted_arguments.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Calls the library.
/// @tparam Value the elements' type
/// @param first the sorted range, or the elements to count
/// @param second the other sorted range, the values, or the edges
/// @param request has the other fields
template <class Value, class P, class First, class Second, class Out>
void call_sorted(P const& policy, sorted_function function, memory_range<First> first,
                 memory_range<Second> second, memory_range<Out> out, sorted_request request) {
    request.value = number_of<as_listed<Value>, types>;
    request.function = static_cast<std::uint32_t>(function);
    request.memory = first.device;
    request.first = first.first;
    request.n = first.n;
    request.second = second.first;
    request.second_memory = second.device;
    request.second_n = second.n;
    request.out = out.first;
    request.out_memory = out.device;
    request.out_size = sizeof(Out);
    call<strategies>(policy, request, &gpualgo_v0_sorted);
}

/// The ranges that devices merge and search.
inline constexpr auto sorted_on_devices = "ranges have elements of one listed type, side by side, "
                                          "in the order of std::less<> or std::greater<>";

/// Throws if a policy's options are wrong, or if it names a device other than the host.
/// @param needs the ranges that other devices take
template <class P>
void require_host(P const& policy, char const* algorithm, char const* needs = sorted_on_devices) {
    if constexpr (!std::same_as<P, no_policy>) {
        check_options<strategies>(policy, algorithm);
        auto const target = policy.target();
        if (target && *target != device::host())
            throw unsupported_operator(call_text<P>(algorithm, unknown_size) + "on " +
                                       to_string(*target) + ", " + needs + "; without on(" +
                                       to_string(*target) + ") others run on the host");
    }
}

/// Throws if a target is too short.
template <class P>
constexpr void require_room(char const* algorithm, std::size_t n, std::size_t room,
                            std::size_t wanted) {
    if (wanted > room)
        throw std::invalid_argument(call_text<P>(algorithm, n) + "the target has " +
                                    std::to_string(room) + " elements, fewer than the " +
                                    std::to_string(wanted) + " to be written");
}

/// Throws if positions in a range do not fit in integers of type T.
template <class P, class T>
constexpr void require_fitting_positions(char const* algorithm, std::size_t n) {
    if constexpr (std::integral<T>)
        if (n > static_cast<std::uint64_t>(std::numeric_limits<T>::max()))
            throw std::invalid_argument(call_text<P>(algorithm, n) + "positions up to " +
                                        std::to_string(n) + " do not fit in integers of " +
                                        std::to_string(8 * sizeof(T)) + " bits");
}

} // namespace gpu::inline v0::detail
