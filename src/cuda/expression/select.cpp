// SPDX-License-Identifier: Apache-2.0
#include "select.hpp"

#include "run_time_kernel.hpp"
#include "select/request.hpp"
#include "select/table.hpp"

#include <gpualgo/kernel/select/launches.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

/// Stands for the test, which is compiled into the kernel.
struct test_in_kernel {};

/// The queue of kernel/select/launches.hpp for kernels that were made at run time.
class selection_queue {
public:
    selection_queue(cuda_queue& queue, select_request const& request)
        : queue_(queue), request_(request), kernel_(kernel_for(request, queue.ordinal())) {}

    template <class T>
    T* allocate(std::size_t count) {
        return queue_.allocate<T>(count);
    }
    template <class T>
    T* result() {
        return queue_.result<T>();
    }
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const {
        return queue_.resident_blocks(threads);
    }
    template <class T>
    T fetch(T const* result) {
        return queue_.fetch(result);
    }

    /// Launches the precompiled kernel that clears words.
    template <class Body>
    void launch(launch_config shape, kernel::clear_arguments arguments, kernel::plus) {
        queue_.launch<Body>(shape, arguments, kernel::plus());
    }
    template <class Body, class T>
    void launch(launch_config shape, kernel::select_arguments<T> arguments, test_in_kernel) {
        auto scalars = scalars_of(request_);
        finish_memory memory;
        void* addresses[] = {&arguments, &scalars, &memory};
        constexpr bool finishes = requires { Body::finishes; };
        queue_.launch<run_time_body>(shape,
                                     run_time_kernel{kernel_, name_of_kernel<Body>.body, addresses,
                                                     finishes ? &memory : nullptr},
                                     run_time_body());
    }

private:
    cuda_queue& queue_;
    select_request const& request_;
    cudaKernel_t kernel_;
};

template <class Bits>
kernel::select_totals select_bits(selection_queue& queue, select_request const& r) {
    auto const arguments = arguments_of<Bits>(r);
    if (is_for_count(r))
        return count_selected<false>(queue, arguments, default_block_size, test_in_kernel());
    return is_for_both(r) ? select_in_order<true>(queue, arguments, test_in_kernel())
                          : select_in_order<false>(queue, arguments, test_in_kernel());
}

} // namespace

void select_by_expression(cuda_queue& queue, select_request const& r) {
    selection_queue selection(queue, r);
    if (r.n == 0) return; // the kernel was to be made only
    switch (known_types[r.value].size) {
    case 1: return note_totals(r, select_bits<std::uint8_t>(selection, r));
    case 2: return note_totals(r, select_bits<std::uint16_t>(selection, r));
    case 4: return note_totals(r, select_bits<std::uint32_t>(selection, r));
    default: return note_totals(r, select_bits<std::uint64_t>(selection, r));
    }
}

} // namespace gpu::inline v0::detail
