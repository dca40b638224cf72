// SPDX-License-Identifier: Apache-2.0
/// The code of the pages about devices and errors. A region stands between two lines with its name.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

TEST_CASE("devices: what there is, and why it is not more") {
    std::ostringstream out;
    //! [list]
    // the host, the simulated device, and every GPU that can be used
    for (gpu::device const d : gpu::devices())
        out << gpu::to_string(d) << ": " << d.name() << ", " << d.memory().total / 1'000'000
            << " MB; " << d.why() << '\n';
    //! [list]
    CHECK(out.str().starts_with("host: "));
    CHECK(out.str().find("simulated: ") != std::string::npos);

    //! [preferred]
    gpu::device const d = gpu::device::preferred(); // cuda:0 if it can be used, otherwise the host
    gpu::device_vector<int> v(3, 1);                // there
    //! [preferred]
    CHECK(v.device() == d);
}

TEST_CASE("devices: where a call runs") {
    gpu::report ran;
    //! [where]
    std::vector<int> const x{1, 2, 3};
    gpu::device const simulated = gpu::device::simulated();
    gpu::device_vector<int> const y(x, simulated);

    int const a = gpu::reduce(x);                               // a host range: on the host
    int const b = gpu::reduce(y);                               // a device's range: there
    int const c = gpu::reduce(gpu::automatic.on(simulated), x); // copied there first
    //! [where]
    CHECK(a + b + c == 18);
    CHECK(gpu::reduce(gpu::automatic.report_to(ran), y) == 6);
    CHECK(ran.device == simulated);
}

TEST_CASE("errors: arguments that are wrong, and devices that fail") {
    std::vector<int> const x{1, 2, 3};
    std::string text;
    //! [arguments]
    try {
        (void)gpu::reduce(gpu::interleaved.block_size(2000), x);
    } catch (std::invalid_argument const& e) {
        // "gpu::reduce(interleaved, n = 3, int32, plus): block_size(2000) was given; a block has 1
        // to 1024 threads"
        text = e.what();
    }
    //! [arguments]
    CHECK(text == "gpu::reduce(interleaved, n = 3, int32, plus): block_size(2000) was given; a "
                  "block has 1 to 1024 threads");

    //! [no device]
    try {
        gpu::device_vector<int> const y(x, gpu::device::cuda(99));
    } catch (gpu::no_device const& e) {
        // which device, and why: no driver, an old one, no GPU, an architecture without kernels ...
        text = e.what();
    }
    //! [no device]
    CHECK(text.find("cuda:99") != std::string::npos);

    //! [memory]
    try {
        gpu::device_vector<char> const y(std::size_t{1} << 60, gpu::uninitialized,
                                         gpu::device::host());
    } catch (gpu::out_of_memory const& e) { // also a std::bad_alloc
        text = std::to_string(e.requested()) + " bytes asked for, " +
               std::to_string(e.available()) + " free";
    }
    //! [memory]
    CHECK(text.starts_with("1152921504606846976 bytes asked for"));
}

TEST_CASE("errors: all of them in one place") {
    auto const work = [] { throw gpu::no_device("cuda:0 cannot be used"); };
    std::string text;
    //! [all]
    try {
        work();
    } catch (gpu::device_fault const&) { // the GPU is lost to this process: restart it
        throw;
    } catch (std::bad_alloc const&) { // gpu::out_of_memory, or the host's memory
        text = "smaller pieces";
    } catch (gpu::error const& e) { // everything else that a device does wrong; e.code() is CUDA's
        text = e.what();
    } catch (std::invalid_argument const& e) { // a bug in the call
        text = e.what();
    }
    //! [all]
    CHECK(text == "cuda:0 cannot be used");
}
