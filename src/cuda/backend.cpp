// SPDX-License-Identifier: Apache-2.0
#include "call/backend.hpp"

#include "call/immortal.hpp"
#include "capture.hpp"
#include "chunk_buffer.hpp"
#include "context.hpp"
#include "cuda/elementwise/elementwise.hpp"
#include "cuda/expression/extrema.hpp"
#include "cuda/expression/find.hpp"
#include "cuda/expression/launch.hpp"
#include "cuda/expression/select.hpp"
#include "cuda/find/find.hpp"
#include "cuda/matmul/matmul.hpp"
#include "cuda/reduce/groups.hpp"
#include "cuda/reduce/round.hpp"
#include "cuda/reduce/tables.hpp"
#include "cuda/reduce/vendor.hpp"
#include "cuda/reduce_by_key/reduce_by_key.hpp"
#include "cuda/scan/vendor.hpp"
#include "cuda/select/select.hpp"
#include "cuda/sort/sort.hpp"
#include "cuda/sorted/sorted.hpp"
#include "cuda/top_k/top_k.hpp"
#include "devices.hpp"
#include "external_queue.hpp"
#include "extrema/table.hpp"
#include "fill.hpp"
#include "find/table.hpp"
#include "held_objects.hpp"
#include "host/memory.hpp"
#include "memory.hpp"
#include "peer_copy.hpp"
#include "pointers.hpp"
#include "queue.hpp"
#include "reduce/request.hpp"
#include "reduce/rounding.hpp"
#include "reduce/transform_table.hpp"
#include "reduce_by_key/table.hpp"
#include "scan/table.hpp"
#include "select/table.hpp"
#include "sorted/table.hpp"
#include "staging.hpp"
#include "stream.hpp"
#include "workspace.hpp"

#include <cstddef>
#include <exception>
#include <memory>
#include <optional>
#include <span>

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

scan_table<cuda_queue> make_scans() {
    scan_table<cuda_queue> table;
    for_each(types{}, [&]<class T>(std::type_identity<T>, std::size_t) { add_kernels<T>(table); });
    return table;
}

/// The CUDA backend, see backend.hpp. Copies and fills use the default stream if none is given, and
/// are complete when the call returns.
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
        auto const context = context_of(ordinal);
        cudaStream_t stream = nullptr;
        // a blocking stream: it and the default stream wait for each other
        check_cuda(cudaStreamCreate(&stream), "cudaStreamCreate");
        try {
            expect_release(context, stream);
            note_held(stream, 1, context);
        } catch (...) {
            release_workspaces(context, stream, false);
            ignore_failure(cudaStreamDestroy(stream));
            throw;
        }
        return stream;
    }

    void end_stream(std::uint32_t ordinal, void* native_handle) noexcept override {
        if (is_lost(native_handle)) return;
        try {
            device_scope const scope(ordinal);
            relaxed_capture const relaxed;
            auto* const stream = static_cast<cudaStream_t>(native_handle);
            cudaError_t const code = cudaStreamSynchronize(stream);
            ignore_failure(code);
            release_workspaces(context_of(ordinal), stream, code == cudaSuccess);
            ignore_failure(cudaStreamDestroy(stream));
        } catch (std::exception const&) {
            // CUDA has shut down, see below.
        }
    }

    void synchronize(std::uint32_t ordinal, void* stream) override {
        check_held(ordinal, stream);
        device_scope const scope(ordinal);
        waiting_stream(stream_of(stream)).wait();
    }

    void* allocate(std::uint32_t ordinal, std::size_t bytes, void* stream) override {
        device_scope const scope(ordinal);
        void* const memory = stream == nullptr ? allocate_ready(ordinal, bytes)
                                               : allocate_and_wait(ordinal, bytes, stream);
        try {
            note_held(memory, bytes, context_of(ordinal));
        } catch (...) {
            deallocate_idle(ordinal, memory);
            throw;
        }
        return memory;
    }

    void deallocate(std::uint32_t ordinal, void* memory, void* stream) noexcept override {
        if (is_lost(memory)) return;
        try {
            device_scope const scope(ordinal);
            deallocate_on(stream_of(stream), ordinal, memory);
        } catch (std::exception const&) {
            // CUDA has shut down, after a fault or the end of `main`, and its memory is gone.
        }
    }

    void check_held(std::uint32_t ordinal, void const* object) override {
        notice_reset(ordinal);
        detail::check_held(object);
    }

    void lock_pages(void* memory, std::size_t bytes) override {
        // with fewer free pages, the system would kill processes
        if (auto const free = free_memory(); bytes > free)
            throw out_of_memory("the host has no " + std::to_string(bytes) +
                                    " bytes that can be locked; " + std::to_string(free) +
                                    " are free",
                                bytes, free);
        device_scope const scope(cuda_devices::get().used());
        relaxed_capture const relaxed;
        check_cuda(cudaHostRegister(memory, bytes, cudaHostRegisterPortable), "cudaHostRegister",
                   bytes);
    }

    void unlock_pages(void* memory) noexcept override {
        std::uint32_t ordinal = 0;
        if (cuda_devices::is_forked() || !is_locked_memory(memory, ordinal)) return;
        try {
            device_scope const scope(ordinal);
            relaxed_capture const relaxed;
            ignore_failure(cudaHostUnregister(memory));
        } catch (std::exception const&) {
            // as above
        }
    }

    void copy(void* target, void const* source, std::size_t bytes, void* stream) override {
        std::uint32_t to = 0;
        std::uint32_t from = 0;
        bool const is_to_gpu = is_cuda_memory(target, to);
        bool const is_from_gpu = is_cuda_memory(source, from);
        // a copy must not create a context on an unrelated GPU
        std::optional<device_scope> scope;
        if (is_to_gpu || is_from_gpu) scope.emplace(is_to_gpu ? to : from);
        waiting_stream const waiting(stream_of(stream));
        if (is_to_gpu && is_from_gpu && to != from)
            copy_between_gpus(waiting.get(), {to, target}, {from, source}, bytes);
        else copy_staged(waiting.get(), target, source, bytes);
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

    void reduce(std::uint32_t ordinal, reduce_request const& request, call_result& ran) override {
        if (stays_on_device(request)) return reduce_into(ordinal, request, ran);
        cuda_queue queue(ordinal, ran, request);
        run(tables(), queue, request);
    }

    std::unique_ptr<pending_groups>
    start_groups(std::uint32_t ordinal, reduce_request const& request, std::uint64_t first_segment,
                 std::span<host_copy const> copies, call_result& ran) override {
        return start_cuda_groups(tables(), ordinal, request, first_segment, copies, ran);
    }

    std::unique_ptr<chunk_buffer> make_chunk_buffer(std::uint32_t ordinal, std::size_t bytes,
                                                    call_options const& options) override {
        return make_cuda_chunk_buffer(ordinal, bytes, options);
    }

    void find_extrema(std::uint32_t ordinal, extrema_request const& request,
                      call_result& ran) override {
        static extrema_table<cuda_queue> const table = make_searches();
        cuda_queue queue(ordinal, ran, request);
        if (request.keys != nullptr) find_extrema_by_keys(queue, request);
        else run(table, queue, request);
    }

    void find(std::uint32_t ordinal, find_request const& request, call_result& ran) override {
        static find_table<cuda_queue> const table = make_finds();
        cuda_queue queue(ordinal, ran, request);
        if (request.expression != nullptr) find_by_expression(queue, request);
        else run(table, queue, request);
    }

    void scan(std::uint32_t ordinal, scan_request const& request, call_result& ran) override {
        static scan_table<cuda_queue> const table = make_scans();
        cuda_queue queue(ordinal, ran, request,
                         request.leaves != 0 ? cuda_queue::ending::leaves
                                             : cuda_queue::ending::waits);
        if (request.strategy == index_of<policy::vendor, scan_strategies>)
            scan_by_vendor(queue, transformed(table, queue, request));
        else run(table, queue, request);
    }

    void select(std::uint32_t ordinal, select_request const& request, call_result& ran) override {
        static select_table<cuda_queue> const table = make_selections();
        cuda_queue queue(ordinal, ran, request);
        if (request.expression != nullptr) select_by_expression(queue, request);
        else if (is_by_vendor(request)) select_by_vendor(queue, request);
        else run(table, queue, request);
    }

    void elementwise(std::uint32_t ordinal, elementwise_request const& request,
                     call_result& ran) override {
        cuda_queue queue(ordinal, ran, request, cuda_queue::ending::leaves);
        run_elementwise(queue, request);
    }

    void top_k(std::uint32_t ordinal, top_k_request const& request, call_result& ran) override {
        static top_k_table<cuda_queue> const table = make_top_k();
        cuda_queue queue(ordinal, ran, request);
        run(table, queue, request);
    }

    void sort(std::uint32_t ordinal, sort_request const& request, call_result& ran) override {
        cuda_queue queue(ordinal, ran, request);
        sort_on_gpu(queue, request);
    }

    void run_sorted(std::uint32_t ordinal, sorted_request const& request, void const* edges,
                    call_result& ran) override {
        static sorted_table<cuda_queue> const table = make_sorted();
        cuda_queue queue(ordinal, ran, request);
        run(table, queue, request, edges);
    }

    void reduce_by_key(std::uint32_t ordinal, reduce_by_key_request const& request,
                       call_result& ran) override {
        static reduce_by_key_table<cuda_queue> const table = make_reductions_by_key();
        cuda_queue queue(ordinal, ran, request);
        run(table, queue, request);
    }

    void transform(std::uint32_t ordinal, transform_request const& request,
                   call_result& ran) override {
        transform_on_gpu(ordinal, request, ran);
    }

    void fold(std::uint32_t ordinal, fold_request const& request, call_result& ran) override {
        fold_on_gpu(ordinal, request, ran);
    }

    void scan_by_expression(std::uint32_t ordinal, scan_expression_request const& request,
                            call_result& ran) override {
        scan_on_gpu(ordinal, request, ran);
    }

    std::unique_ptr<external_queue_base>
    open_queue(std::uint32_t ordinal, call_options const& options, external_queue& lent) override {
        return open_cuda_queue(ordinal, options, lent);
    }

    void matmul(std::uint32_t ordinal, matmul_request const& request, call_result& ran) override {
        cuda_matmul(ordinal, request, ran);
    }

private:
    /// Records the release of memory or a stream.
    /// @return whether there is nothing to destroy: after a reset and in a forked child, CUDA must
    /// not be called for it
    static bool is_lost(void const* object) noexcept {
        return cuda_devices::is_forked() || !note_returned(object);
    }

    /// Allocates in the order of a stream, and waits, so that work on all streams may use the
    /// memory.
    static void* allocate_and_wait(std::uint32_t ordinal, std::size_t bytes, void* stream) {
        waiting_stream const waiting(stream_of(stream));
        void* const memory = allocate_for(waiting.get(), ordinal, bytes);
        try {
            waiting.wait(); // until then, work on other streams may not use it
        } catch (...) {
            deallocate_on(waiting.get(), ordinal, memory);
            throw;
        }
        return memory;
    }

    static reduction_tables<cuda_queue> tables() {
        static transform_table<cuda_queue> const transforms = make_transforms();
        return {reductions(), transforms};
    }

    /// The result stays on the GPU, and the call does not wait.
    static void reduce_into(std::uint32_t ordinal, reduce_request const& request,
                            call_result& ran) {
        if (request.n == 0) {
            device_scope const scope(ordinal);
            auto* const stream = stream_of(request.stream);
            (void)capture_of(stream); // throws if the stream cannot be used
            fill_on(stream, cuda_devices::get().multiprocessors(ordinal), request.into, 1,
                    request.init, known_types[request.accumulator].size);
            return;
        }
        cuda_queue queue(ordinal, ran, request, cuda_queue::ending::leaves);
        if (known_types[request.accumulator].computed_in == request.accumulator)
            reduce_left(queue, request, request.into);
        else reduce_rounded(queue, request);
    }

    /// Writes the total, in the type that it is computed in, to `into`.
    static void reduce_left(cuda_queue& queue, reduce_request request, void* into) {
        alignas(std::max_align_t) std::byte nothing[sizeof(std::max_align_t)];
        request.result = nothing;
        queue.leave_result_in(into);
        run(tables(), queue, request);
    }

    /// Computes the total in a wider type, and rounds it on the GPU.
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

backend& cuda_backend() { return immortal<cuda_devices_backend>(); }

} // namespace gpu::inline v0::detail
