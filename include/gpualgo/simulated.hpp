// SPDX-License-Identifier: Apache-2.0
/// @file
/// simulated::launch: runs a program's own kernel on the simulated device, checked and counted.
#pragma once

#include <gpualgo/abi/launch_request.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/explain.hpp>
#include <gpualgo/explanation.hpp>
#include <gpualgo/launch_arguments.hpp>
#include <gpualgo/launch_shape.hpp>
#include <gpualgo/simulated/context.hpp>
#include <gpualgo/simulated/finding.hpp>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

namespace detail {

/// A kernel and its arguments, as the library calls them.
template <class Body, class... Arguments>
class program_kernel {
public:
    program_kernel(Body const& body, Arguments const&... arguments)
        : body_(body), arguments_(arguments...) {}

    /// One thread: see `simulated_launch_request::run`.
    static bool run(void const* self, simulated_thread& thread,
                    checked_memory const* memory) noexcept {
        auto& kernel = *static_cast<program_kernel const*>(self);
        try {
            kernel.call(thread, memory, std::index_sequence_for<Arguments...>{});
        } catch (thread_stopped const&) { // the library knows why
        } catch (...) {
            if (!kernel.has_thrown_.test_and_set()) kernel.thrown_ = std::current_exception();
            return false;
        }
        return true;
    }

    /// The ranges among the arguments.
    [[nodiscard]] auto memory() const {
        return std::apply(
            [](auto const&... arguments) {
                std::array<launch_memory, (std::size_t{0} + ... + is_memory<Arguments>)> all{};
                [[maybe_unused]] std::size_t i = 0;
                [[maybe_unused]] std::uint32_t place = 0;
                (add_memory(all, i, ++place, arguments), ...);
                return all;
            },
            arguments_);
    }
    void rethrow() const {
        if (thrown_) std::rethrow_exception(thrown_);
    }

private:
    template <class All, class Argument>
    static void add_memory(All& all, std::size_t& i, std::uint32_t place,
                           Argument const& argument) {
        if constexpr (is_memory<Argument>)
            all[i++] = {argument.first, argument.n * sizeof(*argument.first),
                        sizeof(*argument.first), place, argument.use};
    }
    template <std::size_t I, class Argument>
    static auto const& passed(simulated_thread&, checked_memory const*, Argument const& argument) {
        return argument;
    }
    template <std::size_t I, class T>
    static simulated::array<T> passed(simulated_thread& thread, checked_memory const* memory,
                                      memory_argument<T> const&) {
        constexpr std::array<std::size_t, sizeof...(Arguments)> ranges{is_memory<Arguments>...};
        std::size_t index = 0; // among the ranges
        for (std::size_t i = 0; i != I; ++i) index += ranges[i];
        return simulated::array<T>({thread, memory[index], sizeof(T)});
    }
    template <std::size_t... I>
    void call(simulated_thread& thread, [[maybe_unused]] checked_memory const* memory,
              std::index_sequence<I...>) const {
        body_(simulated::context(thread), passed<I>(thread, memory, std::get<I>(arguments_))...);
    }

    Body const& body_;
    std::tuple<Arguments...> arguments_;
    mutable std::atomic_flag has_thrown_ = ATOMIC_FLAG_INIT;
    mutable std::exception_ptr thrown_; ///< of one thread
};

/// Keeps the defect that the library reports.
class defect_receiver {
public:
    [[nodiscard]] defect_sink sink() noexcept { return {this, &take}; }
    void rethrow() const {
        if (found_) throw *found_;
    }

private:
    static void take(void* self, found_defect const* found) noexcept {
        auto const witness_of = [](defect_witness const& seen) {
            return simulated::witness{seen.site, seen.block, seen.thread};
        };
        std::optional<simulated::witness> second;
        if (found->second != nullptr) second = witness_of(*found->second);
        try {
            static_cast<defect_receiver*>(self)->found_.emplace(
                static_cast<simulated::defect>(found->kind), found->text, found->seed,
                witness_of(found->first), second);
        } catch (...) { // without memory, the result's message is thrown as a gpu::error
        }
    }

    std::optional<simulated::finding> found_;
};

/// Refuses ranges of GPUs.
template <class Argument>
void check_is_host_memory(Argument const& argument, std::size_t place) {
    if constexpr (requires { argument.device().kind(); })
        if (argument.device().kind() == device_kind::cuda)
            throw std::invalid_argument("gpu::simulated::launch: argument " +
                                        std::to_string(place) + " lies on a GPU");
}

} // namespace detail

/// Kernels of programs on the simulated device.
namespace simulated {
/// @addtogroup own_kernels
/// @{

/// Runs a kernel on the simulated device: each thread of a grid of blocks calls `body`. Waits for
/// it. Every access is checked, and counted for each source line.
///
/// The kernel is a callable: a lambda with `auto` parameters, or an object with a call operator
/// that is a template over the context. Then `gpu::launch` of gpualgo/cuda.cuh runs it on a GPU.
/// Its first parameter is the context, with the block, its tiles, shared memory and
/// `is_last_block`. The others are the arguments. Ranges become arrays, with `get`, `put`, `size`
/// and atomic updates. Values are passed as they are.
///
/// **Requires** ranges that are contiguous and lie in host memory. A range of const elements is
/// only read. If a range is written, it overlaps no other one; the same range may be given
/// twice.<br>
///
/// **Effects** Those of the kernel, until it has a defect.<br>
///
/// **Memory** 56 bytes for each element of ranges that are not const, and of shared memory; stacks
/// for a block's threads on each core.<br>
///
/// **Thread safety** Launches may run concurrently, on different ranges. The body is called by
/// several host threads at once.<br>
///
/// **Determinism** The same counts for every order, if the kernel does the same in each. The order
/// in which lanes, warps and blocks run depends on the seed.
///
/// @param shape blocks, threads, shared memory, and the seed
/// @param body the kernel
/// @param arguments contiguous ranges and trivially copyable values
/// @return the counts, for each source line
/// @throws finding if the kernel has a defect: a race, a read of unwritten memory, an access out of
/// bounds, or threads that wait in vain. It names source lines and threads
/// @throws std::invalid_argument before anything runs: for a dimension of 0, more than 1024 threads
/// per block, and any other shape or range that is not allowed
/// @throws gpu::out_of_memory before anything runs, if memory for checking is not free
/// @throws any exception that the body throws
template <class Body, class... Arguments>
explanation launch(launch_shape const& shape, Body const& body, Arguments&&... arguments) {
    if constexpr (std::is_pointer_v<Body>)
        if (body == nullptr)
            throw std::invalid_argument("gpu::simulated::launch: the kernel is a null pointer");
    std::size_t place = 0;
    (detail::check_is_host_memory(arguments, ++place), ...);
    detail::program_kernel<Body, decltype(detail::as_argument(arguments))...> const kernel(
        body, detail::as_argument(arguments)...);
    auto const memory = kernel.memory();
    detail::simulated_launch_request const request{shape, &kernel.run, &kernel, memory.data(),
                                                   static_cast<std::uint32_t>(memory.size())};
    explanation counted;
    counted.policy = "gpu::simulated::launch";
    detail::explanation_builder builder(counted);
    detail::defect_receiver defects;
    auto const counts = builder.sink();
    auto const defect = defects.sink();
    detail::call_result result;
    gpualgo_v0_simulated_launch(&request, &counts, &defect, &result);
    builder.rethrow();
    defects.rethrow();
    kernel.rethrow();
    detail::raise(result);
    return counted;
}

/// The same, without shared memory.
/// @param grid blocks
/// @param block threads per block
/// @param body the kernel
/// @param arguments contiguous ranges and trivially copyable values
/// @return the counts, for each source line
template <class Body, class... Arguments>
explanation launch(extent3 grid, extent3 block, Body const& body, Arguments&&... arguments) {
    return simulated::launch(launch_shape{grid, block}, body,
                             std::forward<Arguments>(arguments)...);
}

/// @}
} // namespace simulated

} // namespace gpu::inline v0
