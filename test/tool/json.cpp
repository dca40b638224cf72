// SPDX-License-Identifier: Apache-2.0
/// JSON of records.
#include "record/json.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using record::json;
using record::to_text;

TEST_CASE("json: scalars") {
    CHECK(to_text({}) == "null");
    CHECK(to_text(nullptr) == "null");
    CHECK(to_text(true) == "true");
    CHECK(to_text(-1) == "-1");
    CHECK(to_text(UINT64_MAX) == "18446744073709551615");
    CHECK(to_text(0.5) == "0.5");
    CHECK(to_text(2.0) == "2.0");
    CHECK(to_text(1e-7) == "1e-07");
    CHECK(to_text(-0.0) == "-0.0");
    CHECK(to_text(json::number("1e+20")) == "1e+20");
    CHECK(json(INFINITY).is_null());
    CHECK(record::rounded(NAN).is_null());
    CHECK(to_text(record::rounded(12.3456)) == "12.35");
}

TEST_CASE("json: strings are escaped, and bytes that are not UTF-8 replaced") {
    CHECK(to_text("a\"b\\\n\xff") == "\"a\\\"b\\\\\\n\xef\xbf\xbd\"");
    CHECK(to_text({{"\n", "\xc3\xa4"}}) == "{\"\\n\": \"\xc3\xa4\"}");
}

TEST_CASE("json: lists of pairs are objects, other lists arrays") {
    CHECK(to_text({{"n", 1}, {"list", {1, 2, 3}}}) == "{\"n\": 1, \"list\": [1, 2, 3]}");
    CHECK(to_text({{"a", "b", "c"}}) == "[[\"a\", \"b\", \"c\"]]");
    CHECK(to_text(json::array({"a", 1})) == "[\"a\", 1]");
    CHECK(to_text(std::vector<std::string>{"a", "b"}) == "[\"a\", \"b\"]");
    CHECK(to_text(json::array()) == "[]");
    CHECK(to_text(json::object()) == "{}");
}

TEST_CASE("json: objects of a list have a line each") {
    CHECK(to_text(json::array({{{"n", 1}}, {{"n", 2}}})) == "[\n  {\"n\": 1},\n  {\"n\": 2}\n]");
}

TEST_CASE("json: members keep their order, and keys are unique") {
    json object;
    object["z"] = 1;
    object["a"] = 2;
    object.update({{"z", 3}, {"m", nullptr}});
    CHECK(to_text(object) == "{\"z\": 3, \"a\": 2, \"m\": null}");
    json list;
    list.push_back(object["a"]);
    list.push_back(false);
    CHECK(to_text(list) == "[2, false]");
}
