// SPDX-License-Identifier: Apache-2.0
#include "vendor.hpp"

#include "cuda/check.hpp"

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

/// Launches CUB's reduction. Its scratch, some bytes per resident block, fits in the workspace.
void launch(cuda_queue& queue, cub_function reduce, void const* in, std::size_t n, void const* init,
            void* out) {
    constexpr char const* name = "cub::DeviceReduce::Reduce";
    cub_storage storage;
    check_cuda(reduce(storage, in, n, init, out, queue.stream()), name);
    storage.memory = queue.allocate<std::byte>(storage.bytes);
    check_cuda(reduce(storage, in, n, init, out, queue.stream()), name);
    queue.note(name);
}

template <class T, class Op>
void run_vendor(cuda_queue& queue, void const* in, std::size_t n, void const* init, void* result,
                unsigned) {
    T* const out = queue.result<T>();
    launch(queue, cub_reduction<T>(index_of<Op, vendor_operators>), in, n, init, out);
    *static_cast<T*>(result) = queue.fetch(out);
}

} // namespace

void add_vendor(reduce_table<cuda_queue>& table) {
    constexpr std::size_t strategy = index_of<policy::vendor, strategies>;
    constexpr auto space = static_cast<std::size_t>(policy::vendor::spaces[0]);
    for_each(vendor_operators{}, [&]<class Op>(std::type_identity<Op>, std::size_t) {
        for_each(vendor_types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
            static_assert(compiled<policy::vendor, T, T, Op>);
            table.named[index_of<T, types>][strategy][space][index_of<Op, operators>] =
                &run_vendor<T, Op>;
        });
    });
}

} // namespace gpu::inline v0::detail
