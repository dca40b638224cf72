// SPDX-License-Identifier: Apache-2.0
/// A profiler that NVTX loads if NVTX_INJECTION64_PATH names it: prints the ranges of all domains.
#include <nvtx3/nvToolsExt.h>

#include <cstdio>

namespace {

nvtxDomainHandle_t NVTX_API create_domain(char const* name) {
    std::printf("domain %s\n", name);
    return reinterpret_cast<nvtxDomainHandle_t>(&create_domain);
}

int NVTX_API push(nvtxDomainHandle_t, nvtxEventAttributes_t const* range) {
    std::printf("begin %s\n", range->message.ascii);
    return 0;
}

int NVTX_API pop(nvtxDomainHandle_t) {
    std::printf("end\n");
    return 0;
}

} // namespace

extern "C" [[gnu::visibility("default")]] int NVTX_API
InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table) {
    auto const* const table =
        static_cast<NvtxExportTableCallbacks const*>(get_table(NVTX_ETID_CALLBACKS));
    NvtxFunctionTable functions = nullptr;
    unsigned size = 0;
    if (table == nullptr ||
        table->GetModuleFunctionTable(NVTX_CB_MODULE_CORE2, &functions, &size) == 0)
        return 0;
    *functions[NVTX_CBID_CORE2_DomainCreateA] =
        reinterpret_cast<NvtxFunctionPointer>(&create_domain);
    *functions[NVTX_CBID_CORE2_DomainRangePushEx] = reinterpret_cast<NvtxFunctionPointer>(&push);
    *functions[NVTX_CBID_CORE2_DomainRangePop] = reinterpret_cast<NvtxFunctionPointer>(&pop);
    return 1;
}
