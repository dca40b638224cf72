// SPDX-License-Identifier: Apache-2.0
/// What the tool calls right, and how it says so: the command line alone cannot make a result that is wrong.
#include "tool/inputs.hpp"
#include "tool/print.hpp"
#include "tool/reference.hpp"
#include "tool/timing.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <vector>

namespace {

tool::row row_of(std::string policy, gpu::device device, bool agrees) {
    return {.policy = std::move(policy),
            .device = device,
            .n = 1000,
            .bytes = 4000,
            .grid = 4,
            .block = 256,
            .milliseconds = {},
            .result = "7",
            .agrees = agrees,
            .fallback = {}};
}

} // namespace

TEST_CASE("the numbers are those of a program that has not called srand") {
    auto const numbers = tool::random_bytes<int>(1000);
    CHECK(tool::random_bytes<int>(1000) == numbers);
    CHECK(std::vector<int>(numbers.begin(), numbers.begin() + 4) == std::vector<int>{0x67, 0xc6, 0x69, 0x73}); // glibc's
}

TEST_CASE("integers and extrema are right exactly") {
    std::vector<int> const numbers{3, 250, 7};
    tool::reference<int, gpu::plus<>> const sum(numbers);
    CHECK(sum.agrees(260, 1000));
    CHECK_FALSE(sum.agrees(261, 1000));

    std::vector<float> const floats{3, 250, 7};
    tool::reference<float, gpu::maximum<>> const largest(floats);
    CHECK(largest.agrees(250, 1000));
    CHECK_FALSE(largest.agrees(250.0001F, 1000));
    tool::reference<float, gpu::minimum<>> const smallest(floats);
    CHECK(smallest.agrees(3, 0));
    CHECK_FALSE(smallest.agrees(0, 1000));
}

TEST_CASE("sums of integers wrap") {
    std::vector<std::int32_t> const numbers{std::numeric_limits<std::int32_t>::max(), 1};
    CHECK(tool::reference<std::int32_t, gpu::plus<>>(numbers).agrees(std::numeric_limits<std::int32_t>::min(), 0));
}

TEST_CASE("sums of floating-point numbers are right within the bound of their rounding") {
    std::vector<float> const numbers(1000, 1.0F);
    tool::reference<float, gpu::plus<>> const sum(numbers);
    float const step = 1000 * std::numeric_limits<float>::epsilon();
    CHECK(sum.agrees(1000, 0));
    CHECK(sum.agrees(1000 + 4 * step, 5));
    CHECK_FALSE(sum.agrees(1000 + 6 * step, 5));
    CHECK_FALSE(sum.agrees(1000 - 6 * step, 5));
    CHECK_FALSE(sum.agrees(std::numeric_limits<float>::quiet_NaN(), 1000));
}

TEST_CASE("the table and the object say which results are wrong") {
    auto timed = row_of("automatic", gpu::device::host(), true);
    timed.milliseconds = 2.0;
    auto slower = row_of("plain loop", gpu::device::host(), true);
    slower.milliseconds = 5.0;
    auto const wrong = row_of("interleaved.in(shared)", gpu::device::simulated(), false);
    tool::results const results{gpu::device::host(), 1000, "int32", "plus", {timed, slower, wrong}};

    auto const table = to_table(results);
    CHECK(table.find("2.5x              7  yes") != std::string::npos);
    CHECK(table.find("7  NO") != std::string::npos);
    CHECK(table.find("simulated: 1000 elements") != std::string::npos);

    auto const object = to_json(results);
    CHECK(object.find(R"({"device": "host", "n": 1000, "type": "int32", "op": "plus", "rows": [)") == 0);
    CHECK(object.find(R"("ms": 2, "gbps": 0.002, "result": 7, "agrees": true})") != std::string::npos);
    CHECK(object.find(R"("ms": null, "gbps": null, "result": 7, "agrees": false})") != std::string::npos);
}

TEST_CASE("every call is timed as often as the others") {
    std::size_t first = 0;
    std::size_t second = 0;
    auto const medians = tool::median_milliseconds({[&] { ++first; }, [&] { ++second; }});
    CHECK(medians.size() == 2);
    CHECK(first == second);
    CHECK(first >= 5);
    CHECK(tool::median_milliseconds({}).empty());
}
