// SPDX-License-Identifier: Apache-2.0
#include "host/memory.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <string>
#include <vector>

using namespace gpu::detail;

TEST_CASE("host memory is aligned to 256 bytes and can be written") {
    for (std::size_t const bytes : {1u, 255u, 256u, 100'000u, 10'000'000u}) {
        void* const memory = allocate_on_host(bytes);
        CHECK(reinterpret_cast<std::uintptr_t>(memory) % 256 == 0);
        std::memset(memory, 1, bytes);
        deallocate_on_host(memory);
    }
}

TEST_CASE("host memory that cannot be allocated is an error with the size") {
    for (std::size_t const bytes :
         {SIZE_MAX, SIZE_MAX - 254, SIZE_MAX / 2 + 1, SIZE_MAX / 2, SIZE_MAX / 4}) {
        INFO(bytes);
        try {
            deallocate_on_host(allocate_on_host(bytes));
            FAIL("was allocated");
        } catch (gpu::out_of_memory const& e) {
            CHECK(e.requested() == bytes);
            CHECK(e.available() > 0);
            CHECK(e.available() <= total_memory());
            CHECK(std::string(e.what()).find(std::to_string(bytes)) != std::string::npos);
        }
    }
}

TEST_CASE("all bytes are copied, and none around them", "[threads]") {
    for (std::size_t const n : {0u, 1u, 1000u, 1u << 20, (3u << 20) + 17}) {
        std::vector<std::uint8_t> from(n), to(n + 2, 77);
        std::iota(from.begin(), from.end(), std::uint8_t{3});
        copy_on_host(to.data() + 1, from.data(), n);
        INFO(n);
        CHECK(std::equal(from.begin(), from.end(), to.begin() + 1));
        CHECK((to.front() == 77 && to.back() == 77));
    }
}

TEST_CASE("a copy to itself changes nothing") {
    std::vector<std::uint8_t> bytes(5000, 9);
    copy_on_host(bytes.data(), bytes.data(), bytes.size());
    CHECK(bytes == std::vector<std::uint8_t>(5000, 9));
}

TEST_CASE("a fill writes whole elements, and nothing around them", "[threads]") {
    for (std::size_t const size : {1u, 2u, 3u, 4u, 8u, 12u, 16u})
        for (std::size_t const n : {0u, 1u, 2u, 5u, 1000u, 300'001u}) {
            std::vector<std::uint8_t> element(size), to(n * size + 2, 77);
            std::iota(element.begin(), element.end(), std::uint8_t{1});
            fill_on_host(to.data() + 1, n, element.data(), size);
            std::size_t different = 0;
            for (std::size_t i = 0; i < n * size; ++i) different += to[i + 1] != element[i % size];
            INFO(n << " elements of " << size);
            CHECK(different == 0);
            CHECK((to.front() == 77 && to.back() == 77));
        }
}
