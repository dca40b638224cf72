// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of small floats are computed in another type, and rounded once.
#pragma once

#include "call/names.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/rounded.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// From a type to the one that its totals are computed in, and back.
struct total_conversions {
    void (*widen)(void const* init, void* computed);
    void (*round)(void const* computed, void* total);
};

/// The conversions of each type.
inline constexpr auto known_conversions = tabulate(
    []<class T>(type_list<T>) -> total_conversions {
        using computed = computed_as<T>;
        return {[](void const* init, void* wide) {
                    *static_cast<computed*>(wide) = computed(*static_cast<T const*>(init));
                },
                [](void const* wide, void* total) {
                    *static_cast<T*>(total) = rounded<T>(*static_cast<computed const*>(wide));
                }};
    },
    types());

/// Calls `run(request)` with an accumulator that is computed in, and rounds the total if that is
/// not its type.
template <class Run>
void run_rounded(reduce_request const& request, Run run) {
    std::uint32_t const computed_in = known_types[request.accumulator].computed_in;
    if (computed_in == request.accumulator) return run(request);
    alignas(std::max_align_t) std::byte init[largest_type];
    alignas(std::max_align_t) std::byte total[largest_type];
    auto const& conversions = known_conversions[request.accumulator];
    conversions.widen(request.init, init);
    reduce_request computed = request;
    computed.accumulator = computed_in;
    computed.init = init;
    computed.result = total;
    run(computed);
    conversions.round(total, request.result);
}

} // namespace gpu::inline v0::detail
