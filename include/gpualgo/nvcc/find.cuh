// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches for the first match by kernels that nvcc compiles in the program: any predicate, of
/// elements of 1 to 64 bytes.
#pragma once

#include <gpualgo/detail/mismatch_range.hpp>
#include <gpualgo/kernel/find/launches.hpp>
#include <gpualgo/nvcc/select.cuh>

#include <concepts>
#include <cstddef>
#include <stdexcept>
#include <type_traits>

namespace gpu::inline v0::detail::inline nvcc {

/// How kernels store elements.
template <class Value>
using stored_value = std::conditional_t<is_stored_as_is<Value>, Value, storage<Value>>;

/// Whether two stored elements are not equal.
/// @tparam Kept Value or storage<Value>
template <class Kept, class Value, class Predicate>
struct inequality_on_storage {
    Predicate are_equal; ///< takes two Values

    /// @return whether x has a mismatch
    GPUALGO_FUNCTION bool operator()(kernel::element_pair<Kept> const& x) {
        return !static_cast<bool>(
            are_equal(static_cast<Value>(x.first), static_cast<Value>(x.second)));
    }
};

/// Searches a range of a device whose type or predicate is not precompiled. find_range.hpp finds
/// this overload by its first argument.
template <find_kind Wanted, class P, class Value, class Predicate>
std::size_t find_device_by_program(program_kernels, find_tag<Wanted>, P const& policy,
                                   memory_range<Value> in, Predicate& predicate) {
    using value = std::remove_const_t<Value>;
    using kept = stored_value<value>;
    if constexpr (!fit_kernels<P, value>()) {
        return 0;
    } else {
        char const* const algorithm = name_of_find<Wanted>;
        auto const on_host = [&](std::size_t none) {
            return call_on_host<P, Predicate>(algorithm, in.n, none, [&](std::size_t) {
                return static_cast<std::size_t>(
                    find_by_program<Wanted>(policy, in.first, in.first + in.n, predicate) -
                    in.first);
            });
        };
        auto const on_gpu = [&](program_queue& queue, std::size_t, named_launch) {
            return static_cast<std::size_t>(
                find_first(queue, reinterpret_cast<kept const*>(in.first), in.n,
                           predicate_on_storage<kept, value, Predicate>{predicate}));
        };
        program_call const call{algorithm, in.device, in.first, in.n, in.n * sizeof(value)};
        return run_by_program(policy, call, std::size_t{}, on_host, on_gpu);
    }
}

/// Compares ranges of one device whose type or predicate is not precompiled. mismatch_range.hpp
/// finds this overload by its first argument.
template <find_kind Wanted, class P, class Value, class Other, class Predicate>
    requires(std::same_as<std::remove_const_t<Value>, std::remove_const_t<Other>>)
std::size_t mismatch_device_by_program(program_kernels, find_tag<Wanted>, P const& policy,
                                       memory_range<Value> x, memory_range<Other> y,
                                       Predicate& are_equal) {
    using value = std::remove_const_t<Value>;
    using kept = stored_value<value>;
    if constexpr (!fit_kernels<P, value>()) {
        return 0;
    } else {
        char const* const algorithm = name_of_find<Wanted>;
        if (x.n > 0 && x.device != y.device)
            throw std::invalid_argument(
                call_text<P>(algorithm, x.n) +
                "the ranges lie on different devices; copy one of them first");
        auto const on_host = [&](std::size_t none) {
            return call_on_host<P, Predicate>(algorithm, x.n, none, [&](std::size_t) {
                return mismatch_by_program<Wanted>(policy, x.first, y.first, x.n, are_equal);
            });
        };
        auto const on_gpu = [&](program_queue& queue, std::size_t, named_launch) {
            kernel::pairs<kept> const in{reinterpret_cast<kept const*>(x.first),
                                         reinterpret_cast<kept const*>(y.first)};
            return static_cast<std::size_t>(find_first(
                queue, in, x.n, inequality_on_storage<kept, value, Predicate>{are_equal}));
        };
        program_call const call{algorithm, x.device, x.first, x.n, 2 * x.n * sizeof(value)};
        return run_by_program(policy, call, std::size_t{}, on_host, on_gpu);
    }
}

} // namespace gpu::inline v0::detail::inline nvcc
