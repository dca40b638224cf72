// SPDX-License-Identifier: Apache-2.0
#include "mma.hpp"

#include "cuda/devices.hpp"
#include "cuda/fill.hpp"
#include "cuda/reduce/tables.hpp"
#include "matmul/product_facts.hpp"

#include <algorithm>
#include <cstddef>
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

constexpr auto strategy =
    static_cast<std::uint32_t>(index_of<policy::tensor_core, matmul_strategies>);
constexpr auto space = static_cast<std::uint32_t>(policy::tensor_core::spaces[0]);

/// Whether there are kernels for the types.
constexpr auto has_kernels =
    tabulate([]<class Value>(type_list<Value>) { return has_mma_kernels<cuda_queue, Value>; },
             matmul_types());

} // namespace

matmul_table<cuda_queue> const& matmul_kernels() {
    static matmul_table<cuda_queue> const table = make_table();
    return table;
}

std::string why_not_by_mma(std::uint32_t ordinal, matmul_request const& request) {
    int const capability = cuda_devices::get().capability(ordinal);
    std::string const version =
        std::to_string(capability / 10) + "." + std::to_string(capability % 10);
    if (capability < 80)
        return "tensor_core has kernels for GPUs of compute capability 8.0 or later; this one "
               "has " +
               version;
    if (!has_kernels[request.value])
        return "tensor_core has no kernels for matrices of " +
               std::string(known_matmul_types[request.value].name) +
               " on GPUs of compute capability " + version;
    constexpr auto tf32 = static_cast<std::uint32_t>(float_precision::tf32);
    if (request.value == index_of<float, matmul_types> && request.precision != tf32)
        return "on GPUs of compute capability " + version +
               ", tensor_core multiplies matrices of float only with .fast()";
    if (architecture_of_kernels(ordinal) < 80)
        return "the library was built without kernels for compute capability 8.0 or later, which "
               "tensor_core needs";
    return {};
}

bool is_mma_chosen(matmul_request const& r) { return std::min({r.m, r.n, r.k}) >= 64; }

void multiply_by_mma(cuda_queue& queue, matmul_request request) {
    request.strategy = strategy;
    request.space = space;
    run(matmul_kernels(), queue, request);
}

} // namespace gpu::inline v0::detail
