// SPDX-License-Identifier: Apache-2.0
#include "external_queue.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/names.hpp"
#include "call/options.hpp"
#include "call/placement.hpp"
#include "dispatch.hpp"

#include <gpualgo/error.hpp>

#include <string>

namespace gpu::inline v0::detail {

void open_queue(reduce_request const& request, external_queue& queue, call_result& ran) {
    if (request.strategy >= known_strategies.size())
        throw unsupported_operator("this library has no strategy number " +
                                   std::to_string(request.strategy));
    auto const& strategy = known_strategies[request.strategy];
    std::uint32_t space = request.space;
    check_options(request.block_size, space, strategy);

    bool const is_automatic = request.strategy == index_of<policy::automatic, strategies>;
    auto const where = place(owner_of_range(request), request.n == 0, request.target, is_automatic,
                             "the range lies");
    check_execution(request.run, where.device);
    if (request.into != nullptr) check_into(request, where);
    ran.device = where.device;
    if (where.device == host_id || (request.n == 0 && request.into == nullptr)) return;
    queue.result = request.into;
    queue.space = space;
    queue.block_size = request.block_size == unspecified ? default_block_size : request.block_size;
    queue.handle =
        backend_of(where.device).lend_queue(where.device.ordinal, request.run, queue).release();
}

} // namespace gpu::inline v0::detail
