// SPDX-License-Identifier: Apache-2.0
#include "../matmul_names.hpp"
#include "../matmul_shape.hpp"
#include "../matmul_table.hpp"
#include "kernels.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>
#include <vector>

namespace gpu::inline v0::simulated {
namespace {

using namespace detail;

constexpr auto kernels = make_table<matmul_table<queue>>(matmul_types{});

/// Memory that matrices lie in.
struct extent {
    std::byte* begin;
    std::byte* end;
    bool written; ///< by kernels
};

extent extent_of(matrix_lines const& lines, bool written) {
    return {lines.first, lines.first + lines.span(), written};
}

/// Tells the queue which memory kernels may use. Lines of one matrix may lie between those of
/// another: then it is all one.
void add_matrices(queue& queue, matmul_request const& r) {
    std::size_t const value_bytes = known_matmul_types[r.value].size;
    std::size_t const result_bytes = known_matmul_types[r.result].size;
    std::vector<extent> extents{extent_of(lines_of(r.a, r.m, r.k, value_bytes), false),
                                extent_of(lines_of(r.b, r.k, r.n, value_bytes), false),
                                extent_of(lines_of(r.c, r.m, r.n, result_bytes), true)};
    std::erase_if(extents, [](extent const& e) { return e.begin == e.end; });
    std::sort(extents.begin(), extents.end(),
              [](extent const& x, extent const& y) { return x.begin < y.begin; });
    for (std::size_t i = 0; i < extents.size();) {
        extent all = extents[i++];
        for (; i < extents.size() && extents[i].begin < all.end; ++i)
            all = {all.begin, std::max(all.end, extents[i].end), all.written || extents[i].written};
        auto const bytes = static_cast<std::size_t>(all.end - all.begin);
        if (all.written) queue.add_output(all.begin, bytes, std::min(value_bytes, result_bytes));
        else queue.add_input(all.begin, bytes);
    }
}

} // namespace

void matmul(queue& queue, matmul_request const& given) {
    matmul_request request = given;
    if (request.strategy == place_of<policy::vendor, matmul_strategies>)
        throw error("the simulated device has no library of its vendor's");
    if (request.strategy == place_of<policy::automatic, matmul_strategies>) {
        request.strategy = place_of<policy::register_tile, matmul_strategies>;
        request.space = static_cast<std::uint32_t>(policy::register_tile::spaces[0]);
    }
    add_matrices(queue, request);
    run(kernels, queue, request);
}

} // namespace gpu::inline v0::simulated
