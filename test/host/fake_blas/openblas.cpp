// SPDX-License-Identifier: Apache-2.0
/// What tells OpenBLAS from other libraries: it says which processor it takes this one for.
#include <cstdlib>

extern "C" [[gnu::visibility("default")]] char const* openblas_get_corename() {
    char const* const core = std::getenv("FAKE_OPENBLAS_CORE");
    return core != nullptr ? core : "Haswell";
}
