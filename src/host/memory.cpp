// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include "available_memory.hpp"
#include "parallel.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <cstring>
#include <new>
#include <string>

#include <unistd.h>

namespace gpu::inline v0::detail {
namespace {

constexpr std::align_val_t alignment{256};

/// Bytes per task of a copy or fill: several pages, so that the first touch of pages is also
/// parallel.
constexpr std::size_t share_bytes = 1 << 20;

std::uint64_t pages(int which) noexcept {
    long const count = sysconf(which);
    return count < 0 ? 0
                     : static_cast<std::uint64_t>(count) *
                           static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

/// Calls `write(begin, size)` for shares of `bytes` bytes, on all cores.
template <class Write>
void write_shares(std::size_t bytes, std::size_t share, Write write) noexcept {
    std::size_t const shares = bytes / share + (bytes % share != 0);
    parallel_for(shares,
                 [&](std::size_t i) { write(i * share, std::min(share, bytes - i * share)); });
}

} // namespace

std::uint64_t total_memory() noexcept { return pages(_SC_PHYS_PAGES); }
std::uint64_t free_memory() noexcept {
    try {
        return std::min(available_memory(), total_memory());
    } catch (...) { // not enough memory to query the limits
        return pages(_SC_AVPHYS_PAGES);
    }
}

void* try_allocate_on_host(std::size_t bytes) noexcept {
    // libstdc++'s operator new rounds sizes up to the alignment: near SIZE_MAX they would wrap to
    // small sizes.
    return bytes <= SIZE_MAX / 2 ? ::operator new(bytes, alignment, std::nothrow) : nullptr;
}

void* allocate_on_host(std::size_t bytes) {
    void* const memory = try_allocate_on_host(bytes);
    if (memory == nullptr) {
        auto const available = free_memory();
        throw out_of_memory("the host has no " + std::to_string(bytes) + " bytes; " +
                                std::to_string(available) + " are free",
                            bytes, available);
    }
    return memory;
}

void deallocate_on_host(void* memory) noexcept { ::operator delete(memory, alignment); }

void copy_on_host(void* target, void const* source, std::size_t bytes) noexcept {
    if (target == source) return;
    write_shares(bytes, share_bytes, [&](std::size_t begin, std::size_t size) {
        std::memcpy(static_cast<std::byte*>(target) + begin,
                    static_cast<std::byte const*>(source) + begin, size);
    });
}

bool is_one_byte(void const* element, std::size_t size) noexcept {
    return std::memcmp(element, static_cast<std::byte const*>(element) + 1, size - 1) == 0;
}

void fill_on_host(void* memory, std::size_t n, void const* element, std::size_t size) noexcept {
    if (n == 0) return;
    // memset writes memory without reading it before
    if (is_one_byte(element, size)) {
        int const value = *static_cast<unsigned char const*>(element);
        return write_shares(n * size, share_bytes, [&](std::size_t begin, std::size_t bytes) {
            std::memset(static_cast<std::byte*>(memory) + begin, value, bytes);
        });
    }
    write_shares(n * size, std::max<std::size_t>(share_bytes / size, 1) * size,
                 [&](std::size_t begin, std::size_t bytes) {
                     auto* const target = static_cast<std::byte*>(memory) + begin;
                     std::memcpy(target, element, size);
                     for (std::size_t done = size; done < bytes; done *= 2)
                         std::memcpy(target + done, target, std::min(done, bytes - done));
                 });
}

} // namespace gpu::inline v0::detail
