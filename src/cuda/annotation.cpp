// SPDX-License-Identifier: Apache-2.0
#include "../annotation.hpp"

#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cstdlib>

namespace gpu::inline v0::detail {
namespace {

/// NVTX gives no domain where no profiler is attached.
nvtxDomainHandle_t domain() noexcept {
    static nvtxDomainHandle_t const handle = [] {
        char const* const value = std::getenv("GPUALGO_NVTX");
        return value != nullptr && std::string_view(value) == "0" ? nullptr
                                                                  : nvtxDomainCreateA("gpualgo");
    }();
    return handle;
}

} // namespace

annotation::annotation(std::string_view function, std::string_view strategy) noexcept {
    auto* const profiled = domain();
    if (profiled == nullptr) return;
    char name[96];
    auto const width = [](std::string_view text) { return static_cast<int>(text.size()); };
    std::snprintf(name, sizeof name, "%.*s(%.*s)", width(function), function.data(),
                  width(strategy), strategy.data());
    nvtxEventAttributes_t range{};
    range.version = NVTX_VERSION;
    range.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
    range.messageType = NVTX_MESSAGE_TYPE_ASCII;
    range.message.ascii = name;
    nvtxDomainRangePushEx(profiled, &range);
}

annotation::~annotation() {
    if (auto* const profiled = domain()) nvtxDomainRangePop(profiled);
}

} // namespace gpu::inline v0::detail
