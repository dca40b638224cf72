// SPDX-License-Identifier: Apache-2.0
#include "find.hpp"

#include "find/table.hpp"
#include "host/by_instruction_set.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "loops.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {
namespace {

/// Elements that a core takes at once. Cores take chunks in their order, so that none is far ahead
/// of the first match. Chunks grow with the elements that precede them: a late match waits little
/// for them in proportion, and memory delivers long runs faster.
/// @param size bytes per element
constexpr std::uint64_t chunk_at(std::uint64_t begin, std::uint64_t size) {
    constexpr std::uint64_t least = 64 << 10, most = 1 << 20; // bytes
    return std::clamp(begin * size / 8, least, most) / size;
}

/// The smallest index for which a search of chunks finds something, or n.
/// @param size bytes per element
/// @param search called as search(begin, count): the index in the chunk of its first match, or
/// count
template <class Search>
std::uint64_t first_match(std::uint64_t n, std::uint64_t size, Search search) {
    std::uint64_t const first = std::min(n, chunk_at(0, size));
    if (std::uint64_t const found = search(0, first); found < first || first == n) return found;
    std::atomic<std::uint64_t> next = first, best = n;
    auto const search_chunks = [&] {
        for (;;) {
            std::uint64_t begin = next.load(std::memory_order_relaxed), count = 0;
            do {
                if (begin >= best.load(std::memory_order_relaxed)) return;
                count = std::min(chunk_at(begin, size), n - begin);
            } while (!next.compare_exchange_weak(begin, begin + count, std::memory_order_relaxed));
            std::uint64_t const found = search(begin, count);
            if (found == count) continue;
            std::uint64_t known = best.load(std::memory_order_relaxed);
            while (begin + found < known && !best.compare_exchange_weak(known, begin + found)) {}
            return;
        }
    };
    parallel_for(std::min(concurrency(), (n - 1) / first), [&](std::uint64_t) { search_chunks(); });
    return best;
}

template <class Bits>
std::uint64_t run_find(find_request const& request, instruction_set set) {
    if (request.n > one_core_bytes / sizeof(Bits)) set = for_large_arrays(set);
    auto const* const x = static_cast<std::byte const*>(request.first);
    auto const* const y = static_cast<std::byte const*>(request.second);
    if (!is_for_two(request)) {
        auto* const loop = by_instruction_set<first_selected<Bits>>::choose(set);
        auto const test = test_of_bits<Bits>(request.test);
        return first_match(request.n, sizeof(Bits), [=](std::uint64_t begin, std::uint64_t count) {
            return loop(x + begin * sizeof(Bits), count, test);
        });
    }
    auto* const loop = by_instruction_set<first_difference<Bits>>::choose(set);
    auto const test = difference_of<Bits>(request);
    return first_match(request.n, sizeof(Bits), [=](std::uint64_t begin, std::uint64_t count) {
        return loop(x + begin * sizeof(Bits), y + begin * sizeof(Bits), count, test);
    });
}

} // namespace

void find_on_host(find_request const& request, instruction_set set) {
    using function = std::uint64_t (*)(find_request const& request, instruction_set set);
    static constexpr auto table =
        tabulate([]<class Bits>(type_list<Bits>) -> function { return &run_find<Bits>; },
                 bits_of_elements());
    *request.position = table[index_of_size(request)](request, set);
}

} // namespace gpu::inline v0::detail
