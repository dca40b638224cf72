// SPDX-License-Identifier: Apache-2.0
/// Filling memory without the kernel, on a fake runtime.
#include "cuda/fill.hpp"

#include <catch2/catch.hpp>

#include <cstring>
#include <numeric>
#include <vector>

TEST_CASE("elements of every size fill memory at every alignment, and nothing around it") {
    alignas(16) unsigned char memory[1024];
    for (std::size_t size = 1; size <= 33; ++size)
        for (std::size_t offset = 0; offset < 17; ++offset)
            for (std::size_t n : std::vector<std::size_t>{0, 1, 2, 3, 5, 8, 29}) {
                std::vector<unsigned char> element(size);
                std::iota(element.begin(), element.end(), static_cast<unsigned char>(1));
                std::memset(memory, 255, sizeof memory);
                gpu::detail::fill_on(nullptr, 1, memory + offset, n, element.data(), size);
                std::size_t wrong = 0;
                for (std::size_t i = 0; i < sizeof memory; ++i) {
                    bool const inside = i >= offset && i < offset + n * size;
                    wrong += memory[i] != (inside ? element[(i - offset) % size] : 255);
                }
                INFO(n << " elements of " << size << " bytes at " << offset);
                REQUIRE(wrong == 0);
            }
}
