// SPDX-License-Identifier: Apache-2.0
/// The exported functions: exceptions become outcomes here, and nowhere else.
#include "annotation.hpp"
#include "call_log.hpp"
#include "copy.hpp"
#include "dispatch.hpp"
#include "extrema_dispatch.hpp"
#include "host/fold_for_programs.hpp"
#include "host/parallel.hpp"
#include "matmul_dispatch.hpp"
#include "pinned_memory.hpp"
#include "queue_dispatch.hpp"
#include "selection.hpp"
#include "text.hpp"
#include "transform_dispatch.hpp"

#include <gpualgo/detail/fold_request.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/version.hpp>

#include <cstring>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>

using namespace gpu::detail;

namespace {

void fail(outcome& out, status ended, std::string const& text, int code = 0) noexcept {
    out.ended = ended;
    out.code = code;
    write_text(out.text, text);
}

/// Calls `f`, and turns what it throws into an outcome. `context` names the call, and is asked for
/// on failure only.
template <class F, class Context>
void guarded(outcome& out, F f, Context context) noexcept {
    try {
        try {
            f();
        } catch (gpu::out_of_memory const& e) {
            out.bytes_requested = e.requested();
            out.bytes_available = e.available();
            fail(out, status::out_of_memory, context() + ": " + e.what(), e.code());
        } catch (gpu::no_device const& e) {
            fail(out, status::no_device, context() + ": " + e.what(), e.code());
        } catch (gpu::device_fault const& e) {
            fail(out, status::device_fault, context() + ": " + e.what(), e.code());
        } catch (gpu::unsupported_operator const& e) {
            fail(out, status::unsupported_operator, context() + ": " + e.what());
        } catch (gpu::error const& e) {
            fail(out, status::error, context() + ": " + e.what(), e.code());
        } catch (std::invalid_argument const& e) {
            fail(out, status::invalid_argument, context() + ": " + e.what());
        } catch (std::length_error const& e) {
            fail(out, status::length_error, context() + ": " + e.what());
        }
    } catch (std::bad_alloc const&) { // also where there is no memory for the text
        out.ended = status::out_of_memory;
        write_text(out.text, "the host's memory ran out");
    } catch (std::exception const& e) {
        out.ended = status::error;
        write_text(out.text, e.what());
    }
}

std::string kernels_of_program(lendable_queue const& queue) {
    return std::string(queue.algorithm) + " by kernels of the program's own";
}

/// Calls `f`, which gives something back: there is nobody to tell what it throws.
template <class F>
void quietly(F f) noexcept {
    try {
        f();
    } catch (std::exception const&) {}
}

/// Runs an algorithm: annotated, guarded, and logged.
/// @param text what messages say of the call
template <class F, class Text>
void run_algorithm(std::string_view function, std::string_view strategy, outcome& out, F f,
                   Text text) noexcept {
    annotation const range(function, strategy);
    guarded(out, f, text);
    if (!is_logged()) return;
    try {
        log_call(text(), strategy, out);
    } catch (std::bad_alloc const&) {
        log_call(function, strategy, out);
    }
}

} // namespace

int gpualgo_v0_version() noexcept { return GPUALGO_VERSION; }

void gpualgo_v0_reduce(reduce_request const* request, outcome* out) noexcept {
    if (dispatch_plain(*request, *out)) return;
    auto const reduce = [&] { dispatch_reduce(*request, *out); };
    auto const text = [&] { return described(*request); };
    if (request->result != nullptr)
        run_algorithm("gpu::reduce", strategy_of(*request), *out, reduce, text);
    else guarded(*out, reduce, text);
}

void gpualgo_v0_reduce_into(reduce_request const* request, outcome* out) noexcept {
    run_algorithm(
        "gpu::reduce_into", strategy_of(*request), *out,
        [&] { dispatch_reduce_into(*request, *out); },
        [&] { return described(*request, "gpu::reduce_into"); });
}

void gpualgo_v0_transform_reduce(transform_request const* request, outcome* out) noexcept {
    run_algorithm(
        "gpu::transform_reduce", strategy_of(*request->reduction), *out,
        [&] { dispatch_transform_reduce(*request, *out); }, [&] { return described(*request); });
}

void gpualgo_v0_extrema(extrema_request const* request, outcome* out) noexcept {
    run_algorithm(
        function_of(*request), strategy_of(*request->range), *out,
        [&] { dispatch_extrema(*request, *out); }, [&] { return described(*request); });
}

void gpualgo_v0_matmul(matmul_request const* request, outcome* out) noexcept {
    run_algorithm(
        "gpu::matmul", strategy_of(*request), *out, [&] { dispatch_matmul(*request, *out); },
        [&] { return described(*request); });
}

void gpualgo_v0_open_queue(reduce_request const* request, lent_queue* queue,
                           outcome* out) noexcept {
    guarded(
        *out, [&] { open_queue(*request, *queue, *out); },
        [&] { return described(*request, queue->algorithm); });
}

void gpualgo_v0_queue_allocate(void* handle, std::uint64_t bytes, void** memory,
                               outcome* out) noexcept {
    guarded(
        *out, [&] { *memory = static_cast<lendable_queue*>(handle)->allocate(bytes); },
        [&] { return "allocation of " + std::to_string(bytes) + " bytes of scratch"; });
}

void gpualgo_v0_queue_wait(void* handle, outcome* out) noexcept {
    auto& queue = *static_cast<lendable_queue*>(handle);
    guarded(
        *out, [&] { queue.wait(); }, [&] { return kernels_of_program(queue); });
}

void gpualgo_v0_queue_fail(void* handle, std::int32_t code, char const* call,
                           outcome* out) noexcept {
    auto& queue = *static_cast<lendable_queue*>(handle);
    guarded(
        *out, [&] { queue.fail(code, call); }, [&] { return kernels_of_program(queue); });
}

void gpualgo_v0_close_queue(void* handle) noexcept { delete static_cast<lendable_queue*>(handle); }

void gpualgo_v0_preferred(device_id* device, outcome* out) noexcept {
    guarded(
        *out, [&] { *device = preferred_device().device; },
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

void gpualgo_v0_describe(device_id device, device_description* description, outcome* out) noexcept {
    guarded(
        *out, [&] { *description = describe(device); },
        [&] { return "gpu::device " + to_string(gpu::device(device)); });
}

void gpualgo_v0_make_stream(device_id device, void** stream, outcome* out) noexcept {
    guarded(
        *out, [&] { *stream = backend_of(device).make_stream(device.ordinal); },
        [&] { return "gpu::stream of " + to_string(gpu::device(device)); });
}

void gpualgo_v0_end_stream(device_id device, void* stream) noexcept {
    quietly([&] { backend_of(device).end_stream(device.ordinal, stream); });
}

void gpualgo_v0_stream_synchronize(device_id device, void* stream, outcome* out) noexcept {
    guarded(
        *out, [&] { backend_of(device).synchronize(device.ordinal, stream); },
        [&] { return "gpu::stream::synchronize on " + to_string(gpu::device(device)); });
}

void gpualgo_v0_allocate(device_id device, std::uint64_t bytes, void** memory,
                         outcome* out) noexcept {
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

void gpualgo_v0_allocate_pinned(std::uint64_t bytes, void** memory, outcome* out) noexcept {
    guarded(
        *out, [&] { *memory = allocate_pinned(bytes); },
        [&] { return "allocation of " + std::to_string(bytes) + " bytes of pinned memory"; });
}

void gpualgo_v0_deallocate_pinned(void* memory, std::uint64_t bytes) noexcept {
    if (memory != nullptr) deallocate_pinned(memory, bytes);
}

void gpualgo_v0_copy(device_id to, void* target, device_id from, void const* source,
                     std::uint64_t bytes, outcome* out) noexcept {
    guarded(
        *out,
        [&] {
            dispatch_copy({to, target}, {from, source}, bytes);
        },
        [&] { return "gpu::copy of " + std::to_string(bytes) + " bytes"; });
}

void gpualgo_v0_fill(device_id device, void* memory, std::uint64_t n, void const* element,
                     std::uint32_t size, outcome* out) noexcept {
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

void gpualgo_v0_fold_transformed(transform_request const* request) noexcept {
    fold_for_program(*request);
}

void gpualgo_v0_divide(std::uint32_t value, void const* sum, std::uint64_t n, void* mean) noexcept {
    divide_for_program(value, sum, n, mean);
}

void gpualgo_v0_parallel_for(std::uint64_t count, void (*task)(void*, std::uint64_t),
                             void* context) noexcept {
    parallel_for(count, task, context);
}
