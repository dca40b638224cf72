// SPDX-License-Identifier: Apache-2.0
#include "call/tabulate.hpp"
#include "cuda/scan/vendor.hpp"

#include <gpualgo/abi/scan_lists.hpp>

#define CCCL_DISABLE_NVTX // profilers see our own range for every call, unless GPUALGO_NVTX=0
#include <cub/device/device_scan.cuh>

#include <cuda/std/functional>

#include <concepts>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

using cub_scan_function = cudaError_t (*)(cub_storage& storage, scan_request const& request,
                                          cudaStream_t stream);

/// Sums of unsigned integers wrap; those of signed ones have the same bits.
template <class T>
struct summed_as {
    using type = T;
};
template <std::integral T>
struct summed_as<T> {
    using type = std::conditional_t<sizeof(T) == 8, unsigned long long, unsigned>;
};

template <class T>
cudaError_t scan_sums(cub_storage& storage, scan_request const& request, cudaStream_t stream) {
    auto const* const in = static_cast<T const*>(request.first);
    auto* const out = static_cast<T*>(request.out);
    cuda::std::plus<> const add{};
    std::size_t const n = request.n;
    if (request.init == nullptr)
        return cub::DeviceScan::InclusiveScan(storage.memory, storage.bytes, in, out, add, n,
                                              stream);
    T const init = *static_cast<T const*>(request.init);
    if (request.kind == static_cast<std::uint32_t>(scan_kind::exclusive))
        return cub::DeviceScan::ExclusiveScan(storage.memory, storage.bytes, in, out, add, init, n,
                                              stream);
    return cub::DeviceScan::InclusiveScanInit(storage.memory, storage.bytes, in, out, add, init, n,
                                              stream);
}

} // namespace

cudaError_t cub_scan(cub_storage& storage, scan_request const& request, cudaStream_t stream) {
    // null for types that CUB's scans are not compiled for
    static constexpr auto table = tabulate(
        []<class T>(type_list<T>) -> cub_scan_function {
            if constexpr (strategy_scan<policy::vendor, T, kernel::plus>)
                return &scan_sums<typename summed_as<T>::type>;
            else return nullptr;
        },
        types());
    return table[request.value](storage, request, stream);
}

} // namespace gpu::inline v0::detail
