// SPDX-License-Identifier: Apache-2.0
/// Prints what a program sees of the devices, one item per line. Started by driver_states.cpp with
/// fake drivers.
#include <gpualgo/reduce.hpp>
#include <gpualgo/report.hpp>

#include <dlfcn.h>
#include <link.h>

#include <cstddef>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

namespace {

/// Prints the result of f, or its exception.
template <class F>
void line(char const* name, F f) {
    std::string text;
    try {
        text = f();
    } catch (gpu::no_device const& e) {
        text = "no_device " + std::to_string(e.code()) + ": " + e.what();
    } catch (std::invalid_argument const& e) {
        text = std::string("invalid_argument: ") + e.what();
    } catch (std::exception const& e) {
        text = std::string("exception: ") + e.what();
    }
    std::printf("%s = %s\n", name, text.c_str());
}

std::string located(void const* memory) {
    gpu::detail::device_id device;
    gpualgo_v0_locate(memory, &device);
    return to_string(gpu::device(device));
}

/// Reduces a host range with a named strategy, which runs on the preferred device.
std::string reduced() {
    std::vector<int> const values(1000, 2);
    gpu::report report;
    int const sum =
        gpu::reduce(gpu::interleaved.report_to(report), values.begin(), values.end(), 0);
    return std::to_string(sum) + " on " + to_string(report.device) + "; " + report.fallback;
}

/// Memory whose device another thread asks for, while the library counts the libraries of the
/// process for this one.
void const* asked_meanwhile = nullptr;

void initialise(void* driver) { reinterpret_cast<int (*)(unsigned)>(dlsym(driver, "cuInit"))(0); }

/// Two threads are the first to ask.
int probe_first_questions() {
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (driver == nullptr) return 1;
    initialise(driver);
    void const* const device_memory = dlsym(driver, "fake_device_memory");
    asked_meanwhile = device_memory;
    line("second", [&] { return located(device_memory); });
    return 0;
}

/// Prints the devices of pointers after the program has loaded the driver.
/// @param asks_before whether to ask before loading, too
int probe_pointers(bool asks_before) {
    int on_stack = 0;
    if (asks_before) line("before", [&] { return located(&on_stack); });
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY);
    if (driver == nullptr) return 1;
    void const* const device_memory = dlsym(driver, "fake_device_memory");
    void const* const managed_memory = dlsym(driver, "fake_managed_memory");
    line("uninitialised", [&] { return located(device_memory); });
    initialise(driver);
    line("device", [&] { return located(device_memory); });
    line("managed", [&] { return located(managed_memory); });
    line("stack", [&] { return located(&on_stack); });
    return 0;
}

} // namespace

/// Takes the place of the loader's function, which the library calls to count the libraries.
extern "C" [[gnu::visibility("default")]] int
dl_iterate_phdr(int (*use)(dl_phdr_info*, std::size_t, void*), void* data) {
    if (auto const* const memory = std::exchange(asked_meanwhile, nullptr))
        line("first", [&] { return located(memory); });
    static auto const loaders =
        reinterpret_cast<decltype(&dl_iterate_phdr)>(dlsym(RTLD_NEXT, "dl_iterate_phdr"));
    return loaders(use, data);
}

int main(int argc, char** argv) {
    if (argc > 2 && std::strcmp(argv[2], "at-once") == 0) return probe_first_questions();
    if (argc > 2 && std::strcmp(argv[1], "pointers") == 0)
        return probe_pointers(std::strcmp(argv[2], "before") == 0);
    line("automatic", [] {
        std::vector<int> const values(1000, 3);
        int const sum = gpu::reduce(values.begin(), values.end());
        bool const touched = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD) != nullptr;
        return std::to_string(sum) +
               (touched ? ", and the driver was loaded" : ", and no driver was loaded");
    });
    line("preferred", [] { return to_string(gpu::device::preferred()); });
    line("host.why", [] { return gpu::device::host().why(); });
    line("cuda", [] { return gpu::device::cuda().name(); });
    line("devices", [] {
        std::string text;
        for (auto const& d : gpu::devices()) text += to_string(d) + " ";
        return text;
    });
    line("reduce", reduced);
}
