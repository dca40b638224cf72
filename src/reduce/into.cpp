// SPDX-License-Identifier: Apache-2.0
/// Reductions whose result stays on the device.
#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/names.hpp"
#include "call/placement.hpp"
#include "call/scratch.hpp"
#include "dispatch.hpp"

#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {

void check_into(reduce_request const& r, placement const& where) {
    bool const on_gpu = where.device.kind == static_cast<std::uint32_t>(device_kind::cuda);
    auto const owner = owner_of(r.into_memory, r.into);
    if (owner ? *owner != where.device : on_gpu)
        throw std::invalid_argument("out lies on " + name_of(owner.value_or(host_id)) +
                                    ", but the call runs on " + name_of(where.device));
    if (where.staged)
        throw std::invalid_argument("the range lies in memory of the host, which " +
                                    name_of(where.device) + " cannot read; copy it there first");
    if (is_given(r.run.scratch))
        throw std::invalid_argument(
            "with(resource) was given; reduce_into has the workspace of its stream");
}

void dispatch_reduce_into(reduce_request const& given, call_result& ran) {
    if (given.into == nullptr) throw std::invalid_argument("out is a null pointer");
    reduce_request request = given;
    auto const where = prepare(request, ran);
    check_into(request, where);
    if (where.device.kind == static_cast<std::uint32_t>(device_kind::cuda)) {
        backend_of(where.device).reduce_into(where.device.ordinal, request, ran);
        ran.bytes = request.n * known_types[request.value].size;
    } else {
        alignas(std::max_align_t) std::byte total[sizeof(std::max_align_t)];
        request.result = total;
        reduce_at(where, request, ran);
        std::memcpy(request.into, total, known_types[request.accumulator].size);
    }
}

} // namespace gpu::inline v0::detail
