// SPDX-License-Identifier: Apache-2.0
#include "../backend.hpp"

#include "../extrema_table.hpp"
#include "../transform_table.hpp"
#include "devices.hpp"
#include "fill.hpp"
#include "lent_queue.hpp"
#include "matmul.hpp"
#include "memory.hpp"
#include "queue.hpp"
#include "round.hpp"
#include "staging.hpp"
#include "stream.hpp"
#include "tables.hpp"
#include "vendor.hpp"
#include "workspace.hpp"

#include <cstddef>
#include <exception>
#include <optional>

namespace gpu::inline v0::detail {
namespace {

reduce_table<cuda_queue> make_reductions() {
    reduce_table<cuda_queue> table;
    for_each(types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
        if constexpr (!is_small_float<T>) add_kernels<T>(table);
    });
    add_vendor(table);
    return table;
}

reduce_table<cuda_queue> const& reductions() {
    static reduce_table<cuda_queue> const table = make_reductions();
    return table;
}

transform_table<cuda_queue> make_transforms() {
    transform_table<cuda_queue> table;
    for_each(types{}, [&]<class T>(std::type_identity<T>, std::size_t) {
        if constexpr (!is_small_float<T> && !kernel::is_complex<T>) add_kernels<T>(table);
    });
    return table;
}

/// See backend.hpp. Memory is allocated, copied and filled on the default stream, and ready when
/// the call returns.
class cuda_devices_backend final : public backend {
public:
    std::uint32_t count() override { return cuda_devices::get().count(); }
    void describe(std::uint32_t ordinal, device_description& description) override {
        cuda_devices::get().describe(ordinal, description);
    }
    [[nodiscard]] bool reads_host_memory() const noexcept override { return false; }

    void* make_stream(std::uint32_t ordinal) override {
        device_scope const scope(ordinal);
        cudaStream_t stream = nullptr;
        // waits for the default stream, and that for it
        check_cuda(cudaStreamCreate(&stream), "cudaStreamCreate");
        return stream;
    }

    void end_stream(std::uint32_t ordinal, void* native_handle) noexcept override {
        try {
            device_scope const scope(ordinal);
            auto* const stream = static_cast<cudaStream_t>(native_handle);
            if (cudaStreamSynchronize(stream) == cudaSuccess) release_workspaces(ordinal, stream);
            ignore_failure(cudaStreamDestroy(stream));
        } catch (std::exception const&) {
            // CUDA is gone, as below.
        }
    }

    void synchronize(std::uint32_t ordinal, void* stream) override {
        device_scope const scope(ordinal);
        check_cuda(cudaStreamSynchronize(stream_of(stream)), "cudaStreamSynchronize");
    }

    void* allocate(std::uint32_t ordinal, std::size_t bytes, void* stream) override {
        device_scope const scope(ordinal);
        void* const memory = allocate_on(stream_of(stream), ordinal, bytes);
        try {
            wait(stream_of(stream)); // before that, work on other streams may not use it
        } catch (...) {
            deallocate_on(stream_of(stream), memory);
            throw;
        }
        return memory;
    }

    void deallocate(std::uint32_t ordinal, void* memory, void* stream) noexcept override {
        try {
            device_scope const scope(ordinal);
            deallocate_on(stream_of(stream), memory);
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

    void copy(void* target, void const* source, std::size_t bytes, void* stream) override {
        // a copy must not make a context on a GPU that has no part in it
        std::optional<device_scope> scope;
        if (std::uint32_t ordinal = 0;
            is_cuda_memory(target, ordinal) || is_cuda_memory(source, ordinal))
            scope.emplace(ordinal);
        copy_staged(stream_of(stream), target, source, bytes);
    }

    void fill(std::uint32_t ordinal, void* memory, std::size_t n, void const* element,
              std::size_t size) override {
        device_scope const scope(ordinal);
        fill_on(default_stream, cuda_devices::get().multiprocessors(ordinal), memory, n, element,
                size);
        wait(default_stream);
    }

    [[nodiscard]] device_id locate(void const* memory) noexcept override {
        std::uint32_t ordinal = 0;
        if (is_cuda_memory(memory, ordinal))
            return {static_cast<std::uint32_t>(device_kind::cuda), ordinal};
        return {static_cast<std::uint32_t>(device_kind::host), 0};
    }

    void reduce(std::uint32_t ordinal, reduce_request const& request, outcome& ran) override {
        cuda_queue queue(ordinal, ran, request.run);
        run(reductions(), queue, request);
    }

    void transform_reduce(std::uint32_t ordinal, transform_request const& request,
                          outcome& ran) override {
        static transform_table<cuda_queue> const table = make_transforms();
        cuda_queue queue(ordinal, ran, request.reduction->run);
        run(table, reductions(), queue, request);
    }

    void find_extrema(std::uint32_t ordinal, extrema_request const& request,
                      outcome& ran) override {
        static extrema_table<cuda_queue> const table = make_searches();
        cuda_queue queue(ordinal, ran, request.range->run);
        run(table, queue, request);
    }

    void reduce_into(std::uint32_t ordinal, reduce_request const& request, outcome& ran) override {
        if (request.n == 0) {
            device_scope const scope(ordinal);
            std::size_t const size = known_types[request.accumulator].size;
            fill_on(stream_of(request.run.stream), cuda_devices::get().multiprocessors(ordinal),
                    request.into, 1, request.init, size);
        } else {
            cuda_queue queue(ordinal, ran, request.run, cuda_queue::ending::leaves);
            if (request.accumulator == place_of<half, types>) reduce_rounded<half>(queue, request);
            else if (request.accumulator == place_of<bfloat16, types>)
                reduce_rounded<bfloat16>(queue, request);
            else reduce_left(queue, request, request.into);
        }
    }

    std::unique_ptr<lendable_queue> lend_queue(std::uint32_t ordinal, execution const& how,
                                               lent_queue& lent) override {
        return lend_cuda_queue(ordinal, how, lent);
    }

    void matmul(std::uint32_t ordinal, matmul_request const& request, outcome& ran) override {
        cuda_matmul(ordinal, request, ran);
    }

private:
    static void wait(cudaStream_t stream) {
        check_cuda(cudaStreamSynchronize(stream), "cudaStreamSynchronize");
    }

    /// The total stays on the GPU.
    static void reduce_left(cuda_queue& queue, reduce_request request, void* into) {
        alignas(std::max_align_t) std::byte nothing[sizeof(std::max_align_t)];
        request.result = nothing;
        queue.leave_result_in(into);
        run(reductions(), queue, request);
    }

    /// The total is computed in float, and rounded on the GPU.
    template <class T>
    static void reduce_rounded(cuda_queue& queue, reduce_request request) {
        auto* const total = queue.allocate<float>(1);
        float const init(*static_cast<T const*>(request.init));
        request.accumulator = place_of<float, types>;
        request.init = &init;
        reduce_left(queue, request, total);
        round_total(queue, total, static_cast<T*>(request.into));
    }
};

} // namespace

backend& cuda_backend() {
    static backend& only = *new cuda_devices_backend;
    return only;
}

} // namespace gpu::inline v0::detail
