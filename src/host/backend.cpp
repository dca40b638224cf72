// SPDX-License-Identifier: Apache-2.0
/// The host device: all cores, and the memory of the process.
#include "call/backend.hpp"

#include "call/finished_groups.hpp"
#include "call/immortal.hpp"
#include "call/names.hpp"
#include "call/text.hpp"
#include "extrema/order.hpp"
#include "host/elementwise/elementwise.hpp"
#include "host/extrema/extrema.hpp"
#include "host/find/find.hpp"
#include "host/matmul/matmul.hpp"
#include "host/reduce/reductions.hpp"
#include "host/reduce/transform_reduce.hpp"
#include "host/reduce_by_key/reduce_by_key.hpp"
#include "host/scan/scan.hpp"
#include "host/select/select.hpp"
#include "host/sort/sort.hpp"
#include "host/sorted/sorted.hpp"
#include "host/top_k/top_k.hpp"
#include "loops_name.hpp"
#include "memory.hpp"
#include "reduce/groups.hpp"
#include "select/request.hpp"
#include "sort/request.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <fstream>
#include <memory>
#include <span>
#include <string>
#include <thread>

namespace gpu::inline v0::detail {
namespace {

/// The processor's name according to the operating system, and its number of cores.
std::string processor() {
    std::string name = "CPU";
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name")) {
            name = line.substr(line.find(':') + 2);
            break;
        }
    return name + ", " + std::to_string(std::thread::hardware_concurrency()) + " cores";
}

class host final : public backend {
public:
    std::uint32_t count() override { return 1; }

    void describe(std::uint32_t ordinal, device_description& description) override {
        if (ordinal != 0) throw no_device("there is one host device, host:0");
        description.bytes_total = total_memory();
        description.bytes_free = free_memory();
        write_text(description.name, processor());
        write_text(description.why, "all cores of the processor");
    }

    [[nodiscard]] bool reads_host_memory() const noexcept override { return true; }

    void* allocate(std::uint32_t, std::size_t bytes, void*) override {
        return allocate_on_host(bytes);
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
    [[nodiscard]] device_id locate(void const*) noexcept override {
        return {static_cast<std::uint32_t>(device_kind::host), 0};
    }

    void reduce(std::uint32_t, reduce_request const& request, call_result& ran) override {
        reduce_on_host(request, processors_instruction_set());
        note(request, ran);
    }

    std::unique_ptr<pending_groups> start_groups(std::uint32_t, reduce_request const& request,
                                                 std::uint64_t first_segment,
                                                 std::span<host_copy const> copies,
                                                 call_result& ran) override {
        std::size_t const segment = kernel::segmentation(known_types[request.value].size).size();
        finished_groups::copy(copies);
        auto groups =
            std::make_unique<finished_groups>(aligned_subtrees(first_segment, request.n / segment),
                                              known_types[request.accumulator].size);
        for (auto const& group : groups->wait()) {
            reduce_request part = request_of_groups(request, group, first_segment, group.totals);
            part.init = nullptr;
            reduce_on_host(part, processors_instruction_set());
        }
        note(request, ran);
        return groups;
    }

    void elementwise(std::uint32_t, elementwise_request const& request, call_result& ran) override {
        static auto const kernel = name_of_loops("elementwise", processors_instruction_set());
        run_elementwise_on_host(request, processors_instruction_set());
        write_text(ran.kernel, kernel.data());
    }

    void find_extrema(std::uint32_t, extrema_request const& request, call_result& ran) override {
        static auto const one_end = name_of_loops("extremum", processors_instruction_set()),
                          both_ends = name_of_loops("extrema", processors_instruction_set());
        find_extrema_on_host(request, processors_instruction_set());
        note(request, ran, (is_for_both(request) ? both_ends : one_end).data());
    }

    void find(std::uint32_t, find_request const& request, call_result& ran) override {
        static auto const kernel = name_of_loops("find", processors_instruction_set());
        find_on_host(request, processors_instruction_set());
        note(request, ran, kernel.data());
    }

    void scan(std::uint32_t, scan_request const& request, call_result& ran) override {
        static auto const kernel = name_of_loops("scan", processors_instruction_set());
        scan_on_host(request, processors_instruction_set());
        note(request, ran, kernel.data());
    }

    void select(std::uint32_t, select_request const& request, call_result& ran) override {
        static auto const count = name_of_loops("count", processors_instruction_set()),
                          copy = name_of_loops("select", processors_instruction_set());
        select_on_host(request, processors_instruction_set());
        note(request, ran, (is_for_count(request) ? count : copy).data());
    }

    void top_k(std::uint32_t, top_k_request const& request, call_result& ran) override {
        static auto const kernel = name_of_loops("top_k", processors_instruction_set());
        find_top_k_on_host(request, processors_instruction_set());
        note(request, ran, kernel.data());
    }

    void sort(std::uint32_t, sort_request const& request, call_result& ran) override {
        static auto const question = name_of_loops("is_sorted", processors_instruction_set());
        sort_on_host(request, processors_instruction_set());
        note(request, ran, is_question(request) ? question.data() : "radix sort");
    }

    void run_sorted(std::uint32_t, sorted_request const& request, void const*,
                    call_result& ran) override {
        run_sorted_on_host(request, processors_instruction_set());
        note(request, ran, "loops on the cores");
    }

    void reduce_by_key(std::uint32_t, reduce_by_key_request const& request,
                       call_result& ran) override {
        reduce_by_key_on_host(request, processors_instruction_set());
        note(request, ran, "canonical order of runs on the cores");
    }

    void matmul(std::uint32_t, matmul_request const& request, call_result& ran) override {
        host_matmul(request, ran);
    }

private:
    /// Records what ran: the canonical order.
    static void note(reduce_request const& request, call_result& ran) {
        static auto const kernel = name_of_loops("canonical", processors_instruction_set());
        note(request, ran, kernel.data());
    }

    static void note(range_request const& request, call_result& ran, char const* kernel) {
        std::size_t const value_size = known_types[request.value].size;
        ran.grid = kernel::segmentation(value_size).count(request.n);
        ran.block = 0;
        ran.bytes = request.n * value_size;
        write_text(ran.kernel, kernel);
    }
};

} // namespace

backend& host_backend() { return immortal<host>(); }

} // namespace gpu::inline v0::detail
