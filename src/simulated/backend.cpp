// SPDX-License-Identifier: Apache-2.0
#include "call/backend.hpp"

#include "call/finished_groups.hpp"
#include "call/immortal.hpp"
#include "call/names.hpp"
#include "call/text.hpp"
#include "expression.hpp"
#include "host/memory.hpp"
#include "kernels.hpp"
#include "matmul/batch.hpp"
#include "queue.hpp"
#include "reduce/groups.hpp"
#include "sort.hpp"

#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <span>
#include <string>

namespace gpu::inline v0::detail {
namespace {

/// The only simulated device. Its memory is the heap.
class simulated_device final : public backend {
public:
    std::uint32_t count() override { return 1; }

    void describe(std::uint32_t, device_description& description) override {
        description.bytes_total = total_memory();
        description.bytes_free = free_memory();
        write_text(description.name, "simulated device");
        write_text(description.why,
                   "runs the kernels of GPUs on the CPU, one fiber per thread, and "
                   "checks barriers and every access to memory");
    }

    [[nodiscard]] bool reads_host_memory() const noexcept override { return true; }

    void* allocate(std::uint32_t, std::size_t bytes, void*) override {
        return simulated::allocate(bytes);
    }
    void deallocate(std::uint32_t, void* memory, void*) noexcept override {
        deallocate_on_host(memory);
    }
    void copy(void* target, void const* source, std::size_t bytes, void*) override {
        copy_on_host(target, source, bytes);
    }

    void fill(std::uint32_t, void* memory, std::size_t n, void const* element,
              std::size_t size) override {
        fill_on_host(memory, n, element, size);
    }

    // A raw pointer to its memory counts as host memory, which the simulated device can read.
    [[nodiscard]] device_id locate(void const*) noexcept override {
        return {static_cast<std::uint32_t>(device_kind::host), 0};
    }

    void reduce(std::uint32_t, reduce_request const& request, call_result& ran) override {
        ran.bytes =
            request.n * known_types[request.value].size * (request.second != nullptr ? 2 : 1);
        run(simulated::reduce, request, ran);
    }

    std::unique_ptr<pending_groups> start_groups(std::uint32_t, reduce_request const& request,
                                                 std::uint64_t first_segment,
                                                 std::span<host_copy const> copies,
                                                 call_result& ran) override {
        std::size_t const size = known_types[request.value].size;
        finished_groups::copy(copies);
        ran.bytes = request.n * size * (request.second != nullptr ? 2 : 1);
        auto const segments =
            static_cast<std::size_t>(request.n / kernel::segmentation(size).size());
        if (segments == 0) return std::make_unique<finished_groups>();
        auto const plan = plan_groups(
            first_segment, segments, simulated::launch_options::from_environment().resident_blocks);
        auto groups =
            std::make_unique<finished_groups>(plan.runs, known_types[request.accumulator].size);
        alignas(std::max_align_t) std::byte unused[largest_type] = {};
        reduce_request part = request;
        part.init = part.result = unused;
        run(
            [&](simulated::queue& queue, reduce_request const& checked) {
                queue.compute_part(plan.groups);
                simulated::reduce(queue, checked);
                groups->set(queue.fetch_partials());
            },
            part, ran);
        return groups;
    }

    void find_extrema(std::uint32_t, extrema_request const& request, call_result& ran) override {
        ran.bytes = request.n * known_types[request.value].size;
        run(simulated::find_extrema, request, ran);
    }

    void find(std::uint32_t, find_request const& request, call_result& ran) override {
        run(simulated::find, request, ran);
    }

    void scan(std::uint32_t, scan_request const& request, call_result& ran) override {
        ran.bytes = request.n * known_types[request.value].size;
        run(simulated::scan, request, ran);
    }

    void select(std::uint32_t, select_request const& request, call_result& ran) override {
        ran.bytes = request.n * known_types[request.value].size;
        run(simulated::select, request, ran);
    }

    void elementwise(std::uint32_t, elementwise_request const& request, call_result& ran) override {
        run(simulated::elementwise, request, ran);
    }

    void top_k(std::uint32_t, top_k_request const& request, call_result& ran) override {
        run(simulated::top_k, request, ran);
    }

    void sort(std::uint32_t, sort_request const& request, call_result& ran) override {
        ran.bytes = request.n * known_types[request.value].size;
        run(simulated::sort, request, ran);
    }

    void run_sorted(std::uint32_t, sorted_request const& request, void const*,
                    call_result& ran) override {
        ran.bytes = request.n * known_types[request.value].size;
        run(simulated::run_sorted, request, ran);
    }

    void reduce_by_key(std::uint32_t, reduce_by_key_request const& request,
                       call_result& ran) override {
        ran.bytes = request.n * (known_types[request.value].size + known_types[request.total].size);
        run(simulated::reduce_by_key, request, ran);
    }

    void transform(std::uint32_t, transform_request const& request, call_result& ran) override {
        run(simulated::transform, request, ran);
    }

    void fold(std::uint32_t, fold_request const& request, call_result& ran) override {
        run(simulated::fold, request, ran);
    }

    void scan_by_expression(std::uint32_t, scan_expression_request const& request,
                            call_result& ran) override {
        run(simulated::scan_by_expression, request, ran);
    }

    void matmul(std::uint32_t, matmul_request const& request, call_result& ran) override {
        for (std::int64_t i = 0; i < request.count; ++i)
            run(simulated::matmul, product_of_batch(request, i), ran);
    }

private:
    /// @param ran holds the number of input bytes, for messages
    template <class Kernels, class Request>
    static void run(Kernels kernels, Request const& request, call_result& ran) {
        try {
            simulated::queue queue(ran, simulated::launch_options::from_environment(),
                                   request.scratch);
            kernels(queue, request);
        } catch (out_of_memory const&) {
            throw;
        } catch (std::bad_alloc const&) { // for shared memory, stacks or shadows
            throw out_of_memory("simulated device: no memory to run and check kernels on " +
                                    std::to_string(ran.bytes) + " bytes of input",
                                ran.bytes, free_memory());
        }
    }
};

} // namespace

backend& simulated_backend() { return immortal<simulated_device>(); }

} // namespace gpu::inline v0::detail
