// SPDX-License-Identifier: Apache-2.0
/// The exported functions. Only here are exceptions turned into results.
#include "call/call_log.hpp"
#include "call/call_scope.hpp"
#include "call/copy.hpp"
#include "call/devices.hpp"
#include "call/nvtx_range.hpp"
#include "call/pinned_memory.hpp"
#include "call/prepare.hpp"
#include "call/text.hpp"
#include "elementwise/dispatch.hpp"
#include "explain/explain.hpp"
#include "expression/ahead.hpp"
#include "expression/compiler.hpp"
#include "expression/disk_cache.hpp"
#include "expression/dispatch.hpp"
#include "extrema/dispatch.hpp"
#include "find/dispatch.hpp"
#include "host/parallel.hpp"
#include "host/reduce/fold_for_programs.hpp"
#include "matmul/dispatch.hpp"
#include "matmul/names.hpp"
#include "reduce/dispatch.hpp"
#include "reduce/external_queue.hpp"
#include "reduce/partial.hpp"
#include "reduce_by_key/dispatch.hpp"
#include "scan/dispatch.hpp"
#include "select/dispatch.hpp"
#include "simulated/finding.hpp"
#include "simulated/program_kernel.hpp"
#include "sort/dispatch.hpp"
#include "sorted/dispatch.hpp"
#include "top_k/dispatch.hpp"

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/version.hpp>

#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

using namespace gpu::detail;

namespace {

void fail(call_result& out, status_code status, std::string const& text, int code = 0) noexcept {
    out.status = status;
    out.code = code;
    write_text(out.message, text);
}

/// Calls `f` and turns its exceptions into a result. `context` names the call; it is called on
/// failure only.
template <class F, class Context>
void guarded(call_result& out, F f, Context context) noexcept {
    try {
        try {
            f();
        } catch (gpu::out_of_memory const& e) {
            out.bytes_requested = e.requested();
            out.bytes_available = e.available();
            fail(out, status_code::out_of_memory, context() + ": " + e.what(), e.code());
        } catch (gpu::no_device const& e) {
            fail(out, status_code::no_device, context() + ": " + e.what(), e.code());
        } catch (gpu::device_fault const& e) {
            fail(out, status_code::device_fault, context() + ": " + e.what(), e.code());
        } catch (gpu::unsupported_operator const& e) {
            fail(out, status_code::unsupported_operator, context() + ": " + e.what());
        } catch (gpu::error const& e) {
            fail(out, status_code::error, context() + ": " + e.what(), e.code());
        } catch (std::invalid_argument const& e) {
            fail(out, status_code::invalid_argument, context() + ": " + e.what());
        } catch (std::length_error const& e) {
            fail(out, status_code::length_error, context() + ": " + e.what());
        }
    } catch (std::bad_alloc const&) { // also if there is no memory for the text
        out.status = status_code::out_of_memory;
        write_text(out.message, "the host is out of memory");
    } catch (std::exception const& e) {
        out.status = status_code::error;
        write_text(out.message, e.what());
    }
}

std::string kernels_of_program(external_queue_base const& queue) {
    return std::string(queue.algorithm) + " by the program's own kernels";
}

/// Calls `f`, which releases something, and ignores its exceptions: nobody could handle them.
template <class F>
void quietly(F f) noexcept {
    try {
        f();
    } catch (std::exception const&) {}
}

/// Runs an algorithm with an NVTX range, converts its exceptions and logs the call.
/// @param text describes the call in messages
template <class F, class Text>
void run_algorithm(std::string_view function, std::string_view strategy, call_result& out, F f,
                   Text text) noexcept {
    nvtx_range const range(function, strategy);
    call_scope const call;
    guarded(out, f, text);
    if (!is_logged()) return;
    try {
        log_call(text(), strategy, out);
    } catch (std::bad_alloc const&) {
        log_call(function, strategy, out);
    }
}

/// Runs a request of an algorithm that has the strategies of reduce.
template <class Request>
void run_request(Request const& request, call_result& out,
                 void (*dispatch)(Request const&, call_result&)) noexcept {
    run_algorithm(
        function_of(request), name_of_strategy(request, known_strategies), out,
        [&] { dispatch(request, out); }, [&] { return described(request); });
}

} // namespace

int gpualgo_v0_version() noexcept { return GPUALGO_VERSION; }

void gpualgo_v0_reduce(reduce_request const* request, call_result* out) noexcept {
    if (dispatch_fast_path(*request, *out)) return;
    run_algorithm(
        function_of(*request), name_of_strategy(*request, known_strategies), *out,
        [&] { dispatch_reduce(*request, *out); }, [&] { return described(*request); });
}

void gpualgo_v0_reduce_partial(partial_request const* request, call_result* out) noexcept {
    partial_dispatch parts(*request);
    run_algorithm(
        "gpu::partial_reduction", name_of_strategy(*request, known_strategies), *out,
        [&] { parts.run(*out); }, [&] { return parts.described(); });
}

void gpualgo_v0_check_options(call_options const* options, char const* function,
                              call_result* out) noexcept {
    guarded(
        *out, [&] { check_call(*options); },
        [&] {
            std::string const strategy(name_of_strategy(*options, known_strategies));
            return std::string(function) + "(" + strategy + ")";
        });
}

void gpualgo_v0_extrema(extrema_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_extrema);
}

void gpualgo_v0_find(find_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_find);
}

void gpualgo_v0_scan(scan_request const* request, call_result* out) noexcept {
    run_algorithm(
        function_of(*request), name_of_strategy(*request, known_scan_strategies), *out,
        [&] { dispatch_scan(*request, *out); }, [&] { return described(*request); });
}

void gpualgo_v0_select(select_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_select);
}

void gpualgo_v0_elementwise(elementwise_request const* request, call_result* out) noexcept {
    run_algorithm(
        request->function, name_of_strategy(*request, known_strategies), *out,
        [&] { dispatch_elementwise(*request, *out); }, [&] { return described(*request); });
}

void gpualgo_v0_top_k(top_k_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_top_k);
}

void gpualgo_v0_sort(sort_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_sort);
}

void gpualgo_v0_reduce_by_key(reduce_by_key_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_reduce_by_key);
}

void gpualgo_v0_sorted(sorted_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_sorted);
}

void gpualgo_v0_transform(transform_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_transform);
}

void gpualgo_v0_fold_expression(fold_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_fold);
}

void gpualgo_v0_scan_expression(scan_expression_request const* request, call_result* out) noexcept {
    run_request(*request, *out, &dispatch_scan_expression);
}

void gpualgo_v0_matmul(matmul_request const* request, call_result* out) noexcept {
    run_algorithm(
        function_of(*request), name_of_strategy(*request, known_matmul_strategies), *out,
        [&] { dispatch_matmul(*request, *out); }, [&] { return described(*request); });
}

void gpualgo_v0_simulated_launch(simulated_launch_request const* request,
                                 explain_sink const* counts, defect_sink const* defects,
                                 call_result* out) noexcept {
    guarded(
        *out,
        [&] {
            try {
                report_launch(gpu::simulated::run_program_kernel(*request), *counts);
            } catch (gpu::simulated::finding const& found) {
                report_defect(found, *defects);
                throw;
            }
        },
        [] { return std::string("gpu::simulated::launch"); });
}

void gpualgo_v0_explain(explain_request const* request, explain_sink const* sink,
                        call_result* out) noexcept {
    guarded(
        *out, [&] { explain(*request, *sink); }, [&] { return described(*request); });
}

void gpualgo_v0_open_queue(reduce_request const* request, external_queue* queue,
                           call_result* out) noexcept {
    guarded(
        *out, [&] { open_queue(*request, *queue, *out); },
        [&] { return describe_call(*request, queue->algorithm); });
}

void gpualgo_v0_queue_allocate(void* handle, std::uint64_t bytes, void** memory,
                               call_result* out) noexcept {
    guarded(
        *out, [&] { *memory = static_cast<external_queue_base*>(handle)->allocate(bytes); },
        [&] { return "allocation of " + std::to_string(bytes) + " bytes of scratch"; });
}

void gpualgo_v0_queue_wait(void* handle, call_result* out) noexcept {
    auto& queue = *static_cast<external_queue_base*>(handle);
    guarded(
        *out, [&] { queue.wait(); }, [&] { return kernels_of_program(queue); });
}

void gpualgo_v0_queue_fail(void* handle, std::int32_t code, char const* call,
                           call_result* out) noexcept {
    auto& queue = *static_cast<external_queue_base*>(handle);
    guarded(
        *out, [&] { queue.fail(code, call); }, [&] { return kernels_of_program(queue); });
}

void gpualgo_v0_close_queue(void* handle) noexcept {
    delete static_cast<external_queue_base*>(handle);
}

void gpualgo_v0_preferred(device_id* device, call_result* out) noexcept {
    guarded(
        *out, [&] { *device = default_device().device; },
        [] { return std::string("gpu::device::preferred()"); });
}

std::uint32_t gpualgo_v0_devices(device_id* devices, std::uint32_t capacity) noexcept {
    try {
        auto const usable = usable_devices();
        for (std::uint32_t i = 0; i < capacity && i < usable.size(); ++i) devices[i] = usable[i];
        return static_cast<std::uint32_t>(usable.size());
    } catch (std::exception const&) {
        return 0;
    }
}

void gpualgo_v0_describe(device_id device, device_description* description,
                         call_result* out) noexcept {
    guarded(
        *out, [&] { *description = describe(device); },
        [&] { return "gpu::device " + to_string(gpu::device(device)); });
}

void gpualgo_v0_make_stream(device_id device, void** stream, call_result* out) noexcept {
    guarded(
        *out, [&] { *stream = backend_of(device).make_stream(device.ordinal); },
        [&] { return "gpu::stream of " + to_string(gpu::device(device)); });
}

void gpualgo_v0_end_stream(device_id device, void* stream) noexcept {
    quietly([&] { backend_of(device).end_stream(device.ordinal, stream); });
}

void gpualgo_v0_stream_synchronize(device_id device, void* stream, call_result* out) noexcept {
    guarded(
        *out, [&] { backend_of(device).synchronize(device.ordinal, stream); },
        [&] { return "gpu::stream::synchronize on " + to_string(gpu::device(device)); });
}

void gpualgo_v0_allocate(device_id device, std::uint64_t bytes, void** memory,
                         call_result* out) noexcept {
    guarded(
        *out, [&] { *memory = backend_of(device).allocate(device.ordinal, bytes); },
        [&] {
            return "allocation of " + std::to_string(bytes) + " bytes on " +
                   to_string(gpu::device(device));
        });
}

void gpualgo_v0_deallocate(device_id device, void* memory) noexcept {
    if (memory != nullptr) quietly([&] { backend_of(device).deallocate(device.ordinal, memory); });
}

void gpualgo_v0_allocate_pinned(std::uint64_t bytes, void** memory, call_result* out) noexcept {
    guarded(
        *out, [&] { *memory = allocate_pinned(bytes); },
        [&] { return "allocation of " + std::to_string(bytes) + " bytes of pinned memory"; });
}

void gpualgo_v0_deallocate_pinned(void* memory, std::uint64_t bytes) noexcept {
    if (memory != nullptr) deallocate_pinned(memory, bytes);
}

void gpualgo_v0_copy(device_id to, void* target, device_id from, void const* source,
                     std::uint64_t bytes, call_result* out) noexcept {
    guarded(
        *out,
        [&] {
            dispatch_copy({to, target}, {from, source}, bytes);
        },
        [&] { return "gpu::copy of " + std::to_string(bytes) + " bytes"; });
}

void gpualgo_v0_fill(device_id device, void* memory, std::uint64_t n, void const* element,
                     std::uint32_t size, call_result* out) noexcept {
    guarded(
        *out,
        [&] {
            backend_of(device).check_held(device.ordinal, memory);
            backend_of(device).fill(device.ordinal, memory, n, element, size);
        },
        [&] {
            return "fill of " + std::to_string(n) + " elements of " + std::to_string(size) +
                   " bytes on " + to_string(gpu::device(device));
        });
}

void gpualgo_v0_locate(void const* memory, device_id* device) noexcept { *device = locate(memory); }

void gpualgo_v0_fold(reduce_request const* request) noexcept { fold_for_program(*request); }

void gpualgo_v0_divide(std::uint32_t value, void const* sum, std::uint64_t n, void* mean) noexcept {
    divide_for_program(value, sum, n, mean);
}

void gpualgo_v0_compile_ahead(device_id const* device, call_result* out) noexcept {
    guarded(
        *out, [&] { compile_ahead(device); }, [] { return std::string("gpu::prepare"); });
}

void gpualgo_v0_expression_cache(char* folder, std::uint32_t capacity, std::uint64_t* entries,
                                 std::uint64_t* bytes, std::uint32_t clears) noexcept {
    if (capacity > 0) folder[0] = 0;
    *entries = *bytes = 0;
    quietly([&] {
        disk_cache const cache(cache_folder());
        auto const found = clears != 0 ? cache.clear() : cache.measure();
        std::snprintf(folder, capacity, "%s", cache_folder().c_str());
        *entries = found.entries;
        *bytes = found.bytes;
    });
}

void gpualgo_v0_describe_compilers(char* line, std::uint32_t capacity) noexcept {
    if (capacity == 0) return;
    line[0] = 0;
    quietly([&] { std::snprintf(line, capacity, "%s", describe_compilers().c_str()); });
}

void gpualgo_v0_log(char const* function, char const* strategy, std::uint64_t n,
                    call_result const* ran) noexcept {
    if (!is_logged()) return;
    try {
        log_call(std::string(function) + "(" + strategy + ", n = " + std::to_string(n) + ")",
                 strategy, *ran);
    } catch (std::bad_alloc const&) {
        log_call(function, strategy, *ran);
    }
}

void gpualgo_v0_parallel_for(std::uint64_t count, void (*task)(void*, std::uint64_t),
                             void* context) noexcept {
    parallel_for(count, task, context);
}
