// SPDX-License-Identifier: Apache-2.0
/// @file
/// The steps of sorts on GPUs. Included only if `cuda_queue::launch` is defined.
#pragma once

#include "block_sort.hpp"
#include "cub_sort.hpp"
#include "cuda/check.hpp"
#include "cuda/queue.hpp"
#include "sort/queue_steps.hpp"

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The steps of a sort. Our kernels sort few keys, and count many keys of 1 or 2 bytes. CUB sorts
/// the rest. Values of other sizes than 4 and 8 bytes are gathered afterwards.
class cuda_sort_steps : public queue_steps<cuda_queue> {
public:
    /// @param is_by_vendor whether CUB sorts, however few the numbers are
    cuda_sort_steps(cuda_queue& queue, bool is_by_vendor)
        : queue_steps(queue), is_by_vendor_(is_by_vendor) {}

    template <class Bits, class Value>
    void sort(Bits* keys, Value* values, std::size_t n, kernel::sort_order<Bits> order) {
        constexpr bool has_values = !std::is_same_v<Value, kernel::no_value>;
        if constexpr (!has_values && sizeof(Bits) <= 4)
            if (!is_by_vendor_ && is_sorted_by_block<Bits>(n))
                return sort_in_block(queue_, keys, n, order);
        if (!is_by_vendor_ && try_own_kernels(keys, values, n, order)) return;
        constexpr char const* name = "cub::DeviceRadixSort";
        cub_sort_arrays<Bits, Value> arrays{{keys, nullptr}, {values, nullptr}, n};
        cub_storage storage;
        check_cuda(cub_sort(storage, arrays, order, queue_.stream()), name);
        // one allocation for all
        std::size_t const key_bytes = aligned(n * sizeof(Bits));
        std::size_t const value_bytes = has_values ? aligned(n * sizeof(Value)) : 0;
        auto* const memory = allocate<std::byte>(key_bytes + value_bytes + storage.bytes);
        arrays.keys[1] = reinterpret_cast<Bits*>(memory);
        if constexpr (has_values) arrays.values[1] = reinterpret_cast<Value*>(memory + key_bytes);
        storage.memory = memory + key_bytes + value_bytes;
        check_cuda(cub_sort(storage, arrays, order, queue_.stream()), name);
        queue_.note(name);
        if (arrays.keys[0] == keys) return;
        copy(keys, arrays.keys[0], n); // after an odd number of passes, or if one tile has all
        if constexpr (has_values) copy(values, arrays.values[0], n);
    }

    template <class Bits, class Index>
    bool sort_few_indices(Bits const* keys, Index* indices, std::size_t n,
                          kernel::sort_order<Bits> order) {
        return !is_by_vendor_ && queue_steps::sort_few_indices(keys, indices, n, order);
    }
    /// Merges, and sorts by one block, tell the host that they are done.
    void wait() { queue_.wait_for_result(); }

private:
    bool is_by_vendor_;

    /// @return bytes, rounded up so that what comes after them is aligned as allocations are
    static std::size_t aligned(std::size_t bytes) { return (bytes + 255) / 256 * 256; }

    template <class T>
    void copy(T* out, T const* in, std::size_t n) {
        check_cuda(
            cudaMemcpyAsync(out, in, n * sizeof(T), cudaMemcpyDeviceToDevice, queue_.stream()),
            "cudaMemcpyAsync");
    }
};

/// See sort.hpp.
inline void run_on_gpu(cuda_queue& queue, sort_request const& request) {
    if (is_question(request)) return run_question(queue, request);
    cuda_sort_steps steps(queue, is_by_vendor(request));
    run_sort(steps, request);
}

} // namespace gpu::inline v0::detail
