// SPDX-License-Identifier: Apache-2.0
#include "matmul.hpp"

#include "../matmul_table.hpp"
#include "../text.hpp"
#include "cublas.hpp"
#include "queue.hpp"
#include "tables.hpp"

#include <gpualgo/error.hpp>

#include <string>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

matmul_table<cuda_queue> make_table() {
    matmul_table<cuda_queue> table;
    for_each(matmul_types{}, [&]<class Value>(std::type_identity<Value>, std::size_t) {
        add_kernels<Value>(table);
    });
    return table;
}

} // namespace

void cuda_matmul(std::uint32_t ordinal, matmul_request const& given, outcome& ran) {
    static matmul_table<cuda_queue> const table = make_table();
    bool const is_vendor = given.strategy == place_of<policy::vendor, matmul_strategies>;
    cuda_queue queue(ordinal, ran, given.run);
    if (is_vendor || given.strategy == place_of<policy::automatic, matmul_strategies>) {
        std::string const why_not = cublas_matmul(queue, given);
        if (why_not.empty()) return queue.note("cublasGemmEx");
        if (is_vendor) throw error(why_not);
        write_text(ran.text, why_not);
    }
    matmul_request request = given;
    if (request.strategy == place_of<policy::automatic, matmul_strategies>) {
        request.strategy = place_of<policy::register_tile, matmul_strategies>;
        request.space = static_cast<std::uint32_t>(policy::register_tile::spaces[0]);
    }
    run(table, queue, request);
    queue.wait();
}

} // namespace gpu::inline v0::detail
