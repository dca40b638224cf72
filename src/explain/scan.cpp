// SPDX-License-Identifier: Apache-2.0
#include "canonical_scan.hpp"
#include "counting.hpp"
#include "scan/names.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/kernel/scan/tile.hpp>

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

using selection = simulated::dry_run::selection;
using simulated::dry_content;

/// An init of any listed type.
struct alignas(16) any_init {
    std::byte bytes[largest_type]{};
};

constexpr auto scan_tile_sizes = tabulate(
    []<class T>(type_list<T>) -> std::uint64_t { return kernel::scan_shape<T, T>::tile; }, types());

/// A counter from which block 0 draws these numbers; the last one again and again.
dry_content numbers(std::vector<std::uint32_t> drawn) {
    return [drawn = std::move(drawn), next = std::size_t{0}](
               simulated::dry_reader const&, std::size_t, std::span<std::byte> read) mutable {
        std::uint64_t const number = drawn[std::min(next++, drawn.size() - 1)];
        std::memcpy(read.data(), &number, read.size());
    };
}

/// Totals that the first launch has published: a word's upper half is the number of the launch.
dry_content published_in_time() {
    return [](simulated::dry_reader const&, std::size_t, std::span<std::byte> read) {
        read[read.size() / 2] = std::byte{1};
    };
}

/// @param scratch the contents of allocations
launches run(explain_request const& r, selection blocks, std::vector<dry_content> scratch) {
    launches counted;
    call_result ran;
    std::size_t const bytes = known_types[r.value].size;
    auto options = counting_options(counted, bytes, blocks);
    options.dry->scratch = std::move(scratch);
    simulated::queue queue(ran, std::move(options));
    scan_request request;
    static_cast<call_options&>(request) = r;
    request.value = r.value;
    request.operation = index_of<kernel::plus, operators>;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    request.out = place_array(queue, r.n, r.offset, bytes);
    any_init const init{};
    if (r.algorithm == static_cast<std::uint32_t>(explained_algorithm::exclusive_scan)) {
        request.kind = static_cast<std::uint32_t>(scan_kind::exclusive);
        request.init = &init;
    }
    simulated::scan(queue, request);
    return counted;
}

} // namespace

launches count_scan(explain_request const& r, std::uint64_t exact_up_to) {
    if (r.strategy != index_of<policy::automatic, scan_strategies>)
        return run(r, r.n <= exact_up_to ? selection::all : selection::few, {});
    auto const tiles = static_cast<std::uint32_t>((r.n - 1) / scan_tile_sizes[r.value] + 1);
    auto const count = [&](std::vector<std::uint32_t> const& drawn) {
        return std::move(run(r, selection::few, {numbers(drawn), published_in_time()}).at(0));
    };
    // blocks that scan their share at once draw no tiles; there are few of them
    if (count({tiles}).counts.total().global_loads.bytes_used > 0)
        return run(r, selection::each, {dry_content(), published_in_time()});
    launches counted;
    counted.push_back(count_canonical_scan(tiles, exact_up_to, count));
    return counted;
}

} // namespace gpu::inline v0::detail
