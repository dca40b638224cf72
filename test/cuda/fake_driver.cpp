// SPDX-License-Identifier: Apache-2.0
/// A fake libcuda.so.1 that puts cudart into each state of a machine without a GPU. Environment
/// variables select the state: FAKE_DRIVER_VERSION (13000 is CUDA 13.0) and FAKE_DRIVER_INIT
/// (result of cuInit; 100 is "no device"). It also knows two blocks of memory: one of GPU 2, and a
/// managed one.
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

int setting(char const* name, int otherwise) {
    char const* const value = std::getenv(name);
    return value != nullptr ? std::atoi(value) : otherwise;
}

constexpr int invalid_value = 1;
constexpr int not_initialized = 3;
constexpr int unknown = 999;
bool initialised = false;

/// Stands for every requested function that is not defined here.
int missing() { return unknown; }

} // namespace

extern "C" {
#pragma GCC visibility push(default)

char fake_device_memory[256];
char fake_managed_memory[256];

int cuInit(unsigned) {
    initialised = true;
    return setting("FAKE_DRIVER_INIT", unknown);
}
int cuDriverGetVersion(int* version) {
    *version = setting("FAKE_DRIVER_VERSION", 13000);
    return 0;
}
int cuDeviceGetCount(int* count) {
    *count = 0;
    return 0;
}
int cuGetExportTable(void const**, void const*) { return unknown; }

/// Like the driver, returns 0 for all attributes of unknown memory.
int cuPointerGetAttributes(unsigned n, int const* attributes, void** values, std::uint64_t memory) {
    if (!initialised) return not_initialized;
    auto const within = [memory](char const* block) {
        return memory - reinterpret_cast<std::uintptr_t>(block) < 256;
    };
    bool const managed = within(fake_managed_memory);
    bool const known = managed || within(fake_device_memory);
    for (unsigned i = 0; i < n; ++i) switch (attributes[i]) {
        // memory type: device
        case 2: *static_cast<unsigned*>(values[i]) = known ? 2 : 0; break;
        case 8: *static_cast<unsigned*>(values[i]) = managed; break;
        case 9: *static_cast<int*>(values[i]) = known ? 2 : 0; break; // ordinal
        default: return invalid_value;
        }
    return 0;
}

int cuGetProcAddress_v2(char const* symbol, void** function, int, std::uint64_t, int* found) {
    std::string_view const name = symbol;
    auto const any = [](auto* f) { return reinterpret_cast<void*>(f); };
    *function = name == "cuInit"               ? any(&cuInit)
                : name == "cuDriverGetVersion" ? any(&cuDriverGetVersion)
                : name == "cuDeviceGetCount"   ? any(&cuDeviceGetCount)
                : name == "cuGetProcAddress"   ? any(&cuGetProcAddress_v2)
                                               : any(&missing);
    if (found != nullptr) *found = 0;
    return 0;
}
int cuGetProcAddress(char const* symbol, void** function, int version, std::uint64_t flags) {
    return cuGetProcAddress_v2(symbol, function, version, flags, nullptr);
}
#pragma GCC visibility pop
}
