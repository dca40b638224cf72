// SPDX-License-Identifier: Apache-2.0
#include "external_queue.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/prepare.hpp"
#include "dispatch.hpp"

#include <gpualgo/error.hpp>

namespace gpu::inline v0::detail {

void open_queue(reduce_request const& given, external_queue& queue, call_result& ran) {
    reduce_request request = given;
    auto const where = prepare(request, strategy_of(request, known_strategies),
                               {owner_of_ranges(request), request.n == 0, "the range lies"}, ran);
    if (request.into != nullptr) check_into(request, where);
    if (where.device == host_id || (request.n == 0 && request.into == nullptr)) return;
    queue.result = request.into;
    queue.space = request.space;
    queue.block_size = request.block_size;
    queue.handle =
        backend_of(where.device).open_queue(where.device.ordinal, request, queue).release();
}

} // namespace gpu::inline v0::detail
