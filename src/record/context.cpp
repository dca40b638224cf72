// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include <gpualgo/version.hpp>

#include <dlfcn.h>

#include <array>
#include <ctime>
#include <fstream>

namespace record {

namespace {

#ifdef GPUALGO_CUDA_TOOLKIT
constexpr char const* toolkit = GPUALGO_CUDA_TOOLKIT;
#else
constexpr char const* toolkit = nullptr;
#endif

#ifdef __clang__
constexpr char const* compiler = "clang++ " __clang_version__;
#else
constexpr char const* compiler = "g++ " __VERSION__;
#endif

/// Now, in UTC.
std::string date() {
    std::time_t const now = std::time(nullptr);
    std::tm utc{};
    gmtime_r(&now, &utc);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &utc);
    return text.data();
}

std::string version() {
    int const number = gpu::version();
    return std::to_string(number / 10000) + '.' + std::to_string(number / 100 % 100) + '.' +
           std::to_string(number % 100);
}

/// The version of NVIDIA's driver, or null: the first word that has digits and dots alone.
json driver() {
    std::ifstream file("/proc/driver/nvidia/version");
    for (std::string word; file >> word;)
        if (word.find('.') != word.npos && word.find_first_not_of("0123456789.") == word.npos)
            return word;
    return nullptr;
}

/// The version of CUDA that the driver is for, if the process has loaded it, or null.
json cuda_of_driver() {
    void* const library = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) return nullptr;
    auto const get = reinterpret_cast<int (*)(int*)>(dlsym(library, "cuDriverGetVersion"));
    int number = 0;
    if (get == nullptr || get(&number) != 0) return nullptr;
    return std::to_string(number / 1000) + '.' + std::to_string(number % 1000 / 10);
}

} // namespace

json context(gpu::device device, std::vector<std::string> const& command) {
    bool const is_gpu = device.kind() == gpu::device_kind::cuda;
    return {{"date", date()},
            {"version", version()},
            {"cpu", gpu::device::host().name()},
            {"gpu", is_gpu ? json(device.name()) : json()},
            {"driver", driver()},
            {"cuda_driver", cuda_of_driver()},
            {"cuda_toolkit", toolkit != nullptr ? json(toolkit) : json()},
            {"compiler", compiler},
            {"command", command}};
}

} // namespace record
