// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of the simulated device, one per call; see gpualgo/kernel/reduce/launches.hpp.
#pragma once

#include "launch.hpp"
#include "memory_map.hpp"
#include "thread.hpp"

#include "reduce/any_transform.hpp"

#include <gpualgo/abi/launch_request.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/simulated/context.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gpu::inline v0::simulated {

/// Allocates from the heap with CUDA's alignment; release with detail::deallocate_on_host.
/// @throws gpu::out_of_memory
[[nodiscard]] void* allocate(std::size_t bytes);

/// Any listed operator on accumulators of type T, called through a pointer.
template <class T>
struct any_operator : kernel::exact_on_integers {
    T (*call)(T, T);
    T operator()(T a, T b) const { return call(a, b); }
};

/// Launches kernels one after the other, synchronously.
class queue {
public:
    /// @param ran records the launches
    /// @param scratch the source of memory, if not the heap
    explicit queue(detail::call_result& ran, launch_options options = {},
                   detail::scratch_source const& scratch = {})
        : ran_(ran), options_(std::move(options)), source_(scratch) {}

    /// Registers memory of the caller that kernels may read.
    void add_input(void const* first, std::size_t bytes) {
        auto& added = memory_.add(is_dry() ? memory_kind::addresses : memory_kind::input,
                                  extent{const_cast<void*>(first), bytes}, std::size_t{1});
        if (is_dry() && inputs_ < options_.dry->inputs.size())
            added.give(options_.dry->inputs[inputs_++]);
    }
    /// Registers several such inputs. Pointers into overlapping ones may read both, so these become
    /// one region.
    void add_inputs(std::vector<std::span<std::byte const>> inputs);
    void add_inputs(void const* a, std::size_t a_bytes, void const* b, std::size_t b_bytes);
    /// Registers memory of the caller that kernels may read and write. Must precede inputs that may
    /// lie in its gaps.
    /// @throws gpu::out_of_memory if its shadow does not fit in free memory
    void add_output(extent const& where, std::size_t element_bytes) {
        if (!is_dry()) require(region::shadow_bytes(where, element_bytes));
        memory_.add(is_dry() ? memory_kind::addresses : memory_kind::output, where, element_bytes);
    }
    /// Registers memory of a program for its own kernel.
    /// @throws gpu::out_of_memory if its shadow does not fit in free memory
    region& add_argument(detail::memory_use use, extent const& where, std::size_t element_bytes);
    /// Addresses with CUDA's alignment for memory that a dry run registers; nothing can be read
    /// there.
    [[nodiscard]] void* reserve_addresses(std::size_t bytes);

    /// Allocates uninitialised memory for count elements; it lives as long as the queue.
    /// @throws gpu::out_of_memory if it and its shadow do not fit in free memory
    template <class T>
    [[nodiscard]] T* allocate(std::size_t count) {
        return static_cast<T*>(add_scratch(count, sizeof(T)));
    }

    template <class T>
    [[nodiscard]] T* result() {
        return allocate<T>(1);
    }

    /// @return the number of blocks that the device pretends to run at once; in a dry run, as many
    /// multiprocessors that hold 1024 threads each
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const {
        return is_dry() ? options_.resident_blocks * std::max(1u, 1024 / threads)
                        : options_.resident_blocks;
    }

    /// Makes reductions leave the partials of a part of a larger range.
    void compute_part(detail::part_groups const& part) { part_ = part; }
    [[nodiscard]] std::optional<detail::part_groups> const& part() const { return part_; }
    template <class T>
    void leave(T* partials, std::size_t count) {
        left_ = extent{partials, count * sizeof(T)};
    }
    /// @return the partials of the last reduction, which kernels must have written
    [[nodiscard]] std::span<std::byte const> fetch_partials() const;

    /// All operators on a type share kernels, to limit compile time.
    template <class T, class Op>
    static any_operator<T> operation(Op) {
        return {{}, [](T a, T b) { return Op{}(a, b); }};
    }
    template <class T, class Op>
    static any_operator<T> named_operation(Op op) {
        return operation<T>(op);
    }
    template <class T>
    using named_type = T;

    /// All transforms share kernels, too.
    template <class F>
    static detail::any_transform transformation(F, std::uint32_t number) {
        return {number};
    }

    /// Runs a kernel body. Throws its findings.
    template <class Body, class Arguments, class Op>
    void launch(detail::launch_config const& shape, Arguments const& arguments, Op op) {
        auto const body = [&arguments, op](thread& self) {
            Body::run(context(self), arguments, op);
        };
        constexpr bool interleaves = requires { requires Body::waits_for_blocks; };
        run_noted(shape, detail::name_of_kernel<Body>, call(body), interleaves);
    }

    /// Launches have ended when `launch` returns.
    void wait() const {}

    /// @return memory for launches of kernel/scan/pipeline_launch.hpp, whose blocks wait
    [[nodiscard]] detail::look_back_memory look_back(std::size_t bytes, std::size_t word_bytes);
    /// @return a word that is zero
    [[nodiscard]] unsigned long long* zero_word();
    /// @return bytes of shared memory that a block may have
    [[nodiscard]] static std::size_t most_shared_bytes() { return max_shared_bytes; }
    /// Like the contexts of its threads.
    [[nodiscard]] static bool copies_asynchronously() { return context::copies_asynchronously; }

    /// Runs a callable that takes a `thread&`.
    template <class Body>
    void run(grid_shape const& shape, Body const& body) {
        run_call(shape, {}, call(body));
    }

    /// @return an element that a kernel must have written; in a dry run, a zero
    template <class T>
    [[nodiscard]] T fetch(T const* element) const {
        if (is_dry()) return T{};
        check_written(element, sizeof(T));
        return *element;
    }

private:
    struct deallocate {
        void operator()(void* memory) const noexcept;
        detail::scratch_source source;
        std::size_t bytes;
    };

    /// A callable, type-erased.
    template <class Body>
    static kernel_call call(Body const& body) {
        return {[](void const* arguments, thread& self) {
                    (*static_cast<Body const*>(arguments))(self);
                },
                &body};
    }

    [[nodiscard]] bool is_dry() const { return options_.dry.has_value(); }
    void* add_dry_scratch(std::size_t bytes, std::size_t element_bytes);
    void run_call(grid_shape const& shape, std::string name, kernel_call kernel,
                  bool interleaves = false);
    launch_counts run_counted(grid_shape const& shape, kernel_call kernel, block_range blocks,
                              block_trace* traced);
    void run_samples(std::vector<sampled_blocks> const& samples, grid_shape const& shape,
                     kernel_call kernel, counted_launch& counted);
    void run_noted(detail::launch_config const& shape, detail::kernel_name const& name,
                   kernel_call kernel, bool interleaves);
    void require(std::size_t bytes) const;
    void* add_scratch(std::size_t count, std::size_t element_bytes,
                      memory_kind kind = memory_kind::scratch);
    void check_written(void const* element, std::size_t bytes) const;

    detail::call_result& ran_;
    launch_options options_;
    detail::scratch_source source_;
    memory_map memory_;
    std::vector<std::unique_ptr<void, deallocate>> scratch_;
    std::size_t inputs_ = 0;                  ///< that have a content, in a dry run
    std::size_t allocations_ = 0;             ///< of scratch
    std::optional<detail::part_groups> part_; ///< if reductions leave partials
    extent left_{};
    std::uint32_t launches_ = 0;
    std::uintptr_t next_address_ = std::uintptr_t{1} << 46;
};

} // namespace gpu::inline v0::simulated
