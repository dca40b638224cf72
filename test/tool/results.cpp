// SPDX-License-Identifier: Apache-2.0
/// Output for results, right and wrong: the command line alone cannot make a wrong one.
#include "tool/inputs.hpp"
#include "tool/print.hpp"
#include "tool/progress.hpp"
#include "tool/sort_rows.hpp"
#include "tool/text_table.hpp"
#include "tool/timing.hpp"

#include <catch2/catch.hpp>

#include <chrono>
#include <cmath>
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
            .agrees = agrees};
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

TEST_CASE("results: reductions as a table") {
    auto timed = row_of("automatic", gpu::device::host(), true);
    timed.time = {2.0, 101, 0.125, 1.5, 0.25};
    auto slower = row_of("plain loop", gpu::device::host(), true);
    slower.time = {5.0};
    auto const part = row_of("interleaved.in(shared)", gpu::device::simulated(), true);
    tool::reduce_results results{
        gpu::device::host(),
        1000,
        "int32",
        "int32",
        "plus",
        {{timed, 1000, 4000, "7"}, {slower, 1000, 4000, "7"}, {part, 262, 1048, "-5"}},
        {"vendor: absent"}};

    auto const table = to_table(results);
    CHECK(contains(table, "plus of 1000 int32 on host"));
    CHECK(contains(table, "result: 7\n"));
    CHECK(contains(table, "automatic    4x256  2.00"));
    CHECK(contains(table, "speed-up\n"));
    CHECK(contains(table, "2.5x\n"));
    CHECK(contains(table, "all 2 results agree with the reference"));
    CHECK(contains(table, "vendor: absent"));
    // a row for a part of the input has its size, and its result is beside no other
    CHECK(contains(table, "interleaved.in(shared)   4x256  262  yes"));
    CHECK_FALSE(contains(table, "-5"));
    CHECK_FALSE(contains(table, "NO\n"));
    CHECK_FALSE(contains(table, "\x1b"));

    SECTION("results that differ, and one that is wrong") {
        results.rows[1].agrees = false;
        results.rows[1].result = "8";
        results.rows[2].agrees = false;
        auto const wrong = to_table(results, {.has_colours = true});
        CHECK(contains(wrong, "result  agrees\n"));
        CHECK(contains(wrong, "2.5x       7  yes\x1b[0m\n"));
        CHECK(contains(wrong, "1.0x       8  NO\x1b[0m\n"));
        CHECK(contains(wrong, "\x1b[1;32mautomatic"));              // the fastest
        CHECK(contains(wrong, "\x1b[1;31mplain loop"));             // disagrees
        CHECK(contains(wrong, "\x1b[1;31minterleaved.in(shared)")); // incorrect for its part
        CHECK(contains(wrong, "1 of 2 results DISAGREE"));
        CHECK_FALSE(contains(wrong, "result: "));
    }
    SECTION("unknown launches are dashes") {
        results.rows[0].grid = {};
        results.rows[0].block = {};
        CHECK(contains(to_table(results), "automatic        -  2.00"));
    }
    SECTION("statistics") {
        CHECK(contains(to_table(results, {.has_statistics = true}), "2.00  1.50  12%"));
        CHECK(contains(to_table(results, {.has_statistics = true}), "5.00  5.00    -"));
    }
    SECTION("bars") {
        CHECK(contains(to_table(results), " ####################  "));
        CHECK(contains(to_table(results), " ########  ")); // 2 of 5 of the fastest
        CHECK(contains(to_table(results, {.has_unicode = true}), "█  "));
    }
    SECTION("accumulators") {
        results.accumulator = "int64";
        CHECK(contains(to_table(results), "plus of 1000 int32 as int64 on host"));
    }
}

TEST_CASE("results: tables take at most 80 columns") {
    std::string const digits(GENERATE(1U, 10U, 24U, 60U), '1');
    bool const has_statistics = GENERATE(false, true);
    tool::reduce_results results{gpu::device::host(), 1000, "double", "double", "plus"};
    results.skipped = {"vendor: " + std::string(30, 'a') + ' ' + std::string(60, 'b')};
    for (auto device : {gpu::device::host(), gpu::device::simulated()}) {
        auto one = row_of("neighbored_less.in(shared)", device, results.rows.empty());
        one.grid = 1024;
        one.time = {12345.678, 5, 0.1, 12000.5, 1234.5};
        results.rows.push_back(
            {one, 1000, std::size_t{1} << 40, digits + std::to_string(results.rows.size())});
    }
    auto const table = to_table(results, {.has_unicode = true, .has_statistics = has_statistics});
    CAPTURE(table);
    for (std::size_t begin = 0, end = 0; begin < table.size(); begin = end + 1) {
        end = table.find('\n', begin);
        // results of 60 digits are in a table of their own, which they make as wide as that
        CHECK(tool::display_width(table.substr(begin, end - begin)) <=
              (digits.size() < 60 ? 80U : 110U));
    }
    CHECK((contains(table, digits + "0 yes\n") || contains(table, digits + "0  yes\n")));
    CHECK((contains(table, digits + "1 NO\n") || contains(table, digits + "1  NO\n")));
}

TEST_CASE("results: reductions as an object and as values") {
    auto timed = row_of("automatic", gpu::device::host(), true);
    timed.time = {2.0, 101, 0.125, 1.5, 0.25};
    auto slower = row_of("plain loop", gpu::device::host(), true);
    slower.time = {5.0};
    auto unknown = row_of("a \"b\", c", gpu::device::simulated(), false);
    unknown.grid = {};
    unknown.block = {};
    unknown.agrees = {};
    tool::reduce_results results{
        gpu::device::host(),
        1000,
        "int32",
        "int64",
        "plus",
        {{timed, 1000, 4000, "7"}, {slower, 1000, 4000, "7"}, {unknown, 1000, 4000, "-inf"}}};
    auto const object = to_json(results);
    CHECK(object.starts_with(R"({"device": "host", "n": 1000, "type": "int32", "op": "plus", )"
                             R"("accumulator": "int64", "rows": [)"));
    // a line for each row
    CHECK(contains(object,
                   R"(
  {"policy": "automatic", "device": "host", "n": 1000, "kernel": "some<kernel>", )"
                   R"("grid": 4, "block": 256, "ms": 2, "min": 1.5, "deviation": 0.25, )"
                   R"("runs": 101, "spread": 0.125, "gbps": 0.002, "result": 7, "agrees": true},
)"));
    CHECK(contains(object, R"("ms": 5, "min": 5, "deviation": null, "runs": 1, "spread": null)"));
    CHECK(contains(object, R"("grid": null, "block": null, "ms": null, "min": null)"));
    // JSON has no such number
    CHECK(contains(object, R"("runs": 0, "spread": null, "gbps": null, )"
                           R"("result": "-inf", "agrees": null})"));
    CHECK(contains(object, R"("command": [], "runs": 101, "spread": 0.125}})"));

    CHECK(to_csv(results) ==
          "policy,device,n,kernel,grid,block,ms,min,deviation,runs,spread,gbps,result,agrees\n"
          "automatic,host,1000,some<kernel>,4,256,2,1.5,0.25,101,0.125,0.002,7,true\n"
          "plain loop,host,1000,some<kernel>,4,256,5,5,,1,,0.0008,7,true\n"
          "\"a \"\"b\"\", c\",simulated,1000,some<kernel>,,,,,,0,,,-inf,\n");

    results.rows = {{timed, 1000, 8000, "(-1.5, nan)"}};
    CHECK(contains(to_json(results),
                   R"("result": [-1.5, "nan"], "agrees": true})")); // nor complex ones
    CHECK(contains(to_csv(results), ",\"(-1.5, nan)\",true"));
}

TEST_CASE("results: the answer is one line") {
    auto only = row_of("automatic", gpu::device::host(), true);
    only.agrees = {};
    tool::reduce_results results{gpu::device::host(),      1000, "int32", "int32", "plus",
                                 {{only, 1000, 4000, "7"}}};
    CHECK(to_line(results) == "sum of 1000 int32 = 7  (automatic on host)\n");
    results.rows[0].time = {2.0, 101, 0.125, 1.5, 0.25};
    CHECK(to_line(results) == "sum of 1000 int32 = 7  (automatic on host, 2.00 ms)\n");
    CHECK(contains(to_line(results, {.has_statistics = true}),
                   "2.00 ms, median of 101: min 1.50, dev 0.250)"));
    results.rows[0].agrees = true;
    results.op = "maximum";
    results.accumulator = "int64";
    CHECK(to_line(results) == "maximum of 1000 int32 as int64 = 7  (automatic on host, 2.00 ms, "
                              "agrees with the reference)\n");
    results.rows[0].agrees = false;
    CHECK(contains(to_line(results), "DISAGREES"));
}

TEST_CASE("results: products as a table, as an object and as values") {
    auto timed = row_of("automatic", gpu::device::host(), true);
    timed.time = {2.0, 5, 0.5};
    auto const wrong = row_of("row_on_x", gpu::device::simulated(), false);
    tool::product_shape const large{1000, 2000, 500};
    tool::product_shape const small{2, 2, 2};
    tool::matmul_results const results{
        gpu::device::host(),
        large,
        "float",
        {{timed, large, 14'000'000, 2.5e-7, 1000}, {wrong, small, 48, {}, 4}}};

    auto const table = to_table(results);
    CHECK(contains(table, "product of 1000 x 500 and 500 x 2000 matrices of float on host"));
    CHECK(contains(table, "2.00     1000  ####################      1.0x  2.5e-07\n"));
    CHECK(contains(table, "row_on_x   4x256  2x2x2  NO\n"));
    CHECK(contains(table, "of 1000 of the 2000000 elements of C"));

    auto const object = to_json(results);
    CHECK(object.starts_with(
        R"({"device": "host", "m": 1000, "n": 2000, "k": 500, "type": "float", "rows": [)"));
    CHECK(contains(object, R"("gbps": 7, "gflops": 1000, "error": 2.5e-07, "agrees": true})"));
    CHECK(contains(object, R"("gbps": null, "gflops": null, "error": null, "agrees": false})"));
    CHECK(contains(to_csv(results), "policy,device,m,n,k,kernel,"));
    CHECK(contains(to_csv(results), ",7,1000,2.5e-07,true\n"));
}

TEST_CASE("results: text from outside is escaped, and need not be UTF-8") {
    auto strange = row_of("automatic", gpu::device::host(), true);
    strange.kernel = "a\"b\\c\n\xff";
    tool::reduce_results const results{gpu::device::host(),   1, "int32", "int32", "plus",
                                       {{strange, 1, 4, "1"}}};
    auto const object = to_json(results, {"gpualgo", "\"quoted\".npy"});
    CHECK(contains(object, "\"kernel\": \"a\\\"b\\\\c\\n\xef\xbf\xbd\""));
    CHECK(contains(object, R"("command": ["gpualgo", "\"quoted\".npy"])"));
}

TEST_CASE("results: rows are sorted") {
    auto const timed = [](std::string policy, double milliseconds) {
        auto one = row_of(std::move(policy), gpu::device::host(), true);
        if (milliseconds > 0) one.time = {milliseconds};
        return one;
    };
    std::vector<tool::row> const listed{timed("b", 0), timed("c", 3), timed("a", 5), timed("d", 2)};
    auto const sorted = [&](tool::row_order order) {
        auto rows = listed;
        tool::sort_rows(rows, order);
        std::string names;
        for (auto const& row : rows) names += row.policy;
        return names;
    };
    CHECK(sorted(tool::row_order::listed) == "bcad");
    CHECK(sorted(tool::row_order::strategy) == "abcd");
    CHECK(sorted(tool::row_order::time) == "dcab");
}

TEST_CASE("results: statistics of times") {
    auto const time = tool::timing_of({3, 1, 2, 5, 4, 8, 6, 7});
    CHECK(time.milliseconds == 5);
    CHECK(time.least == 1);
    CHECK(time.runs == 8);
    CHECK(time.deviation == Approx(std::sqrt(6.0)));
    CHECK(time.spread == Approx((7 - 3) / 5.0));
    CHECK(tool::timing_of({7}).least == 7);
    CHECK_FALSE(tool::timing_of({7}).deviation);
}

TEST_CASE("results: the time left is that of the part that is left") {
    CHECK(tool::progress_text(0, 5) == "  0 %: ");
    CHECK(tool::progress_text(0.25, 10) == " 25 %, 30 s left: ");
    CHECK(tool::progress_text(0.1, 60) == " 10 %, 9 min left: ");
    CHECK(tool::progress_text(0.01, 100) == "  1 %, 2.8 h left: ");
    CHECK(tool::progress_text(1.5, 60) == "100 %, 0 s left: "); // estimates may be too small
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

    std::size_t calls = 0;
    double done = 0;
    auto const some = tool::time_in_turns({[&] { ++calls; }}, {.runs = 7, .warmup = 3},
                                          [&](double part) { done = part; });
    CHECK(calls == 10);
    CHECK(some[0].runs == 7);
    CHECK(done == 1);
    // a plan with little time ends early, but not before five rounds of short calls
    CHECK(tool::time_in_turns({[] {}}, {.enough = std::chrono::milliseconds(0)})[0].runs >= 1);
}
