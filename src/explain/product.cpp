// SPDX-License-Identifier: Apache-2.0
#include "counting.hpp"
#include "matmul/names.hpp"
#include "matmul/tile_heuristic.hpp"
#include "matmul/vector_heuristic.hpp"
#include "problem.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/kernel/matmul/register_tile.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <stdexcept>
#include <tuple>

namespace gpu::inline v0::detail {
namespace {

using selection = simulated::dry_run::selection;

/// Sizes of a product's dimensions after which the work of blocks repeats.
struct tile_extent {
    std::uint64_t m = 1, n = 1, k = 1;
    std::uint64_t least_k = 0;      ///< smaller products have another structure
    tile_choice of_register_tile{}; ///< also for the smaller products, if its tile is not 0
};

/// Alpha and beta.
template <class T>
constexpr T one{1};
template <class T>
constexpr T zero{};

constexpr auto ones = tabulate(
    []<class Value>(type_list<Value>) -> void const* { return &one<matmul_accumulator<Value>>; },
    matmul_types());
constexpr auto zeros = tabulate(
    []<class Value>(type_list<Value>) -> void const* { return &zero<matmul_accumulator<Value>>; },
    matmul_types());

template <unsigned N>
constexpr bool is_tile_of(std::string_view name) {
    return name == policy::cg_tile<N>::name;
}

/// The N of cg_tile<N>; 0 for other strategies.
unsigned tile_threads(std::string_view name) {
    unsigned found = 0;
    [&]<unsigned... Ns>(std::integer_sequence<unsigned, Ns...>) {
        ((is_tile_of<Ns>(name) ? void(found = Ns) : void()), ...);
    }
    (std::integer_sequence<unsigned, 1, 2, 4, 8, 16, 32>());
    return found;
}

/// The extents of tiles along k, of small and of large ones.
constexpr auto tile_depths = tabulate(
    []<class Value>(type_list<Value>) {
        return std::array{kernel::matmul_register_tile<64, 64>::depth<Value>,
                          kernel::large_register_tile<Value>::template depth<Value>};
    },
    matmul_types());

/// The tile of register_tile that the shape gets on the explained device. If blocks share it, each
/// step adds a tile along k to every part. The last part is shorter than the others, by the same
/// amount in the smaller products.
tile_extent register_tile_extent(explain_request const& r, std::size_t multiprocessors) {
    bool const is_wide = has_wide_tiles[r.value];
    auto choice = r.block_size == 256  ? tile_choice{128, 1}
                  : r.block_size == 64 ? tile_choice{64, 1}
                                       : choose_tile(r.m, r.n, r.k, multiprocessors, 1, is_wide);
    std::uint64_t const depth = tile_depths[r.value][choice.tile == 128];
    auto const whole = [=](std::uint64_t k) { return kernel::pieces(k, depth) * depth; };
    std::uint64_t const part = length_of_part(r.k, choice.splits, depth);
    choice.splits = kernel::pieces(r.k, part);
    std::uint64_t const missing = choice.splits * part - r.k;
    return {choice.tile, choice.tile == 128 && is_wide ? 256 : choice.tile, choice.splits * depth,
            choice.splits * whole(missing + 1) - missing, choice};
}

/// cg_tile: blocks compute neighbouring elements of C, a warp 32 / N of them.
tile_extent elements_per_tile(unsigned tile, unsigned threads) {
    std::uint64_t const per_warp = 32 / tile;
    std::uint64_t const per_block = (threads + tile - 1) / tile;
    std::uint64_t const elements = threads % 32 == 0 ? per_warp : std::lcm(per_warp, per_block);
    return {elements, elements, tile};
}

tile_extent extent_of(explain_request const& r, std::size_t accumulator_bytes,
                      std::size_t multiprocessors) {
    auto const name = known_matmul_strategies[r.strategy].name;
    std::uint64_t const warps = r.block_size / 32;
    if (name == policy::automatic::name || name == policy::register_tile::name)
        return register_tile_extent(r, multiprocessors);
    if (name == policy::row_on_x::name) return {32, warps, 1};
    if (name == policy::row_on_y::name) return {warps, 32, 1};
    if (name == policy::warp_shuffle::name) return {32 / accumulator_bytes, 32, 32};
    if (unsigned const tile = tile_threads(name)) return elements_per_tile(tile, r.block_size);
    if (name == policy::shared_tile::name || name == policy::bank_conflict_free::name) {
        auto const edge = static_cast<std::uint64_t>(std::lround(std::sqrt(r.block_size)));
        return {edge, edge, edge};
    }
    return {1, 1, r.block_size}; // a block per element, whose threads share k
}

/// Extends units so that they keep all addresses modulo a sector.
dimensions aligned(explain_request const& r, tile_extent const& extent, std::size_t value_bytes,
                   std::size_t result_bytes) {
    auto const sectors = [](std::uint64_t step) { return 32 / std::gcd<std::uint64_t>(32, step); };
    std::uint64_t const n_sectors = sectors(std::gcd(value_bytes, result_bytes));
    std::uint64_t const m_sectors =
        std::lcm(sectors(r.k * value_bytes), sectors(r.n * result_bytes));
    // exchanges in global memory: a block's slots follow those of the block before
    std::uint64_t const slots =
        r.space == static_cast<std::uint32_t>(memory_space::global) ? sectors(4 * r.block_size) : 1;
    std::uint64_t const m_unit = std::lcm(std::lcm(extent.m, m_sectors), slots);
    std::uint64_t const n_unit = std::lcm(std::lcm(extent.n, n_sectors), slots);
    std::uint64_t const k_unit = std::lcm(extent.k, sectors(value_bytes));
    // rows of smaller matrices would share sectors that rows of large ones do not share
    std::uint64_t const least_n = n_unit + 32 / std::gcd(value_bytes, result_bytes);
    std::uint64_t const least_k = std::max(k_unit + 32 / value_bytes, extent.least_k);
    return {{{r.m, m_unit}, {r.n, n_unit, least_n}, {r.k, k_unit, least_k}}};
}

/// Products of a matrix and a few vectors are not extrapolated: their grid depends on the shape.
constexpr std::uint64_t most_vector_products = std::uint64_t{1} << 26;

/// Whether `automatic` has a kernel for a matrix and a few vectors, row-major.
bool is_vector_product(explain_request const& r) {
    if (r.strategy != index_of<policy::automatic, matmul_strategies>) return false;
    matmul_request request;
    request.value = r.value;
    request.m = static_cast<std::int64_t>(r.m);
    request.n = static_cast<std::int64_t>(r.n);
    request.k = static_cast<std::int64_t>(r.k);
    request.a.row_stride = request.k;
    request.b.row_stride = request.n;
    return has_vector_kernel(request);
}

void check_vector_product(explain_request const& r) {
    if (r.m * r.n <= most_vector_products / r.k) return;
    throw std::invalid_argument("products of a matrix and a few vectors are not extrapolated; at "
                                "most 2^26 products of elements are allowed");
}

/// A row-major matrix.
matmul_operand place_matrix(simulated::queue& queue, std::uint64_t rows, std::uint64_t columns,
                            std::size_t bytes) {
    matmul_operand matrix;
    matrix.data = queue.reserve_addresses(rows * columns * bytes);
    matrix.row_stride = static_cast<std::int64_t>(columns);
    matrix.column_stride = 1;
    return matrix;
}

} // namespace

launches count_product(explain_request const& given, std::uint64_t exact_up_to) {
    explain_request r = given;
    constexpr auto results = tabulate(
        []<class Value>(type_list<Value>) { return number_of<matmul_result<Value>, matmul_types>; },
        matmul_types());
    constexpr auto accumulator_sizes =
        tabulate([]<class Value>(type_list<Value>) { return sizeof(matmul_accumulator<Value>); },
                 matmul_types());
    std::uint32_t const result = results[r.value];
    std::size_t const value_bytes = known_matmul_types[r.value].size;
    std::size_t const result_bytes = known_matmul_types[result].size;
    if (is_vector_product(r)) {
        check_vector_product(r);
        exact_up_to = most_vector_products;
    }
    auto const extent = extent_of(r, accumulator_sizes[r.value], explained_multiprocessors);
    auto const& tiles = extent.of_register_tile;
    bool const is_by_tiles = tiles.tile > 0 && !is_vector_product(r);
    auto const counted_launches = [&](sizes const& size, selection blocks, auto launch) {
        auto const [m, n, k] = size;
        launches counted;
        call_result ran;
        simulated::queue queue(
            ran, counting_options(counted, std::gcd(value_bytes, result_bytes), blocks));
        matmul_request request;
        static_cast<call_options&>(request) = r;
        request.value = r.value;
        request.result = result;
        request.m = static_cast<std::int64_t>(m);
        request.n = static_cast<std::int64_t>(n);
        request.k = static_cast<std::int64_t>(k);
        request.a = place_matrix(queue, m, k, value_bytes);
        request.b = place_matrix(queue, k, n, value_bytes);
        request.c = place_matrix(queue, m, n, result_bytes);
        request.alpha = ones[r.value];
        request.beta = zeros[r.value];
        launch(queue, request);
        return counted;
    };
    auto const run = [&](sizes const& size, selection blocks) {
        return counted_launches(size, blocks, [&](auto& queue, auto const& request) {
            if (is_by_tiles) simulated::matmul_by_tiles(queue, request, tiles);
            else simulated::matmul(queue, request);
        });
    };
    launches all = extrapolated(aligned(r, extent, value_bytes, result_bytes), run, exact_up_to);
    // the grid that adds parts of k is limited, so that its work does not grow by units
    if (is_by_tiles && all.size() == 2)
        all[1] = counted_launches({r.m, r.n, r.k}, selection::all,
                                  [&](auto& queue, auto const& request) {
                                      simulated::add_parts_of_product(queue, request, tiles.splits);
                                  })[0];
    return all;
}

} // namespace gpu::inline v0::detail
