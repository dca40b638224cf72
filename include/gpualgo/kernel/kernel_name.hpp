// SPDX-License-Identifier: Apache-2.0
/// @file
/// The names of kernels in reports, the same on the simulated device and on GPUs:
/// "reduce<interleaved, shared>".
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/kernel/block.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The name of a kernel body, in pieces. Thus the library stores no string per kernel.
struct kernel_name {
    char const* body;
    std::string_view strategy{}; ///< empty if the body belongs to no strategy
    std::string_view space{};    ///< empty if the body belongs to no strategy
};

/// The names of the bodies, one overload per body.
consteval kernel_name name_of(std::type_identity<kernel::reduce_canonical>) {
    return {"reduce_canonical"};
}
/// No name: it only carries results to the host, and reports leave it out, like copies.
consteval kernel_name name_of(std::type_identity<kernel::collect>) { return {""}; }
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

/// Appends to a text of the size of a result's names, cut to that size. Every launch does this,
/// also without a report: std::snprintf would take longer than some functions of CUDA.
/// @param length of the text
/// @return its new length
inline std::size_t append_name(char (&text)[sizeof(call_result::kernel)], std::size_t length,
                               std::string_view part) {
    std::size_t const added = std::min(part.size(), sizeof text - 1 - length);
    std::copy_n(part.data(), added, text + length);
    text[length + added] = 0;
    return length + added;
}

/// @return whether a list such as "clear + select" has a name
inline bool names_kernel(std::string_view list, std::string_view name) {
    constexpr std::string_view separator = " + ";
    for (;;) {
        auto const end = list.find(separator);
        if (list.substr(0, end) == name) return true;
        if (end == list.npos) return false;
        list.remove_prefix(end + separator.size());
    }
}

/// Adds a launch to a call's result, if its kernel has a name. That has the grid and block of the
/// first launch, and the names of all, each once: "convert + reduce<interleaved, shared>".
inline void note_launch(call_result& ran, launch_config const& shape, kernel_name const& kernel) {
    if (*kernel.body == 0) return;
    char name[sizeof ran.kernel];
    std::size_t size = append_name(name, 0, kernel.body);
    if (!kernel.strategy.empty())
        for (std::string_view const part :
             {std::string_view("<"), kernel.strategy, std::string_view(", "), kernel.space,
              std::string_view(">")})
            size = append_name(name, size, part);

    std::string_view const former(ran.kernel);
    if (former.empty()) {
        ran.grid = shape.grid;
        ran.block = shape.block;
    }
    if (names_kernel(former, {name, size})) return;
    std::size_t const length = append_name(ran.kernel, former.size(), former.empty() ? "" : " + ");
    append_name(ran.kernel, length, {name, size});
}

} // namespace gpu::inline v0::detail
