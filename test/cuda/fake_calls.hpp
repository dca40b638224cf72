// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls on streams of the fake runtime, for tests.
#pragma once

#include "fake_reductions.hpp"

#include "call/backend.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::detail {

/// A reduction whose result goes to a stream's memory; on the fake runtime, the result is init.
inline std::int32_t left_to(void* stream, std::uint32_t ordinal, std::int32_t init,
                            std::size_t n = 1000) {
    std::vector<std::int32_t> const values(n);
    std::int32_t into = -1;
    reduce_request request;
    request.strategy = index_of<gpu::policy::automatic, strategies>;
    request.value = request.accumulator = index_of<std::int32_t, types>;
    request.first = values.data();
    request.n = n;
    request.init = &init;
    request.stream = stream;
    request.into = &into;
    call_result ran;
    cuda_backend().reduce(ordinal, request, ran);
    return into;
}

/// Scratch of a queue; its address identifies the workspace.
inline std::byte* scratch_of(void* stream, std::uint32_t ordinal, bool waits) {
    call_result ran;
    call_options options;
    options.stream = stream;
    cuda_queue queue(ordinal, ran, options,
                     waits ? cuda_queue::ending::waits : cuda_queue::ending::leaves);
    auto* const scratch = queue.allocate<std::byte>(1);
    if (waits) queue.wait();
    return scratch;
}

} // namespace gpu::inline v0::detail
