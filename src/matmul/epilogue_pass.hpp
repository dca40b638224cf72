// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launch of an epilogue, the same on the simulated device and on GPUs.
#pragma once

#include "epilogue.hpp"

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

template <class Queue>
using epilogue_function = void (*)(Queue& queue, matmul_request const& request,
                                   matmul_operand const& sums);

/// Writes C of a single product from its sums.
template <class Queue, class Value, class Result>
void run_epilogue(Queue& queue, matmul_request const& request, matmul_operand const& sums) {
    auto const arguments = epilogue_arguments_of<Value, Result>(request, sums);
    std::size_t const grid = std::min(kernel::pieces(arguments.m * arguments.n, default_block_size),
                                      queue.resident_blocks(default_block_size));
    queue.template launch<kernel::matmul_epilogue>(launch_config{grid, default_block_size, 0},
                                                   arguments, kernel::plus{});
}

/// The function for each type of A and B, and of C; null if it is not listed.
template <class Queue>
inline constexpr auto epilogues = tabulate(
    []<class Value, class Result>(type_list<Value, Result>) -> epilogue_function<Queue> {
        if constexpr (listed_epilogue<Value, Result>) return &run_epilogue<Queue, Value, Result>;
        else return nullptr;
    },
    matmul_types(), matmul_types());

} // namespace gpu::inline v0::detail

namespace gpu::inline v0::kernel {

// Found by argument-dependent lookup from kernel_name.hpp.
consteval detail::kernel_name name_of(std::type_identity<matmul_epilogue>) {
    return {"matmul_epilogue"};
}

} // namespace gpu::inline v0::kernel
