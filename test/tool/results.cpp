// SPDX-License-Identifier: Apache-2.0
/// What the tool says of results, right and wrong: the command line alone cannot make one that is
/// wrong.
#include "tool/inputs.hpp"
#include "tool/print.hpp"
#include "tool/timing.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace {

tool::row row_of(std::string policy, gpu::device device, bool agrees) {
    return {.policy = std::move(policy),
            .device = device,
            .kernel = "some<kernel>",
            .grid = 4,
            .block = 256,
            .time = {},
            .agrees = agrees,
            .fallback = {}};
}

bool contains(std::string const& text, std::string const& part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST_CASE("results: the numbers are those of a program that has not called srand") {
    auto const numbers = tool::random_bytes<int>(1000);
    CHECK(tool::random_bytes<int>(1000) == numbers);
    // glibc's
    CHECK(std::vector<int>(numbers.begin(), numbers.begin() + 4) ==
          std::vector<int>{0x67, 0xc6, 0x69, 0x73});
}

TEST_CASE("results: more numbers than memory holds are refused before they are made") {
    CHECK_THROWS_AS(tool::random_numbers(0, std::size_t{1} << 50), gpu::out_of_memory);
    CHECK_THROWS_WITH(tool::require_memory(std::size_t{1} << 62, 8),
                      Catch::Contains("4611686018427387904 numbers of 8 bytes do not fit"));
    CHECK_NOTHROW(tool::require_memory(1000, 8));
}

TEST_CASE("results: reductions as a table and as an object") {
    auto timed = row_of("automatic", gpu::device::host(), true);
    timed.time = {2.0, 101, 0.125};
    auto slower = row_of("plain loop", gpu::device::host(), true);
    slower.time = {5.0};
    auto const wrong = row_of("interleaved.in(shared)", gpu::device::simulated(), false);
    tool::reduce_results results{
        gpu::device::host(),
        1000,
        "int32",
        "int32",
        "plus",
        {{timed, 1000, 4000, "7"}, {slower, 1000, 4000, "7"}, {wrong, 1000, 4000, "-inf"}},
        {"vendor: absent"}};

    auto const table = to_table(results);
    CHECK(contains(table, "plus of 1000 x int32 on host"));
    CHECK(contains(table, "2.5x              7  yes"));
    CHECK(contains(table, "-inf  NO"));
    CHECK(contains(table, "simulated: 1000 elements"));
    CHECK(contains(table, "vendor: absent"));
    results.accumulator = "int64";
    CHECK(contains(to_table(results), "plus of 1000 x int32 as int64 on host"));

    auto const object = to_json(results);
    CHECK(object.starts_with(R"({"device": "host", "n": 1000, "type": "int32", "op": "plus", )"
                             R"("accumulator": "int64", "rows": [)"));
    // a line for each row
    CHECK(contains(object,
                   R"(
  {"policy": "automatic", "device": "host", "n": 1000, "kernel": "some<kernel>", )"
                   R"("grid": 4, "block": 256, "ms": 2, "runs": 101, "spread": 0.125, )"
                   R"("gbps": 0.002, "result": 7, "agrees": true},
)"));
    CHECK(contains(object, R"("ms": 5, "runs": 1, "spread": null)"));
    // JSON has no such number
    CHECK(contains(object, R"("ms": null, "runs": 0, "spread": null, "gbps": null, )"
                           R"("result": "-inf", "agrees": false})"));
    CHECK(contains(object, R"("command": [], "runs": 101, "spread": 0.125}})"));
    results.rows = {{timed, 1000, 8000, "(-1.5, nan)"}};
    CHECK(contains(to_json(results),
                   R"("result": [-1.5, "nan"], "agrees": true})")); // nor complex ones
}

TEST_CASE("results: products as a table and as an object") {
    auto timed = row_of("automatic", gpu::device::host(), true);
    timed.time = {2.0, 5, 0.5};
    auto const wrong = row_of("row_on_x", gpu::device::simulated(), false);
    tool::product_shape const large{1000, 2000, 500};
    tool::product_shape const small{2, 2, 2};
    tool::matmul_results const results{
        gpu::device::host(),
        large,
        "float",
        {{timed, large, 14'000'000, 2.5e-7, 1000}, {wrong, small, 48, {}, 4}},
        {}};

    auto const table = to_table(results);
    CHECK(contains(table, "product of 1000 x 500 and 500 x 2000 matrices of float on host"));
    CHECK(contains(table, "2.0000    1000.0      7.0       1.0x   2.5e-07  yes"));
    CHECK(contains(table, "-         -  NO"));
    CHECK(contains(table, "MxNxK = 2x2x2"));
    CHECK(contains(table, "of 1000 of the 2000000 elements of C"));

    auto const object = to_json(results);
    CHECK(object.starts_with(
        R"({"device": "host", "m": 1000, "n": 2000, "k": 500, "type": "float", "rows": [)"));
    CHECK(contains(object, R"("gbps": 7, "gflops": 1000, "error": 2.5e-07, "agrees": true})"));
    CHECK(contains(object, R"("gbps": null, "gflops": null, "error": null, "agrees": false})"));
}

TEST_CASE("results: text from outside is escaped, and need not be UTF-8") {
    auto strange = row_of("automatic", gpu::device::host(), true);
    strange.kernel = "a\"b\\c\n\xff";
    tool::reduce_results const results{gpu::device::host(),    1, "int32", "int32", "plus",
                                       {{strange, 1, 4, "1"}}, {}};
    auto const object = to_json(results, {"gpualgo", "\"quoted\".npy"});
    CHECK(contains(object, "\"kernel\": \"a\\\"b\\\\c\\n\xef\xbf\xbd\""));
    CHECK(contains(object, R"("command": ["gpualgo", "\"quoted\".npy"])"));
}

TEST_CASE("results: every call is timed as often as the others") {
    std::size_t first = 0;
    std::size_t second = 0;
    auto const timings = tool::time_in_turns({[&] { ++first; }, [&] { ++second; }});
    REQUIRE(timings.size() == 2);
    CHECK(first == second);
    CHECK(first >= 5);
    CHECK(timings[1].runs == second);
    CHECK(timings[1].spread >= 0.0);
    CHECK(tool::time_in_turns({}).empty());
}
