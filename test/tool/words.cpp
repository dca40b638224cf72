// SPDX-License-Identifier: Apache-2.0
/// Words and numbers of the command line, and text in columns.
#include "tool/count.hpp"
#include "tool/suggestion.hpp"
#include "tool/text_table.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

using tool::edit_distance;
using tool::parse_count;

TEST_CASE("words: counts") {
    auto const [text, count] = GENERATE(table<char const*, std::uint64_t>({
        {"0", 0},
        {"1000", 1000},
        {"18446744073709551615", UINT64_MAX},
        {"1e6", 1'000'000},
        {"1E6", 1'000'000},
        {"1.5e3", 1500},
        {"1.50e1", 15},
        {"2.0", 2},
        {"0e99", 0},
        {"1k", 1000},
        {"1K", 1000},
        {"1M", 1'000'000},
        {"2.5M", 2'500'000},
        {"3G", 3'000'000'000},
        {"1T", 1'000'000'000'000},
        {"1Ki", 1024},
        {"64Mi", 64 << 20},
        {"2Gi", std::uint64_t{2} << 30},
        {"2^20", 1 << 20},
        {"2^63", std::uint64_t{1} << 63},
        {"10^6", 1'000'000},
        {"1^99999999999", 1},
        {"0^0", 1},
        {"0^99999999999", 0},
    }));
    CAPTURE(text);
    CHECK(parse_count(text) == count);
}

TEST_CASE("words: text that is no count, or none of 64 bits") {
    std::string const text =
        GENERATE("", "-1", "+1", " 1", "1 ", "1.5", "1.", ".5", "1.5e0", "1.55e1", "1e", "e6",
                 "1e-3", "1e20", "20T9", "1m", "1MB", "1Mib", "1.5Mi", "i", "k", "^", "2^", "^2",
                 "2^64", "2^-1", "2^3^4", "18446744073709551616", "99999999T", "1..5e3", "1.5.5e3",
                 "0x10", "1e99999999999999999999");
    CAPTURE(text);
    CHECK(parse_count(text) == std::nullopt);
}

TEST_CASE("words: edit distance") {
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("", "ab") == 2);
    CHECK(edit_distance("reduce", "reduce") == 0);
    CHECK(edit_distance("reduc", "reduce") == 1);
    CHECK(edit_distance("redduce", "reduce") == 1);
    CHECK(edit_distance("rexuce", "reduce") == 1);
    CHECK(edit_distance("redcue", "reduce") == 1); // neighbours change places
    CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("words: suggestions") {
    std::vector<std::string> const known{"devices", "reduce", "matmul", "verify"};
    CHECK(tool::nearest("redcue", known) == "reduce");
    CHECK(tool::nearest("device", known) == "devices");
    CHECK(tool::nearest("matmlu", known) == "matmul");
    CHECK(tool::nearest("v", known) == std::nullopt);
    CHECK(tool::nearest("nonsense", known) == std::nullopt);
    CHECK(tool::nearest("reduce", {}) == std::nullopt);
}

TEST_CASE("words: columns are as wide as what is in them") {
    tool::text_table table;
    table.add_column("name", tool::alignment::left, {"a", "longer"});
    table.add_column("x", tool::alignment::right, {"123", "4"});
    table.insert_column(1, "", tool::alignment::left, {"██", ""});
    CHECK(table.width() == 6 + 2 + 2 + 2 + 3);
    CHECK(table.to_text() == "name          x\na       ██  123\nlonger        4\n");
    table.narrow(14);
    CHECK(table.to_text() == "name        x\na      ██ 123\nlonger      4\n");
    CHECK(tool::text_table().to_text().empty());
}

TEST_CASE("words: bars") {
    CHECK(tool::bar(1, 4, false) == "####");
    CHECK(tool::bar(0.5, 4, false) == "##");
    CHECK(tool::bar(0.001, 4, false) == "#"); // a trace
    CHECK(tool::bar(0, 4, false).empty());
    CHECK(tool::bar(2, 4, false) == "####");
    CHECK(tool::bar(1, 2, true) == "██");
    CHECK(tool::bar(0.5 + 1 / 16.0, 2, true) == "█▏");
    CHECK(tool::bar(0.001, 2, true) == "▏");
}

TEST_CASE("words: long lines are broken") {
    CHECK(tool::wrapped("ab cd ef", 5) == "ab cd\n  ef\n");
    CHECK(tool::wrapped("ab\n\ncd", 5) == "ab\n\ncd\n");
    CHECK(tool::wrapped("abcdefgh i", 5) == "abcdefgh\n  i\n"); // a long word stays whole
    CHECK(tool::wrapped("", 5).empty());
}
