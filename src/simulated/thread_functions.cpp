// SPDX-License-Identifier: Apache-2.0
#include "thread_functions.hpp"

#include "thread.hpp"

#include <cstddef>
#include <string>

namespace gpu::inline v0::simulated {
namespace {

using detail::checked_memory;
using detail::simulated_thread;
using site = std::source_location;

thread& library(simulated_thread& self) { return static_cast<thread&>(self); }
region& region_of(void* memory) { return *static_cast<region*>(memory); }
std::size_t offset_in(region const& memory, void const* address) {
    return static_cast<std::size_t>(static_cast<std::byte const*>(address) - memory.begin());
}

/// The memory of a region from an address on.
checked_memory from(region& memory, void const* address) {
    std::size_t const offset = offset_in(memory, address);
    return {&memory, memory.begin() + offset, memory.bytes() - offset};
}

bool sync_block(simulated_thread& self, site const& at) noexcept {
    return library(self).guard([&] { library(self).sync_block(at); });
}
bool publish(simulated_thread& self, site const& at, bool& is_last) noexcept {
    return library(self).guard([&] { is_last = library(self).publish(at); });
}
bool join(simulated_thread& self, collective& part) noexcept {
    return library(self).guard([&] { library(self).join(part); });
}
bool shared(simulated_thread& self, std::size_t element_bytes, checked_memory& found) noexcept {
    return library(self).guard([&] {
        auto& memory = library(self).shared(element_bytes);
        found = from(memory, memory.begin());
    });
}
bool global(simulated_thread& self, void const* pointer, std::size_t alignment, site const& at,
            checked_memory& found) noexcept {
    return library(self).guard(
        [&] { found = from(library(self).global(pointer, alignment, at), pointer); });
}
bool load(simulated_thread& self, void* memory, std::byte const* address, void* value,
          std::size_t bytes, site const& at) noexcept {
    return library(self).guard([&] {
        auto& source = region_of(memory);
        library(self).load(source, offset_in(source, address), value, bytes, at);
    });
}
bool store(simulated_thread& self, void* memory, std::byte* address, void const* value,
           std::size_t bytes, site const& at) noexcept {
    return library(self).guard([&] {
        auto& target = region_of(memory);
        library(self).store(target, offset_in(target, address), value, bytes, at);
    });
}
bool access_atomically(simulated_thread& self, void* memory, std::byte* address, std::size_t bytes,
                       detail::atomic_access const& access, site const& at) noexcept {
    return library(self).guard([&] {
        auto& target = region_of(memory);
        library(self).access_atomically(target, offset_in(target, address), bytes, access, at);
    });
}
bool await(simulated_thread& self, void* memory, std::byte* address, std::size_t bytes,
           detail::atomic_access const& read, site const& at) noexcept {
    return library(self).guard([&] {
        auto& source = region_of(memory);
        library(self).await(source, offset_in(source, address), bytes, read, at);
    });
}
bool fail_bounds(simulated_thread& self, void const* memory, char const* access, std::size_t i,
                 std::size_t count, std::size_t size, site const& at) noexcept {
    return library(self).guard([&] {
        library(self).fail(defect::bounds,
                           std::string(access) + " of element " + std::to_string(i) +
                               (count > 1 ? " and " + std::to_string(count - 1) + " more" : "") +
                               " of " + std::to_string(size) + " in " +
                               to_string(static_cast<region const*>(memory)->kind()),
                           at);
    });
}

} // namespace

constinit detail::thread_functions const functions_of_threads{
    &sync_block, &publish,           &join,  &shared,     &global, &load,
    &store,      &access_atomically, &await, &fail_bounds};

} // namespace gpu::inline v0::simulated
