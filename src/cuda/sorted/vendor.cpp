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

/// Whether CUB counts elements of type T exactly between these bounds.
template <class T>
bool are_bounds_exact(edge lower, edge upper) {
    using limits = std::numeric_limits<T>;
    return lower >= limits::min() && upper <= limits::max() && upper - lower <= limits::max();
}

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

template <class T>
void run(cuda_queue& queue, sorted_request const& request, edge const* edges) {
    auto const bins = static_cast<int>(request.second_n - 1);
    launch(queue, cub_histogram<T>{.in = static_cast<T const*>(request.first),
                                   .n = request.n,
                                   .lower = static_cast<T>(edges[0]),
                                   .upper = static_cast<T>(edges[bins]),
                                   .bins = bins,
                                   .counts = output_of<std::uint32_t>(request)});
    queue.wait();
}

bool is_of(sorted_request const& request, std::size_t type) { return request.value == type; }

} // namespace

void byte_counter<cuda_queue>::launch(cuda_queue& queue, std::uint8_t const* in, std::size_t n,
                                      std::uint32_t* counts) {
    detail::launch(queue,
                   cub_histogram<std::uint8_t>{
                       .in = in, .n = n, .lower = 0, .upper = 256, .bins = 256, .counts = counts});
}

bool is_faster_by_vendor(sorted_request const& request, void const* edges) {
    constexpr std::size_t fewest = std::size_t{1} << 16, most_bins = 256;
    if (!is_for(request, sorted_function::histogram) || request.is_even == 0 ||
        request.out_size != sizeof(std::uint32_t) || request.n < fewest ||
        request.second_n - 1 > most_bins)
        return false;
    auto const exact = [&](auto are_exact) {
        auto const* const bounds = static_cast<edge const*>(edges);
        return are_exact(bounds[0], bounds[request.second_n - 1]);
    };
    if (is_of(request, index_of<std::int32_t, types>)) return exact(are_bounds_exact<std::int32_t>);
    if (is_of(request, index_of<std::uint32_t, types>))
        return exact(are_bounds_exact<std::uint32_t>);
    return false;
}

void histogram_by_vendor(cuda_queue& queue, sorted_request const& request, void const* edges) {
    auto const* const bounds = static_cast<edge const*>(edges);
    if (is_of(request, index_of<std::int32_t, types>)) run<std::int32_t>(queue, request, bounds);
    else run<std::uint32_t>(queue, request, bounds);
}

} // namespace gpu::inline v0::detail
