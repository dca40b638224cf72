// SPDX-License-Identifier: Apache-2.0
/// The function that identifies OpenBLAS; it names the processor that OpenBLAS detected.
#include <cstdlib>

extern "C" [[gnu::visibility("default")]] char const* openblas_get_corename() {
    char const* const core = std::getenv("FAKE_OPENBLAS_CORE");
    return core != nullptr ? core : "Haswell";
}
