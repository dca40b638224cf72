// SPDX-License-Identifier: Apache-2.0
#include "../backend.hpp"

#include "../extrema_table.hpp"
#include "../rounding.hpp"
#include "../transform_table.hpp"
#include "capture.hpp"
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

/// A stream that the call waits for, also while others are captured.
class waiting_stream {
public:
    /// Throws gpu::error if it is captured or may not be used, see capture.hpp.
    explicit waiting_stream(cudaStream_t stream) : stream_(stream) { check_not_captured(stream); }
    [[nodiscard]] cudaStream_t get() const { return stream_; }
    void wait() const { check_cuda(cudaStreamSynchronize(stream_), "cudaStreamSynchronize"); }

private:
    relaxed_capture relaxed_;
    cudaStream_t stream_;
};

/// See backend.hpp. Memory is copied and filled on the default stream, and ready when the call
/// returns.
class cuda_devices_backend final : public backend {
public:
    std::uint32_t listed() override { return cuda_devices::get().listed(); }
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
        try {
            expect_release(ordinal, stream);
        } catch (...) {
            ignore_failure(cudaStreamDestroy(stream));
            throw;
        }
        return stream;
    }

    void end_stream(std::uint32_t ordinal, void* native_handle) noexcept override {
        try {
            device_scope const scope(ordinal);
            relaxed_capture const relaxed;
            auto* const stream = static_cast<cudaStream_t>(native_handle);
            if (cudaStreamSynchronize(stream) == cudaSuccess) release_workspaces(ordinal, stream);
            ignore_failure(cudaStreamDestroy(stream));
        } catch (std::exception const&) {
            // CUDA is gone, as below.
        }
    }

    void synchronize(std::uint32_t ordinal, void* stream) override {
        device_scope const scope(ordinal);
        waiting_stream(stream_of(stream)).wait();
    }

    void* allocate(std::uint32_t ordinal, std::size_t bytes, void* stream) override {
        device_scope const scope(ordinal);
        if (stream == nullptr) return allocate_ready(ordinal, bytes);
        waiting_stream const waiting(stream_of(stream));
        void* const memory = allocate_on(waiting.get(), ordinal, bytes);
        try {
            waiting.wait(); // before that, work on other streams may not use it
        } catch (...) {
            deallocate_on(waiting.get(), ordinal, memory);
            throw;
        }
        return memory;
    }

    void deallocate(std::uint32_t ordinal, void* memory, void* stream) noexcept override {
        try {
            device_scope const scope(ordinal);
            deallocate_on(stream_of(stream), ordinal, memory);
        } catch (std::exception const&) {
            // CUDA is gone, after a fault or the end of `main`, and the memory with it.
        }
    }

    void* allocate_pinned(std::size_t bytes) override {
        device_scope const scope(cuda_devices::get().used());
        relaxed_capture const relaxed;
        void* memory = nullptr;
        check_cuda(cudaHostAlloc(&memory, bytes, cudaHostAllocPortable), "cudaHostAlloc", bytes);
        return memory;
    }

    void deallocate_pinned(void* memory) noexcept override {
        try {
            device_scope const scope(cuda_devices::get().used());
            relaxed_capture const relaxed;
            ignore_failure(cudaFreeHost(memory));
        } catch (std::exception const&) {
            // as above
        }
    }

    void copy(void* target, void const* source, std::size_t bytes, void* stream) override {
        // a copy must not make a context on a GPU that has no part in it
        std::optional<device_scope> scope;
        if (std::uint32_t ordinal = 0;
            is_cuda_memory(target, ordinal) || is_cuda_memory(source, ordinal))
            scope.emplace(ordinal);
        waiting_stream const waiting(stream_of(stream));
        copy_staged(waiting.get(), target, source, bytes);
    }

    void fill(std::uint32_t ordinal, void* memory, std::size_t n, void const* element,
              std::size_t size) override {
        device_scope const scope(ordinal);
        waiting_stream const waiting(default_stream);
        fill_on(waiting.get(), cuda_devices::get().multiprocessors(ordinal), memory, n, element,
                size);
        waiting.wait();
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
            (void)captured_graph(stream_of(request.run.stream)); // throws if it cannot be used
            fill_on(stream_of(request.run.stream), cuda_devices::get().multiprocessors(ordinal),
                    request.into, 1, request.init, size);
        } else {
            cuda_queue queue(ordinal, ran, request.run, cuda_queue::ending::leaves);
            if (known_types[request.accumulator].computed_in == request.accumulator)
                reduce_left(queue, request, request.into);
            else reduce_rounded(queue, request);
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
    /// The total stays on the GPU.
    static void reduce_left(cuda_queue& queue, reduce_request request, void* into) {
        alignas(std::max_align_t) std::byte nothing[sizeof(std::max_align_t)];
        request.result = nothing;
        queue.leave_result_in(into);
        run(reductions(), queue, request);
    }

    /// The total is computed in another type, and rounded on the GPU.
    static void reduce_rounded(cuda_queue& queue, reduce_request const& request) {
        reduce_request computed = request;
        computed.accumulator = known_types[request.accumulator].computed_in;
        alignas(std::max_align_t) std::byte init[largest_type];
        known_conversions[request.accumulator].widen(request.init, init);
        computed.init = init;
        auto* const total = queue.allocate<std::byte>(known_types[computed.accumulator].size);
        reduce_left(queue, computed, total);
        round_total(queue, request.accumulator, total, request.into);
    }
};

} // namespace

backend& cuda_backend() {
    static backend& only = *new cuda_devices_backend;
    return only;
}

} // namespace gpu::inline v0::detail
