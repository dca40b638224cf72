// expect: invalid use of incomplete type
// and: class pool_resource;     // #include <gpualgo/pool_resource.hpp>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

gpu::device_resource memory(gpu::device::host());
auto const pool = gpu::pool_resource(memory);
