// SPDX-License-Identifier: Apache-2.0
/// The code of the documentation's pages about complex numbers. A region stands between two lines
/// with its name.
#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <complex>
#include <numbers>
#include <vector>

TEST_CASE("types: complex numbers") {
    std::vector<std::complex<float>> turns(1000, std::polar(1.F, std::numbers::pi_v<float> / 500));
    //! [complex]
    gpu::device_vector<std::complex<float>> const on_device(turns); // on the GPU, if there is one
    std::complex<float> const sum = gpu::reduce(on_device);
    // init says what is accumulated
    std::complex<double> const turned =
        gpu::reduce(on_device, std::complex<double>(1), std::multiplies<>());
    //! [complex]
    CHECK(std::abs(sum) == Approx(1000));
    CHECK(turned.real() == Approx(1));
    CHECK(turned.imag() == Approx(0).margin(1e-3));
}
