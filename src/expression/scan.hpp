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

/// Scans numbers of so many bytes in the canonical order. Scans of all lengths have one shape of
/// tiles, so that there is one kernel to be made.
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
    using shape = number_scan_shape<Bytes>;
    scan_by_tiles<shape, shape>(queue, problem, op);
    queue.wait();
}

} // namespace gpu::inline v0::detail
