// SPDX-License-Identifier: Apache-2.0
#include "counting.hpp"
#include "scan/names.hpp"
#include "simulated/kernels.hpp"
#include "tile_pipeline.hpp"

#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/kernel/scan/tile.hpp>

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

/// @param scratch the contents of allocations
launches scan_launches(explain_request const& r, selection blocks,
                       std::vector<dry_content> scratch) {
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
        return scan_launches(r, r.n <= exact_up_to ? selection::all : selection::few, {});
    auto const tiles = static_cast<std::uint32_t>((r.n - 1) / scan_tile_sizes[r.value] + 1);
    return count_pipeline(tiles, exact_up_to, published_totals(tiles, 0),
                          [&](selection blocks, std::vector<dry_content> scratch) {
                              return scan_launches(r, blocks, std::move(scratch));
                          });
}

} // namespace gpu::inline v0::detail
