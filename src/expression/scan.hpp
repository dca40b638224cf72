// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a scan by an expression, the same on the simulated device and on GPUs.
#pragma once

#include "scan_shape.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/kernel/scan/launches.hpp>

#include <cstddef>
#include <cstring>

namespace gpu::inline v0::detail {

/// The shape of scans whose blocks take a share of the tiles at once.
template <std::size_t Bytes>
using scan_at_once = number_scan_shape<Bytes, kernel::scan_way::at_once>;
/// The shape of longer ones. Tiles are as large.
template <std::size_t Bytes>
using scan_in_turn = number_scan_shape<Bytes, kernel::scan_way::in_turn>;

/// The grid for n numbers of so many bytes.
template <std::size_t Bytes, class Queue>
pipeline_grid number_scan_grid(Queue& queue, std::size_t n) {
    using shape = scan_in_turn<Bytes>;
    return pipeline_grid_of<opaque_total<Bytes>, shape>(queue, (n - 1) / shape::tile + 1);
}

/// Scans numbers of so many bytes in the canonical order.
/// @param op folds two `opaque_total<Bytes>`
template <std::size_t Bytes, class Queue, class Op>
void scan_numbers(Queue& queue, scan_expression_request const& r, Op op) {
    using element = opaque_number<Bytes>;
    scan_problem<element, opaque_total<Bytes>> problem{
        static_cast<element const*>(r.in[0].first),
        static_cast<element*>(const_cast<void*>(r.out.first)),
        r.n,
        {},
        r.init != nullptr,
        r.is_exclusive != 0};
    if (r.init != nullptr) std::memcpy(&problem.init, r.init, Bytes);
    scan_by_tiles<scan_at_once<Bytes>, scan_in_turn<Bytes>>(queue, problem, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
