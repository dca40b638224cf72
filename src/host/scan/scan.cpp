// SPDX-License-Identifier: Apache-2.0
#include "scan.hpp"

#include "call/tabulate.hpp"
#include "reduce/any_transform.hpp"
#include "scan_on_cores.hpp"

#include <gpualgo/abi/scan_lists.hpp>
#include <gpualgo/abi/transform_lists.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {
namespace {

/// Writes the transformed elements to the output.
template <class T>
[[gnu::noipa]] void transform_to_output(scan_request const& request) {
    any_transform const f{request.transform};
    auto const* const in = static_cast<T const*>(request.first);
    auto* const out = static_cast<T*>(request.out);
    constexpr std::size_t block = std::size_t{1} << 16;
    parallel_for((request.n - 1) / block + 1, [&](std::size_t i) {
        [[maybe_unused]] environment_of<T> const standard{};
        std::size_t const end = std::min<std::size_t>(request.n, (i + 1) * block);
        for (std::size_t k = i * block; k < end; ++k) out[k] = f(in[k]);
    });
}

template <class T, class Op>
void run_scan(scan_request const& request, instruction_set set) {
    using computed = computed_as<T>;
    computed init{};
    if (request.init != nullptr) init = computed(*static_cast<T const*>(request.init));
    auto const* first = static_cast<T const*>(request.first);
    auto* const out = static_cast<T*>(request.out);
    if constexpr (transforms_before_scan<T>)
        if (request.transform != unspecified) {
            transform_to_output<T>(request);
            first = out;
        }
    scan_on_cores<Op>(
        host_scan<T, computed>{first, request.n, out, request.init != nullptr ? &init : nullptr,
                               request.kind == static_cast<std::uint32_t>(scan_kind::exclusive)},
        set);
}

} // namespace

void scan_on_host(scan_request const& request, instruction_set set) {
    using scan_function = void (*)(scan_request const& request, instruction_set set);
    // null for combinations that are not listed
    static constexpr auto table = tabulate(
        []<class T, class Op>(type_list<T, Op>) -> scan_function {
            if constexpr (listed_scan<T, Op>) return &run_scan<kernel_type<Op, T>, Op>;
            else return nullptr;
        },
        types(), operators());
    table[request.value][request.operation](request, set);
}

} // namespace gpu::inline v0::detail
