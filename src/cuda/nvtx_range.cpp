// SPDX-License-Identifier: Apache-2.0
#include "call/nvtx_range.hpp"

#include <nvtx3/nvToolsExt.h>

#include <sys/auxv.h>

#include <cstdio>
#include <cstdlib>

namespace gpu::inline v0::detail {
namespace {

/// Whether ranges may be shown. NVTX loads the profiler named by the environment: a privileged
/// program must not load code chosen by its caller.
bool is_profiling_allowed() noexcept {
    char const* const value = secure_getenv("GPUALGO_NVTX");
    bool const is_off = value != nullptr && std::string_view(value) == "0";
    return !is_off && getauxval(AT_SECURE) == 0;
}

/// Null if no profiler is attached.
nvtxDomainHandle_t domain() noexcept {
    static nvtxDomainHandle_t const handle =
        is_profiling_allowed() ? nvtxDomainCreateA("gpualgo") : nullptr;
    return handle;
}

} // namespace

nvtx_range::nvtx_range(std::string_view function, std::string_view strategy) noexcept {
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

nvtx_range::~nvtx_range() {
    if (auto* const profiled = domain()) nvtxDomainRangePop(profiled);
}

} // namespace gpu::inline v0::detail
