// SPDX-License-Identifier: Apache-2.0
#include "vendor.hpp"

#include "cuda/check.hpp"
#include "sorted/request.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {
namespace {

using edge = kernel::bin_edge<std::int32_t>;
static_assert(std::is_same_v<edge, kernel::bin_edge<std::uint32_t>>);

/// Launches the counting.
template <class T>
void launch(cuda_queue& queue, cub_histogram<T> const& histogram) {
    constexpr char const* name = "cub::DeviceHistogram::HistogramEven";
    cub_storage storage;
    check_cuda(cub_count(storage, histogram, queue.stream()), name);
    storage.memory = queue.allocate<std::byte>(storage.bytes);
    check_cuda(cub_count(storage, histogram, queue.stream()), name);
    queue.note(name);
}

/// Counts elements of type T, if CUB does so exactly between these bounds.
/// @return whether it did
template <class T>
bool run(cuda_queue& queue, sorted_request const& request, edge const* edges) {
    using limits = std::numeric_limits<T>;
    auto const bins = static_cast<int>(request.second_n - 1);
    edge const lower = edges[0], upper = edges[bins];
    if (lower < limits::min() || upper > limits::max() || upper - lower > limits::max())
        return false;
    launch(queue, cub_histogram<T>{.in = static_cast<T const*>(request.first),
                                   .n = request.n,
                                   .lower = static_cast<T>(lower),
                                   .upper = static_cast<T>(upper),
                                   .bins = bins,
                                   .counts = output_of<std::uint32_t>(request)});
    queue.wait();
    return true;
}

} // namespace

void byte_counter<cuda_queue>::launch(cuda_queue& queue, std::uint8_t const* in, std::size_t n,
                                      std::uint32_t* counts) {
    detail::launch(queue,
                   cub_histogram<std::uint8_t>{
                       .in = in, .n = n, .lower = 0, .upper = 256, .bins = 256, .counts = counts});
}

bool run_by_vendor(cuda_queue& queue, sorted_request const& request, void const* edges) {
    constexpr std::size_t fewest = std::size_t{1} << 16, most_bins = 256;
    if (!is_for(request, sorted_function::histogram) || request.is_even == 0 ||
        request.out_size != sizeof(std::uint32_t) || request.n < fewest ||
        request.second_n - 1 > most_bins)
        return false;
    auto const* const bounds = static_cast<edge const*>(edges);
    if (request.value == index_of<std::int32_t, types>)
        return run<std::int32_t>(queue, request, bounds);
    return request.value == index_of<std::uint32_t, types> &&
           run<std::uint32_t>(queue, request, bounds);
}

} // namespace gpu::inline v0::detail
