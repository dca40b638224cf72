// SPDX-License-Identifier: Apache-2.0
/// Runs a fuzz target on random inputs, without a fuzzer: PROGRAM SECONDS [SEED]. Prints the seed
/// of an input before it runs, if SEED is given; otherwise only the first one.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <random>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size);

int main(int argc, char** argv) {
    if (argc < 2) return std::puts("usage: PROGRAM SECONDS [SEED]"), 2;
    auto const end = std::chrono::steady_clock::now() + std::chrono::seconds(std::atoi(argv[1]));
    auto const first = argc > 2 ? static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10))
                                : std::random_device()();
    std::printf("the first seed is %u\n", first);
    std::fflush(stdout);
    std::uint32_t cases = 0;
    for (; std::chrono::steady_clock::now() < end; ++cases) {
        if (argc > 2) std::fprintf(stderr, "seed %u\n", first + cases);
        std::mt19937 random(first + cases);
        // short inputs repeat: then many numbers are equal
        std::vector<std::uint8_t> input(7 + random() % (random() % 2 == 0 ? 40 : 4000));
        for (auto& byte : input) byte = static_cast<std::uint8_t>(random());
        LLVMFuzzerTestOneInput(input.data(), input.size());
    }
    std::printf("%u inputs\n", cases);
}
