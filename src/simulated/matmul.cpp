// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"
#include "matmul/epilogue_pass.hpp"
#include "matmul/names.hpp"
#include "matmul/shape.hpp"
#include "matmul/table.hpp"

#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::simulated {
namespace {

using namespace detail;

constexpr auto kernels = make_table<matmul_table<queue>>(matmul_types{});

/// Registers the memory that kernels may access. A and B may overlap, and lines of C may lie
/// between theirs.
void add_matrices(queue& queue, matmul_request const& r) {
    std::size_t const value_bytes = known_matmul_types[r.value].size;
    std::size_t const result_bytes = known_matmul_types[r.result].size;
    auto const c = lines_of(r.c, r.m, r.n, result_bytes);
    queue.add_output({c.first, c.bytes, c.count, c.step}, result_bytes);
    auto const a = lines_of(r.a, r.m, r.k, value_bytes);
    auto const b = lines_of(r.b, r.k, r.n, value_bytes);
    queue.add_inputs(a.first, a.span(), b.first, b.span());
    for (std::uint32_t s = 0; s < r.then.count; ++s)
        if (auto const& step = r.then.step[s]; step.vector != nullptr)
            queue.add_input(step.vector, static_cast<std::size_t>(step.length) *
                                             known_matmul_types[step.value].size);
}

/// Uninitialised memory for the sums of a product.
void* allocate_sums(queue& queue, matmul_request const& r) {
    std::size_t const bytes = bytes_of_sums(r);
    if (r.value == index_of<double, matmul_types>)
        return queue.allocate<double>(bytes / sizeof(double));
    return queue.allocate<float>(bytes / sizeof(float)); // or int32
}

/// The same product with register_tile instead of automatic, unless there is a kernel for a matrix
/// and a vector.
matmul_request with_kernel(matmul_request request) {
    if (request.strategy == index_of<policy::automatic, matmul_strategies>) {
        if (!has_vector_kernel(request))
            request.strategy = index_of<policy::register_tile, matmul_strategies>;
        request.space = static_cast<std::uint32_t>(policy::register_tile::spaces[0]);
    }
    return request;
}

/// Functions by the type of A and B.
/// @param launch is called with the queue, and a problem with an alpha of 1
template <class... Extra>
constexpr auto by_value(auto launch) {
    return tabulate(
        [=]<class Value>(type_list<Value>) {
            return +[](queue& queue, matmul_request const& request, Extra... extra) {
                using result = matmul_result<Value>;
                decltype(launch)()(queue, problem_of<Value, result, std::size_t>(request),
                                   extra...);
            };
        },
        matmul_types());
}

constexpr auto tiles =
    by_value<tile_choice>([]<class P>(queue& queue, P const& problem, tile_choice const& choice) {
        matmul_register_tiles(queue, problem, choice, {});
    });

constexpr auto parts = by_value<std::size_t>(
    []<class Value, class Result>(
        queue& queue, kernel::matmul_problem<Value, Result> const& problem, std::size_t splits) {
        divided_k<matmul_accumulator<Value>> const divided(queue, problem.m, problem.n, splits,
                                                           splits, 1);
        matmul_add_parts(queue, problem, divided, {});
    });

} // namespace

void matmul_by_tiles(queue& queue, matmul_request const& request, tile_choice const& choice) {
    add_matrices(queue, request);
    tiles[request.value](queue, request, choice);
}

void add_parts_of_product(queue& queue, matmul_request const& request, std::size_t splits) {
    add_matrices(queue, request);
    parts[request.value](queue, request, splits);
}

void matmul(queue& queue, matmul_request const& given) {
    auto const request = with_kernel(given);
    if (request.strategy == index_of<policy::vendor, matmul_strategies>)
        throw error("the simulated device has no vendor library");
    if (request.strategy == index_of<policy::tensor_core, matmul_strategies>)
        throw error("the simulated device has no tensor cores");
    add_matrices(queue, request);
    if (!has_epilogue(request) || is_fused_by_register_tile(request))
        return run(kernels, queue, request);
    auto const sums = sums_of(request, allocate_sums(queue, request), request.c.memory);
    run(kernels, queue, sums);
    epilogues<simulated::queue>[request.value][request.result](queue, request, sums.c);
}

} // namespace gpu::inline v0::simulated
