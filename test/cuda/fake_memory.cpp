// SPDX-License-Identifier: Apache-2.0
/// The fake runtime's copies, pointer attributes, peer accesses, and resets.
#include "fake_call.hpp"

#include "cuda/pointers.hpp"

#include <cstring>
#include <iterator>

using namespace fake_cuda;

namespace {

using blocks = std::map<void*, std::size_t>;

/// Returns the block that contains an address, or the end.
blocks::const_iterator block_of(blocks const& some, void const* memory) {
    auto const next = some.upper_bound(const_cast<void*>(memory));
    if (next == some.begin()) return some.end();
    auto const block = std::prev(next);
    bool const is_within = memory < static_cast<char const*>(block->first) + block->second;
    return is_within ? block : some.end();
}

bool is_in(blocks const& some, void const* memory) { return block_of(some, memory) != some.end(); }

/// Returns the GPU that owns the memory; -1 for host memory.
int device_of(void const* memory) {
    auto const block = block_of(here().device_memory, memory);
    return block == here().device_memory.end() ? -1 : here().owners.at(block->first).device;
}

/// Whether CUDA can copy a range in one call: it does not overlap registered memory, or lies within
/// one registered block.
bool is_of_one_kind(void const* memory, std::size_t bytes) {
    auto const* const first = static_cast<char const*>(memory);
    for (auto const& [begin, size] : here().registered) {
        auto const* const start = static_cast<char const*>(begin);
        bool const overlaps = first < start + size && start < first + bytes;
        bool const contains = start <= first && first + bytes <= start + size;
        if (overlaps && !contains) return false;
    }
    return true;
}

/// Whether a GPU can access the memory of another one.
bool is_reachable(int from, int to) {
    return from < 0 || to < 0 || from == to || here().accesses.contains({from, to});
}

void end_blocks(blocks& some, int device, bool is_cudas) {
    for (auto i = some.begin(); i != some.end();) {
        auto const block = i++;
        if (here().owners.at(block->first).device != device) continue;
        here().owners.erase(block->first);
        if (is_cudas) here().recycled.emplace(block->second, block->first);
        some.erase(block);
    }
}

/// GPU whose work on its default stream precedes the next copy.
thread_local int waited_for = -1;

} // namespace

bool fake_cuda::machine::is_there(void const* handle) {
    if (owners.contains(handle)) return true;
    ++crashes;
    return false;
}

void fake_cuda::machine::reset(int device) {
    std::lock_guard const lock(machine_mutex());
    end_blocks(device_memory, device, true);
    end_blocks(host_memory, device, true);
    end_blocks(registered, device, false);
    std::erase_if(streams, [&](auto const& s) { return owners.at(s.first).device == device; });
    std::erase_if(events, [&](auto const& e) { return owners.at(e.first).device == device; });
    std::erase_if(shared_memory_of, [&](auto const& m) { return m.first.second == device; });
    contexts.erase(device);
    std::erase_if(owners, [&](auto const& o) { return o.second.device == device; });
}

extern "C" {

cudaError_t cudaMemcpyAsync(void* target, void const* source, std::size_t bytes, cudaMemcpyKind,
                            cudaStream_t stream) {
    return call_on(stream, [&](machine& m) {
        ++m.copies;
        if (!is_of_one_kind(target, bytes) || !is_of_one_kind(source, bytes) ||
            !is_reachable(device_of(source), device_of(target)))
            return cudaErrorInvalidValue;
        std::memmove(target, source, bytes);
        return cudaSuccess;
    });
}
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, void const* memory) {
    return call([&](machine& m) {
        bool const is_locked = is_in(m.host_memory, memory) || is_in(m.registered, memory);
        attributes->type = device_of(memory) >= 0 ? cudaMemoryTypeDevice
                           : is_locked            ? cudaMemoryTypeHost
                                                  : cudaMemoryTypeUnregistered;
        return cudaSuccess;
    });
}
cudaError_t cudaHostRegister(void* memory, std::size_t bytes, unsigned) {
    return unsafe_call([&](machine& m) {
        if (is_in(m.registered, memory)) return cudaErrorHostMemoryAlreadyRegistered;
        m.registered.emplace(memory, bytes);
        m.own(memory);
        return cudaSuccess;
    });
}
cudaError_t cudaHostUnregister(void* memory) {
    return unsafe_call([&](machine& m) {
        m.owners.erase(memory);
        return m.registered.erase(memory) == 1 ? cudaSuccess : cudaErrorHostMemoryNotRegistered;
    });
}

cudaError_t cudaDeviceCanAccessPeer(int* can, int, int) {
    return call([&](machine& m) {
        *can = m.are_connected;
        return cudaSuccess;
    });
}
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, cudaMemAccessDesc const* access, std::size_t) {
    return call([&](machine& m) {
        if (!m.is_there(pool)) return cudaErrorInvalidValue;
        m.accesses.emplace(m.owners[pool].device, access->location.id);
        return cudaSuccess;
    });
}
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t event, unsigned) {
    return call([&](machine& m) {
        if (!m.is_there(event)) return cudaErrorInvalidResourceHandle;
        waited_for = m.owners[event].device;
        return cudaSuccess;
    });
}
cudaError_t cudaMemcpyPeerAsync(void* target, int to, void const* source, int from,
                                std::size_t bytes, cudaStream_t stream) {
    return call_on(stream, [&](machine& m) {
        if (device_of(target) != to || device_of(source) != from) return cudaErrorInvalidValue;
        std::memmove(target, source, bytes);
        m.peer_copies.push_back({to, from, std::exchange(waited_for, -1) == from});
        return cudaSuccess;
    });
}
}

namespace gpu::inline v0::detail {

bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept {
    std::lock_guard const lock(machine_mutex());
    record("cuPointerGetAttributes");
    int const device = device_of(memory);
    ordinal = static_cast<std::uint32_t>(device);
    return device >= 0;
}

bool is_locked_memory(void const* memory, std::uint32_t& ordinal) noexcept {
    std::lock_guard const lock(machine_mutex());
    record("cuPointerGetAttributes");
    auto const block = block_of(here().registered, memory);
    if (block == here().registered.end()) return false;
    ordinal = static_cast<std::uint32_t>(here().owners.at(block->first).device);
    return true;
}

unsigned long long number_of_allocation(void const* memory) noexcept {
    std::lock_guard const lock(machine_mutex());
    record("cuPointerGetAttributes");
    auto const block = block_of(here().device_memory, memory);
    return block == here().device_memory.end() ? 0 : here().owners.at(block->first).number;
}

bool is_allocated(void const* memory, unsigned long long number) noexcept {
    return number_of_allocation(memory) == number;
}

} // namespace gpu::inline v0::detail
