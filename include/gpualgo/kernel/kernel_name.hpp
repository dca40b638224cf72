// SPDX-License-Identifier: Apache-2.0
/// @file
/// What reports call the kernels, the same on the simulated device and on GPUs:
/// "reduce<interleaved, shared>".
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/kernel/block.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The name of a kernel body, in the pieces that it is put together from: no text a kernel in the
/// library.
struct kernel_name {
    char const* body;
    std::string_view strategy{}; ///< empty where the body is not of a strategy
    std::string_view space{};    ///< empty where the body is not of a strategy
};

/// The names. A new body adds a line.
consteval kernel_name name_of(std::type_identity<kernel::reduce_canonical>) {
    return {"reduce_canonical"};
}
template <class Load>
consteval kernel_name name_of(std::type_identity<kernel::transform<Load>>) {
    return {"transform"};
}
template <class T>
consteval kernel_name name_of(std::type_identity<kernel::transform<kernel::convert_to<T>>>) {
    return {"convert"};
}
template <class Policy, memory_space Space>
consteval kernel_name name_of(std::type_identity<kernel::reduce<Policy, Space>>) {
    return {"reduce", Policy::name, known_spaces[static_cast<std::size_t>(Space)]};
}

/// The name of a body.
template <class Body>
inline constexpr kernel_name name_of_kernel = name_of(std::type_identity<Body>{});

/// Notes a launch in what a call reports: the shape of the first one, and the names of all, each
/// once: "convert + reduce<interleaved, shared>".
inline void note_launch(call_result& ran, launch_config const& shape, kernel_name const& kernel) {
    char name[sizeof ran.kernel];
    auto const width = [](std::string_view text) { return static_cast<int>(text.size()); };
    if (kernel.strategy.empty()) std::snprintf(name, sizeof name, "%s", kernel.body);
    else
        std::snprintf(name, sizeof name, "%s<%.*s, %.*s>", kernel.body, width(kernel.strategy),
                      kernel.strategy.data(), width(kernel.space), kernel.space.data());

    std::size_t const length = std::strlen(ran.kernel);
    if (length == 0) {
        ran.grid = shape.grid;
        ran.block = shape.block;
    }
    if (!std::string_view(ran.kernel).ends_with(name))
        std::snprintf(ran.kernel + length, sizeof ran.kernel - length, "%s%s",
                      length == 0 ? "" : " + ", name);
}

} // namespace gpu::inline v0::detail
