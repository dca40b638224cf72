// SPDX-License-Identifier: Apache-2.0
/// Usable GPUs, and why the others are not usable, on a fake runtime. The answer is kept for the
/// life of a process, so each case asks in a child process.
#include "fake_calls.hpp"
#include "fake_runtime.hpp"
#include "in_child.hpp"

#include "cuda/check.hpp"
#include "cuda/device_scope.hpp"
#include "cuda/devices.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <string>

using Catch::Contains;
using namespace gpu::detail;
using test::in_child;

namespace {

/// "NAME: WHY" of a GPU, or the message and the code of the error.
std::string described(std::uint32_t ordinal) {
    try {
        device_description description;
        cuda_devices::get().describe(ordinal, description);
        return std::string(description.name) + ": " + description.why;
    } catch (gpu::no_device const& e) {
        return std::string("no_device ") + std::to_string(e.code()) + ": " + e.what();
    }
}

std::string counted() { return std::to_string(cuda_devices::get().count()); }
std::string listed() { return std::to_string(cuda_devices::get().listed()); }

/// Sets up a machine with GPUs, given by compute capability and by the result of loading a kernel.
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

/// Ordinals of the GPUs, of three, that have a context after f.
std::string contexts_after(std::function<void()> const& f) {
    return in_child([&] {
        set_up({hopper, hopper, hopper});
        f();
        std::string text;
        for (int ordinal : fake_cuda::here().contexts) text += std::to_string(ordinal) + " ";
        return text;
    });
}

} // namespace

TEST_CASE("each reason for having no GPU has a message") {
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

TEST_CASE("a GPU without kernels for its architecture cannot be used, the others can") {
    auto const text = in_child([] {
        set_up({hopper, too_old, hopper});
        return counted() + " " + described(0) + "; " + described(1) + "; " + described(2);
    });
    CHECK_THAT(text, Contains("1 Hopper: a GPU") &&
                         Contains("no_device 209: cuda:1 cannot be used: Pascal, compute "
                                  "capability 6.1: this library has no kernels"));
    CHECK_THAT(text, Contains("; Hopper: a GPU"));
}

TEST_CASE(
    "a kernel is loaded on one GPU per architecture, and only to find out whether it can be used") {
    auto const loads = [](std::vector<fake_cuda::device> const& gpus, auto f) {
        return in_child([&] {
            set_up(gpus);
            std::string text = f() + ":";
            for (int ordinal : fake_cuda::here().loaded_on) text += " " + std::to_string(ordinal);
            return text;
        });
    };
    CHECK(loads({hopper, hopper, blackwell, hopper, blackwell}, counted) == "5: 0 2");
    CHECK(loads({taken, hopper, hopper}, counted) == "0: 0");
    auto const second = [] { return described(1).substr(0, 6); };
    CHECK(loads({taken, hopper, hopper}, second) == "Hopper: 1");
    // the result for the second GPU also holds for the first
    CHECK(loads({hopper, hopper}, [&] { return second().append(counted()); }) == "Hopper2: 1");
    // if loading fails on the first GPU, that is found only when it is asked for
    CHECK(loads({hopper, hopper, too_old}, listed) == "2:");
    CHECK(loads({taken, hopper}, listed) == "2:");
    CHECK(loads({taken, hopper}, [] { return counted().append(listed()); }) == "00: 0");
}

TEST_CASE("work on one GPU creates no context on any other") {
    CHECK(contexts_after([] { (void)listed(); }).empty());
    CHECK(contexts_after([] { (void)described(1); }) == "1 ");
    CHECK(contexts_after([] { (void)described(1), (void)counted(); }) == "1 ");
    CHECK(contexts_after([] { device_scope const scope(2); }) == "2 ");
    CHECK(contexts_after([] {
              device_scope const outer(2);
              device_scope const inner(1);
          }) == "1 2 ");
}

TEST_CASE("all kinds of work on one GPU create no context on any other") {
    CHECK(contexts_after([] {
              auto& backend = cuda_backend();
              (void)backend.listed();
              (void)described(1);
              void* const memory = backend.allocate(1, 1000);
              backend.fill(1, memory, 1000, "x", 1);
              void* const stream = backend.make_stream(1);
              (void)left_to(nullptr, 1, 5);
              (void)left_to(stream, 1, 5);
              (void)scratch_of(stream, 1, true);
              backend.synchronize(1, nullptr);
              backend.end_stream(1, stream);
              (void)backend.count();
              char page[100];
              backend.lock_pages(page, sizeof page);
              backend.unlock_pages(page);
              backend.deallocate(1, memory);
          }) == "1 ");
}

TEST_CASE("the context of a used GPU stays, and scopes do not accumulate references") {
    CHECK(in_child([] {
              set_up({hopper, hopper});
              for (int i = 0; i < 3; ++i) device_scope const scope(1);
              return std::to_string(fake_cuda::here().retained[1]);
          }) == "1");
}

TEST_CASE("the GPUs are probed only once") {
    CHECK(in_child([] {
              set_up({hopper});
              auto const before = counted();
              set_up({}, cudaErrorNoDevice);
              return before + counted();
          }) == "11");
}

TEST_CASE("a child that is forked after CUDA was used has no GPU, and errors say why") {
    auto const text = in_child([] {
        set_up({hopper});
        auto const before = counted();
        return before + in_child([] {
                   try {
                       fail_cuda(cudaErrorInitializationError, "cudaLaunchKernel");
                   } catch (gpu::error const& e) {
                       return " " + counted() + " " + described(0) + "; " + e.what();
                   }
               });
    });
    CHECK_THAT(text, Contains("1 0 no_device 3: cuda:0 cannot be used: this process was forked") &&
                         Contains("cudaLaunchKernel failed on cuda:0: the fake failed") &&
                         Contains("; this process was forked"));
}
