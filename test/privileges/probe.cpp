// SPDX-License-Identifier: Apache-2.0
/// Prints a line for each environment variable of the library that takes effect. run.sh sets values
/// whose effect is visible: most are invalid, and some name an intruder.
#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/gpualgo.hpp>

#include <sys/auxv.h>

#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace {

/// Prints the name of a variable if a call throws.
template <class Exception, class F>
void probe(char const* variable, F f) {
    try {
        f();
    } catch (Exception const&) {
        std::printf("obeys %s\n", variable);
    }
}

} // namespace

int main() {
    std::printf("secure %lu\n", getauxval(AT_SECURE));
    std::vector<int> const numbers{1, 2, 3};
    probe<std::invalid_argument>("GPUALGO_DEVICE", [] { (void)gpu::device::preferred(); });
    probe<std::invalid_argument>("GPUALGO_SEED", [&] {
        (void)gpu::reduce(gpu::interleaved.on(gpu::device::simulated()), numbers);
    });
    probe<gpu::unsupported_operator>("GPUALGO_STRICT", [&] {
        (void)gpu::reduce(gpu::interleaved, numbers, 0, [](int a, int b) { return a ^ b; });
    });
    // effects of GPUALGO_LOG and NVTX_INJECTION64_PATH are visible without a probe
    probe<gpu::error>("GPUALGO_BLAS", [] {
        gpu::matrix<float> const a(8, 8, gpu::device::host());
        gpu::matrix<float> c(8, 8, gpu::device::host());
        gpu::matmul(a, a, c);
    });
    // GPUALGO_CACHE_DIR, XDG_CACHE_HOME and HOME
    char folder[4096];
    std::uint64_t entries = 0, bytes = 0;
    gpualgo_v0_expression_cache(folder, sizeof folder, &entries, &bytes, 0);
    if (folder[0] != '\0') std::printf("has a cache of kernels\n");
    // the effect of GPUALGO_NVRTC is visible, too
    char compilers[4096];
    gpualgo_v0_describe_compilers(compilers, sizeof compilers);
}
