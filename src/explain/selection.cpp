// SPDX-License-Identifier: Apache-2.0
#include "counting.hpp"
#include "select/request.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/kernel/select/look_back.hpp>
#include <gpualgo/kernel/select/select.hpp>

#include <cstring>

namespace gpu::inline v0::detail {
namespace {

constexpr auto tile_sizes = tabulate(
    []<class T>(type_list<T>) -> std::uint64_t {
        if constexpr (in_list<T, real_types>) return kernel::select_stable<false>::tile_size<T>;
        else return 0;
    },
    types());

select_kind kind_of(explain_request const& r) {
    switch (static_cast<explained_algorithm>(r.algorithm)) {
    case explained_algorithm::count_if: return select_kind::count_if;
    case explained_algorithm::copy_if: return select_kind::copy_if;
    default: return select_kind::partition_copy;
    }
}

/// Elements of which every other one is 1, the second one first; the others are 0.
simulated::dry_content alternating(std::size_t element_bytes) {
    return [=](simulated::dry_reader const&, std::size_t offset, std::span<std::byte> read) {
        for (std::size_t i = 0; i < read.size(); i += element_bytes)
            read[i] = static_cast<std::byte>((offset + i) / element_bytes % 2);
    };
}

/// The words of a launch that keeps the order. Each block draws the tile of its own rank. The tile
/// before has published how many elements up to its end are selected, and so have all others.
simulated::dry_content published_in_time(std::uint64_t tile_size) {
    return [=](simulated::dry_reader const& reader, std::size_t offset, std::span<std::byte> read) {
        std::uint64_t const tiles = offset / sizeof(kernel::shared_word); // up to the word's own
        std::uint64_t const word =
            tiles == 0 ? reader.block : kernel::look_back_sum(tiles * (tile_size / 2));
        std::memcpy(read.data(), &word, read.size());
    };
}

} // namespace

launches count_selection(explain_request const& r, simulated::dry_run::selection blocks) {
    launches counted;
    call_result ran;
    std::size_t const bytes = known_types[r.value].size;
    auto options = counting_options(counted, bytes, blocks);
    select_request request;
    static_cast<call_options&>(request) = r;
    request.wanted = static_cast<std::uint32_t>(kind_of(r));
    options.dry->inputs = {alternating(bytes)};
    if (!is_by_warps(request) && !is_for_count(request))
        options.dry->scratch = {published_in_time(tile_sizes[r.value])};

    simulated::queue queue(ran, options);
    auto const place_output = [&] {
        void* const first = place_array(queue, r.n, r.offset, bytes);
        queue.add_output({first, r.n * bytes}, bytes);
        return select_output{first, {}, r.n};
    };
    request.value = r.value;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    queue.add_input(request.first, r.n * bytes);
    if (!is_for_count(request)) request.selected = place_output();
    if (is_for_both(request)) request.others = place_output();
    request.test = {0, ~std::uint64_t{}, 1, 0}; // the element's bits are those of 1
    std::uint64_t totals[2];
    request.totals = totals;
    simulated::run_selection(queue, request);
    return counted;
}

} // namespace gpu::inline v0::detail
