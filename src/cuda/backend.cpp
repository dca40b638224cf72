// SPDX-License-Identifier: Apache-2.0
#include "../backend.hpp"

#include "devices.hpp"
#include "fill.hpp"
#include "lent_queue.hpp"
#include "matmul.hpp"
#include "memory.hpp"
#include "queue.hpp"
#include "reductions.hpp"
#include "transforms.hpp"

#include <optional>

namespace gpu::inline v0::detail {
namespace {

reduce_table<cuda_queue> make_reductions() {
    reduce_table<cuda_queue> table;
    for_each(types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
        if constexpr (!is_small_float<T>) add_reductions<T>(table);
    });
    return table;
}

reduce_table<cuda_queue> const& reductions() {
    static reduce_table<cuda_queue> const table = make_reductions();
    return table;
}

transform_table<cuda_queue> make_transforms() {
    transform_table<cuda_queue> table;
    for_each(types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
        if constexpr (!is_small_float<T>) add_transforms<T>(table);
    });
    return table;
}

/// See backend.hpp. Memory is allocated, copied and filled on the default stream, and ready when the call returns.
class cuda_devices_backend final : public backend {
public:
    std::uint32_t count() override { return cuda_devices::get().count(); }
    void describe(std::uint32_t ordinal, device_description& description) override { cuda_devices::get().describe(ordinal, description); }
    [[nodiscard]] bool reads_host_memory() const noexcept override { return false; }

    void* allocate(std::uint32_t ordinal, std::size_t bytes) override {
        device_scope const scope(ordinal);
        void* const memory = allocate_on(default_stream, ordinal, bytes);
        try {
            synchronize(); // before that, work on other streams may not use it
        } catch (...) {
            deallocate_on(default_stream, memory);
            throw;
        }
        return memory;
    }

    void deallocate(std::uint32_t ordinal, void* memory) noexcept override {
        try {
            device_scope const scope(ordinal);
            deallocate_on(default_stream, memory);
        } catch (std::exception const&) {
            // CUDA is gone, after a fault or the end of `main`, and the memory with it.
        }
    }

    void* allocate_pinned(std::size_t bytes) override {
        device_scope const scope(0);
        void* memory = nullptr;
        check_cuda(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), "cudaHostAlloc", bytes);
        return memory;
    }

    void deallocate_pinned(void* memory) noexcept override { ignore_failure(cudaFreeHost(memory)); }

    void copy(void* target, void const* source, std::size_t bytes) override {
        std::optional<device_scope> scope; // a copy must not make a context on a GPU that has no part in it
        if (std::uint32_t ordinal = 0; is_cuda_memory(target, ordinal) || is_cuda_memory(source, ordinal)) scope.emplace(ordinal);
        check_cuda(cudaMemcpyAsync(target, source, bytes, cudaMemcpyDefault, default_stream), "cudaMemcpyAsync");
        synchronize();
    }

    void fill(std::uint32_t ordinal, void* memory, std::size_t n, void const* element, std::size_t size) override {
        device_scope const scope(ordinal);
        fill_on(default_stream, cuda_devices::get().multiprocessors(ordinal), memory, n, element, size);
        synchronize();
    }

    [[nodiscard]] device_id locate(void const* memory) noexcept override {
        std::uint32_t ordinal = 0;
        if (is_cuda_memory(memory, ordinal)) return {static_cast<std::uint32_t>(device_kind::cuda), ordinal};
        return {static_cast<std::uint32_t>(device_kind::host), 0};
    }

    void reduce(std::uint32_t ordinal, reduce_request const& request, outcome& ran) override {
        cuda_queue queue(ordinal, ran);
        run(reductions(), queue, request);
    }

    void transform_reduce(std::uint32_t ordinal, transform_request const& request, outcome& ran) override {
        static transform_table<cuda_queue> const table = make_transforms();
        cuda_queue queue(ordinal, ran);
        run(table, queue, request, [&](reduce_request const& reduction) { run(reductions(), queue, reduction); });
    }

    std::unique_ptr<lendable_queue> lend_queue(std::uint32_t ordinal, lent_queue& lent) override { return lend_cuda_queue(ordinal, lent); }

    void matmul(std::uint32_t ordinal, matmul_request const& request, outcome& ran) override { cuda_matmul(ordinal, request, ran); }

private:
    static void synchronize() { check_cuda(cudaStreamSynchronize(default_stream), "cudaStreamSynchronize"); }
};

} // namespace

backend& cuda_backend() {
    static backend& only = *new cuda_devices_backend;
    return only;
}

} // namespace gpu::inline v0::detail
