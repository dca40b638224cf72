// SPDX-License-Identifier: Apache-2.0
/// Which GPUs can be used, and why the others cannot, on a fake runtime. The answer is kept for the
/// life of a process, so that each case asks in a child of its own.
#include "fake_runtime.hpp"

#include "cuda/check.hpp"
#include "cuda/devices.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

using Catch::Contains;
using gpu::detail::cuda_devices;

namespace {

/// What a function gives in a process of its own.
std::string in_child(std::function<std::string()> const& f) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_t const child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::string const text = f();
        bool const written =
            write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    char part[1024];
    for (ssize_t n = 0; (n = read(ends[0], part, sizeof part)) > 0;)
        text.append(part, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    return text;
}

/// "NAME: WHY" of a GPU, or why not and CUDA's code.
std::string described(std::uint32_t ordinal) {
    try {
        gpu::detail::device_description description;
        cuda_devices::get().describe(ordinal, description);
        return std::string(description.name) + ": " + description.why;
    } catch (gpu::no_device const& e) {
        return std::string("no_device ") + std::to_string(e.code()) + ": " + e.what();
    }
}

std::string counted() { return std::to_string(cuda_devices::get().count()); }

/// A machine with these GPUs, by compute capability and what loading a kernel gives.
void set_up(std::vector<fake_cuda::device> gpus, cudaError_t counts = cudaSuccess,
            int driver_version = 13000) {
    fake_cuda::here().gpus = std::move(gpus);
    fake_cuda::here().counts = counts;
    fake_cuda::here().driver_version = driver_version;
}

fake_cuda::device const hopper{"Hopper", 9, 0, cudaSuccess};
fake_cuda::device const blackwell{"Blackwell", 10, 0, cudaSuccess};
fake_cuda::device const too_old{"Pascal", 6, 1, cudaErrorNoKernelImageForDevice};
fake_cuda::device const taken{"Taken", 9, 0, cudaErrorDevicesUnavailable};

} // namespace

TEST_CASE("why there is no GPU is told apart") {
    auto const why = [](cudaError_t counts, int driver_version) {
        return in_child([=] {
            set_up({}, counts, driver_version);
            return counted() + " " + described(0);
        });
    };
    CHECK_THAT(why(cudaErrorInsufficientDriver, 0),
               Contains("0 no_device 35: cuda:0 cannot be used: there is no NVIDIA driver"));
    CHECK_THAT(why(cudaErrorInsufficientDriver, 11040),
               Contains("driver is too old") && Contains("CUDA 11.4") && Contains("CUDA 13."));
    CHECK_THAT(why(cudaErrorNoDevice, 13000),
               Contains("no_device 100") && Contains("no GPU") && Contains("CUDA_VISIBLE_DEVICES"));
    CHECK_THAT(why(cudaSuccess, 13000), Contains("no_device 100") && Contains("no GPU"));
    CHECK_THAT(why(cudaErrorUnknown, 13000), Contains("no_device 999") &&
                                                 Contains("cannot be initialised") &&
                                                 Contains("cudaErrorOfTheFake, 999"));
}

TEST_CASE("a GPU says what it is") {
    auto const text = in_child([] {
        set_up({hopper, blackwell});
        return counted() + " " + described(0) + "; " + described(1) + "; " + described(2);
    });
    CHECK_THAT(text, Contains("2 Hopper: a GPU of compute capability 9.0 with 4 multiprocessors; "
                              "Blackwell: a GPU of compute capability 10.0"));
    CHECK_THAT(text, Contains("CUDA lists 2 GPU(s)"));
}

TEST_CASE(
    "a GPU of an architecture that the library has no kernels for cannot be used, the others can") {
    auto const text = in_child([] {
        set_up({hopper, too_old, hopper});
        return counted() + " " + described(0) + "; " + described(1) + "; " + described(2);
    });
    CHECK_THAT(text, Contains("1 Hopper: a GPU") &&
                         Contains("no_device 209: cuda:1 cannot be used: Pascal, compute "
                                  "capability 6.1: this library has no kernels"));
    CHECK_THAT(text, Contains("; Hopper: a GPU"));
}

TEST_CASE("a kernel is loaded on one GPU of an architecture; where that fails, on the next") {
    auto const loads = [](std::vector<fake_cuda::device> const& gpus) {
        return in_child([&] {
            set_up(gpus);
            std::string text = counted() + ":";
            for (int ordinal : fake_cuda::here().loaded_on) text += " " + std::to_string(ordinal);
            return text;
        });
    };
    CHECK(loads({hopper, hopper, blackwell, hopper, blackwell}) == "5: 0 2");
    CHECK(loads({taken, hopper, hopper}) == "0: 0 1");
}

TEST_CASE("the machine is looked at once") {
    CHECK(in_child([] {
              set_up({hopper});
              auto const before = counted();
              set_up({}, cudaErrorNoDevice);
              return before + counted();
          }) == "11");
}

TEST_CASE("a child that is forked after CUDA was asked has no GPU, and errors say why") {
    auto const text = in_child([] {
        set_up({hopper});
        auto const before = counted();
        return before + in_child([] {
                   try {
                       gpu::detail::fail_cuda(cudaErrorInitializationError, "cudaLaunchKernel");
                   } catch (gpu::error const& e) {
                       return " " + counted() + " " + described(0) + "; " + e.what();
                   }
               });
    });
    CHECK_THAT(text, Contains("1 0 no_device 3: cuda:0 cannot be used: this process was forked") &&
                         Contains("cudaLaunchKernel failed on cuda:0: the fake failed") &&
                         Contains("; this process was forked"));
}
