// SPDX-License-Identifier: Apache-2.0
/// The host as a device: all cores, and the memory of the process.
#include "../backend.hpp"

#include "../extrema_order.hpp"
#include "../names.hpp"
#include "../text.hpp"
#include "extrema.hpp"
#include "matmul.hpp"
#include "memory.hpp"
#include "reductions.hpp"
#include "transform_reduce.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/kernel/canonical.hpp>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>

namespace gpu::inline v0::detail {
namespace {

/// The processor's name as the kernel of the system tells it, and its cores.
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

    void reduce(std::uint32_t, reduce_request const& request, outcome& ran) override {
        reduce_on_host(request, usable_set());
        note(request, ran);
    }

    void transform_reduce(std::uint32_t, transform_request const& request, outcome& ran) override {
        transform_reduce_on_host(request, usable_set());
        note(*request.reduction, ran);
    }

    void find_extrema(std::uint32_t, extrema_request const& request, outcome& ran) override {
        static auto const one_end = kernel_name("extremum"), both_ends = kernel_name("extrema");
        find_extrema_on_host(request, usable_set());
        note(*request.range, ran, (is_for_both(request) ? both_ends : one_end).data());
    }

    void matmul(std::uint32_t, matmul_request const& request, outcome& ran) override {
        host_matmul(request, ran);
    }

private:
    static instruction_set usable_set() {
        static instruction_set const set = best_instruction_set();
        return set;
    }

    /// "canonical<avx2>". Not a string: where there is no memory, nobody could be told.
    static std::array<char, 32> kernel_name(char const* loops) {
        std::string_view const set = name_of(usable_set());
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%s<%.*s>", loops, static_cast<int>(set.size()),
                      set.data());
        return text;
    }

    /// Fills in what ran, in the canonical order.
    static void note(reduce_request const& request, outcome& ran) {
        static auto const kernel = kernel_name("canonical");
        note(request, ran, kernel.data());
    }

    static void note(reduce_request const& request, outcome& ran, char const* kernel) {
        std::size_t const value_size = known_types[request.value].size;
        ran.grid = kernel::segmentation(value_size).count(request.n);
        ran.block = 0;
        ran.bytes = request.n * value_size;
        write_text(ran.kernel, kernel);
    }
};

} // namespace

backend& host_backend() {
    static backend& instance = *new host;
    return instance;
}

} // namespace gpu::inline v0::detail
