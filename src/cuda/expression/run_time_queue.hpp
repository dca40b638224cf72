// SPDX-License-Identifier: Apache-2.0
/// @file
/// The queue of a call whose kernel is made at run time.
#pragma once

#include "run_time_kernel.hpp"

#include <gpualgo/kernel/look_back_memory.hpp>
#include <gpualgo/kernel/select/launches.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// Stands for an operation that is compiled into the kernel.
struct operation_in_kernel {
    static constexpr bool is_any_test = true; ///< see kernel/select/launches.hpp
};

/// The queue of kernel/*/launches.hpp for a body whose kernel is made at run time.
/// @tparam Request of which the kernel is made
template <class Request>
class run_time_queue {
public:
    /// Makes the kernel, or finds it.
    run_time_queue(cuda_queue& queue, Request const& request)
        : queue_(queue), request_(request), kernel_(kernel_for(request, queue.ordinal())) {}

    template <class T>
    T* allocate(std::size_t count) {
        return queue_.allocate<T>(count);
    }
    template <class T>
    T* result() {
        return queue_.result<T>();
    }
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const {
        return queue_.resident_blocks(threads);
    }
    [[nodiscard]] look_back_memory look_back(std::size_t bytes, std::size_t word_bytes) {
        return queue_.look_back(bytes, word_bytes);
    }
    [[nodiscard]] unsigned long long* zero_word() const { return queue_.zero_word(); }
    [[nodiscard]] std::size_t most_shared_bytes() const { return queue_.most_shared_bytes(); }
    void wait() { queue_.wait(); }
    template <class T>
    T fetch(T const* result) {
        return queue_.fetch(result);
    }

    /// Launches the precompiled kernel that clears words.
    template <class Body>
    void launch(launch_config shape, kernel::clear_arguments arguments, kernel::plus) {
        queue_.launch<Body>(shape, arguments, kernel::plus());
    }
    /// Launches the kernel.
    template <class Body, class Arguments>
    void launch(launch_config shape, Arguments const& arguments, operation_in_kernel) {
        launch_kernel<Body>(shape, arguments);
    }

protected:
    /// Launches the kernel with these arguments, which scalars follow.
    template <class Body, class Arguments>
    void launch_kernel(launch_config shape, Arguments arguments) {
        auto scalars = scalars_of(request_);
        finish_memory memory;
        void* addresses[] = {&arguments, &scalars, &memory};
        constexpr bool finishes = requires { requires Body::finishes; };
        queue_.launch<run_time_body>(shape,
                                     run_time_kernel{kernel_, name_of_kernel<Body>.body, addresses,
                                                     finishes ? &memory : nullptr},
                                     run_time_body());
    }

    [[nodiscard]] Request const& request() const { return request_; }

private:
    cuda_queue& queue_;
    Request const& request_;
    cudaKernel_t kernel_;
};

} // namespace gpu::inline v0::detail
