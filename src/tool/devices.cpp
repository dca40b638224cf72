// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/error.hpp>

#include <fmt/format.h>

namespace tool {

preferred_choice preferred_or_reason() {
    try {
        return {gpu::device::preferred(), {}};
    } catch (gpu::no_device const& none) {
        return {std::nullopt, none.what()};
    }
}

std::string list_devices() {
    constexpr double gibibyte = 1 << 30;
    auto const [preferred, reason] = preferred_or_reason();
    std::string text;
    for (gpu::device const d : gpu::devices()) {
        auto const memory = d.memory();
        text += fmt::format("{} {:<10} {}, {:.1f} of {:.1f} GiB free\n             {}\n",
                            d == preferred ? '*' : ' ', gpu::to_string(d), d.name(),
                            static_cast<double>(memory.free) / gibibyte,
                            static_cast<double>(memory.total) / gibibyte, d.why());
    }
    char compilers[600];
    gpualgo_v0_describe_compilers(compilers, sizeof compilers);
    return text + (preferred ? "* is preferred" : "none is preferred: " + reason) +
           "\ncompilers of expressions: " + compilers + '\n';
}

} // namespace tool
