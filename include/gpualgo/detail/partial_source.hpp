// SPDX-License-Identifier: Apache-2.0
/// @file
/// Partial reductions of elements that a function provides, such as those of a file or a pipe.
#pragma once

#include <gpualgo/partial.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <span>

namespace gpu::inline v0::detail {

/// Reduces elements in chunks, while the function provides the next ones. GPUs take them from the
/// page-locked memory that the function writes.
///
/// Throws the function's exceptions; std::invalid_argument if it ends inside an element.
/// @param devices at least one, which take chunks in turn
/// @param begin the index of the first element in the larger range
/// @param most the largest number of elements that is read
/// @param read called as read(void* to, std::size_t bytes) by the calling thread; writes the next
/// bytes, fewer only at the end, and returns how many
template <class Partial, class Read>
Partial reduce_source(std::span<device_id const> devices, std::uint64_t begin, std::uint64_t most,
                      Read& read) {
    struct reader {
        Read& read;
        std::exception_ptr failure{};
    } source{read};
    element_source const called{
        [](void* context, void* to, std::uint64_t bytes) noexcept -> std::uint64_t {
            auto& self = *static_cast<reader*>(context);
            try {
                return self.read(to, static_cast<std::size_t>(bytes));
            } catch (...) {
                self.failure = std::current_exception();
                return 0;
            }
        },
        &source};

    Partial partial(begin);
    auto& state = partial_access::state(partial);
    partial_call<std::remove_reference_t<decltype(state)>> call(state, most);
    std::uint64_t elements = 0;
    call.read(called, elements);
    call.use(devices);
    try {
        call.run(automatic);
    } catch (...) {
        if (source.failure) std::rethrow_exception(source.failure);
        throw;
    }
    if (source.failure) std::rethrow_exception(source.failure);
    call.take();
    return partial;
}

} // namespace gpu::inline v0::detail
