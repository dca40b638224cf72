// SPDX-License-Identifier: Apache-2.0
/// npy_statistics FILE: count, mean, standard deviation, smallest and largest number of an array of
/// float that NumPy has saved. (The tool `gpualgo reduce FILE` reads all types and layouts.)
//! [program]
#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>

#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <functional>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

/// The elements of a file in version 1.0 of the NPY format, of type '<f4'.
std::vector<float> read_npy(char const* path) {
    std::ifstream file(path, std::ios::binary);
    std::string magic(10, '\0');
    file.read(magic.data(), 10);
    if (!file || magic.substr(1, 5) != "NUMPY") throw std::runtime_error("no NPY file");
    auto const byte = [&](std::size_t i) { return static_cast<unsigned char>(magic[i]); };
    std::string header(byte(8) + 256 * std::size_t{byte(9)}, '\0');
    file.read(header.data(), static_cast<std::streamsize>(header.size()));
    if (byte(6) != 1 || header.find("'<f4'") == std::string::npos)
        throw std::runtime_error("only version 1.0 with elements of type '<f4' is read");
    std::string const bytes(std::istreambuf_iterator<char>(file), {});
    std::vector<float> x(bytes.size() / sizeof(float));
    bytes.copy(reinterpret_cast<char*>(x.data()), x.size() * sizeof(float));
    return x;
}

int main(int argc, char** argv) try {
    if (argc != 2) throw std::runtime_error("usage: npy_statistics FILE");
    std::vector<float> const x = read_npy(argv[1]);
    if (x.empty()) throw std::runtime_error("the array is empty");

    double const n = static_cast<double>(x.size());
    double const mean = gpu::reduce(x, 0.0) / n;
    auto const squared = [mean](float v) { return (v - mean) * (v - mean); };
    double const deviation =
        std::sqrt(gpu::transform_reduce(gpu::automatic, x, 0.0, std::plus<>(), squared) / n);
    auto const [smallest, largest] = gpu::minmax_element(x);

    std::printf("n %zu, mean %g, deviation %g, smallest %g at %td, largest %g at %td\n", x.size(),
                mean, deviation, static_cast<double>(*smallest), smallest - x.begin(),
                static_cast<double>(*largest), largest - x.begin());
} catch (std::exception const& e) {
    std::fprintf(stderr, "npy_statistics: %s\n", e.what());
    return 1;
}
//! [program]
