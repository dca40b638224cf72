// SPDX-License-Identifier: Apache-2.0
/// @file
/// Small floats are reduced in a wider type, and the result is rounded once.
#pragma once

#include "call/names.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/rounded.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Converts from a type to the one that it is computed in, and back.
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

/// Calls `run(request)` with the accumulator type that is computed in, and rounds the result back
/// if that is another type.
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
