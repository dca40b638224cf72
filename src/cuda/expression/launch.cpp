// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include "expression/program.hpp"
#include "run_time_queue.hpp"

#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/reduce/positions.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace gpu::inline v0::detail {
template <>
void cuda_queue::launch<run_time_body>(launch_config shape, run_time_kernel run, run_time_body) {
    unsigned ticket = 0;
    if (run.memory != nullptr) {
        *run.memory = {workspace_->arrivals, nullptr, 0};
        if (into_ == nullptr)
            *run.memory = {workspace_->arrivals, workspace_->finished,
                           ticket = workspace_->take_ticket()};
    }
    launch_kernel(run.kernel, shape, run.arguments.data());
    ticket_ = ticket;
    note(shape, {run.name});
}

namespace {

/// The queue of kernel/reduce/launches.hpp for a kernel of the canonical order that was made at run
/// time.
/// @tparam Input see `fold_input`
/// @tparam T the unsigned integer with the bytes of an accumulator
template <class Input, class T>
class fold_queue : public run_time_queue<fold_request> {
public:
    using run_time_queue::run_time_queue;

    template <class Body>
    void launch(launch_config shape, kernel::canonical_arguments<Input, T> const& a, int) {
        launch_kernel<Body>(shape, fold_parameters<Input, T>{a.in, a.n, a.group_log,
                                                             offset_of_fold_scalars(request()),
                                                             a.partials, a.out, a.init});
    }
};

template <class Input, class T>
void fold_by_kernel(cuda_queue& queue, fold_request const& r, Input in) {
    T init{};
    std::size_t const size = size_of(result_of(r.load));
    std::memcpy(&init, r.init, size);
    fold_queue<Input, T> folding(queue, r);
    if (r.n == 0) return; // the kernel was to be made only
    T const total = reduce_automatic(folding, in, r.n, init, 0);
    std::memcpy(r.result, &total, size);
}

template <class Value>
void fold_values(cuda_queue& queue, fold_request const& r) {
    auto const* const first = static_cast<Value const*>(r.in[0].first);
    auto const* const second = static_cast<Value const*>(r.in[1].first);
    auto const fold = [&]<class T>(T) {
        auto const ranges = ranges_at_once(r);
        if (ranges == 0)
            fold_by_kernel<kernel::positions<Value>, T>(queue, r, kernel::positions<Value>());
        else if (ranges == 1) fold_by_kernel<Value const*, T>(queue, r, first);
        else fold_by_kernel<kernel::pairs<Value>, T>(queue, r, {first, second});
    };
    if (total_bytes_of(r) == 4) fold(std::uint32_t());
    else fold(std::uint64_t());
}

/// The ranges whose neighbouring elements kernels/transform.cu loads at once.
std::span<number_range const> read_at_once(transform_request const& r) {
    return inputs_of(r).first(ranges_at_once(r));
}

/// Elements that a thread of kernels/transform.cu loads at once: 16 bytes of the widest type.
std::size_t vector_width(transform_request const& r) {
    std::size_t widest = size_of(r.out.type);
    for (auto const& range : read_at_once(r)) widest = std::max(widest, size_of(range.type));
    return 16 / widest;
}

/// Whether vectors of that width may be loaded and stored whole.
bool is_aligned(transform_request const& r) {
    auto const fits = [width = vector_width(r)](number_range const& range) {
        return reinterpret_cast<std::uintptr_t>(range.first) % (width * size_of(range.type)) == 0;
    };
    return std::ranges::all_of(read_at_once(r), fits) && fits(r.out);
}

} // namespace

void transform_on_gpu(std::uint32_t ordinal, transform_request const& r, call_result& ran) {
    cuda_queue queue(ordinal, ran, r, cuda_queue::ending::leaves);
    auto const kernel = kernel_for(r, ordinal);
    if (r.n == 0) return; // the kernel was to be made only
    transform_request arguments = r;
    auto scalars = scalars_of(r);
    bool aligned = is_aligned(r);
    void* addresses[] = {&arguments.in[0].first,
                         &arguments.in[1].first,
                         &arguments.out.first,
                         &arguments.n,
                         &aligned,
                         &scalars};
    std::size_t const tile = std::size_t{256} * 4 * vector_width(r); // per block
    queue.launch<run_time_body>(launch_config{(r.n - 1) / tile + 1, 256, 0},
                                run_time_kernel{kernel, "transform", addresses}, run_time_body());
}

void fold_on_gpu(std::uint32_t ordinal, fold_request const& r, call_result& ran) {
    cuda_queue queue(ordinal, ran, r);
    with_bits(r.element_bytes, [&]<class Value>(Value) { fold_values<Value>(queue, r); });
}

} // namespace gpu::inline v0::detail
