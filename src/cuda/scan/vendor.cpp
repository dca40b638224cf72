// SPDX-License-Identifier: Apache-2.0
#include "vendor.hpp"

#include "cuda/check.hpp"

#include <cstddef>

namespace gpu::inline v0::detail {

void scan_by_vendor(cuda_queue& queue, scan_request const& request) {
    constexpr char const* name = "cub::DeviceScan";
    cub_storage storage;
    check_cuda(cub_scan(storage, request, queue.stream()), name);
    storage.memory = queue.allocate<std::byte>(storage.bytes);
    check_cuda(cub_scan(storage, request, queue.stream()), name);
    queue.note(name);
    queue.wait();
}

} // namespace gpu::inline v0::detail
