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

/// Bytes that a core takes at once. Cores take chunks in their order, so that none is far ahead of
/// the first match.
constexpr std::size_t chunk_bytes = 64 << 10;

/// The smallest index for which a search of chunks finds something, or n.
/// @param size elements of a chunk
/// @param search called as search(begin, count): the index in the chunk of its first match, or
/// count
template <class Search>
std::uint64_t first_match(std::uint64_t n, std::uint64_t size, Search search) {
    std::uint64_t const count = std::min(n, size);
    if (std::uint64_t const found = search(0, count); found < count || count == n) return found;
    std::atomic<std::uint64_t> next = size, best = n;
    auto const search_chunks = [&] {
        for (;;) {
            std::uint64_t const begin = next.fetch_add(size, std::memory_order_relaxed);
            if (begin >= best.load(std::memory_order_relaxed)) return;
            std::uint64_t const m = std::min(size, n - begin);
            std::uint64_t const found = search(begin, m);
            if (found == m) continue;
            std::uint64_t known = best.load(std::memory_order_relaxed);
            while (begin + found < known && !best.compare_exchange_weak(known, begin + found)) {}
            return;
        }
    };
    parallel_for(std::min(concurrency(), (n - 1) / size), [&](std::uint64_t) { search_chunks(); });
    return best;
}

template <class Bits>
std::uint64_t run_find(find_request const& request, instruction_set set) {
    auto const* const x = static_cast<std::byte const*>(request.first);
    auto const* const y = static_cast<std::byte const*>(request.second);
    constexpr std::uint64_t size = chunk_bytes / sizeof(Bits);
    if (!is_for_two(request)) {
        auto* const loop = by_instruction_set<first_selected<Bits>>::choose(set);
        auto const test = test_of_bits<Bits>(request.test);
        return first_match(request.n, size, [=](std::uint64_t begin, std::uint64_t count) {
            return loop(x + begin * sizeof(Bits), count, test);
        });
    }
    auto* const loop = by_instruction_set<first_difference<Bits>>::choose(set);
    auto const test = difference_of<Bits>(request);
    return first_match(request.n, size, [=](std::uint64_t begin, std::uint64_t count) {
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
