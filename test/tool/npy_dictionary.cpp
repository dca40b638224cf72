// SPDX-License-Identifier: Apache-2.0
#include "tool/npy_dictionary.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>
#include <string>

using tool::parse_npy_dictionary;

namespace {

std::string const before = "{'descr': '<f4', 'fortran_order': False, 'shape': ";
std::string with_shape(std::string const& shape) { return before + shape + "}"; }

std::string expected(std::size_t position, std::string const& what, std::string const& found) {
    return "the header is not as NumPy writes it: at its byte " + std::to_string(position) + ", " +
           what + " is due, not " + found;
}

} // namespace

TEST_CASE("npy_dictionary: what NumPy writes") {
    auto const parsed = parse_npy_dictionary(
        "{'descr': '<f4', 'fortran_order': True, 'shape': (2, 30), }          \n");
    CHECK(parsed.descr == "<f4");
    CHECK(parsed.fortran_order);
    CHECK(parsed.shape == std::vector<std::size_t>{2, 30});
}

TEST_CASE("npy_dictionary: what other programs write") {
    auto const text =
        GENERATE(as<std::string>(), "{'shape': (2, 30), 'fortran_order': False, 'descr': '<f4'}",
                 "{'descr':'<f4','fortran_order':False,'shape':(2,30,),}",
                 "{\"descr\": \"<f4\", \"fortran_order\": False, \"shape\": (2, 30)}",
                 " \n{ 'descr' : '<f4' ,\t'fortran_order' : False , 'shape' : ( 2 , 30 ) , } \n\n",
                 "{'descr': '<f4', 'fortran_order': False, 'shape': (2L, 30L), }");
    auto const parsed = parse_npy_dictionary(text);
    CHECK(parsed.descr == "<f4");
    CHECK_FALSE(parsed.fortran_order);
    CHECK(parsed.shape == std::vector<std::size_t>{2, 30});
}

TEST_CASE("npy_dictionary: shapes") {
    CHECK(parse_npy_dictionary(with_shape("()")).shape.empty());
    CHECK(parse_npy_dictionary(with_shape("( )")).shape.empty());
    CHECK(parse_npy_dictionary(with_shape("(7,)")).shape == std::vector<std::size_t>{7});
    CHECK(parse_npy_dictionary(with_shape("(0,)")).shape == std::vector<std::size_t>{0});
    CHECK(parse_npy_dictionary(with_shape("(18446744073709551615,)")).shape ==
          std::vector<std::size_t>{18446744073709551615u});
    std::string ones = "1";
    for (std::size_t i = 1; i < tool::most_dimensions; ++i) ones += ", 1";
    CHECK(parse_npy_dictionary(with_shape("(" + ones + ")")).shape ==
          std::vector<std::size_t>(tool::most_dimensions, 1));
    CHECK_THROWS_MATCHES(parse_npy_dictionary(with_shape("(" + ones + ", 1)")),
                         std::invalid_argument,
                         Catch::Message("the shape has more than 64 dimensions"));
}

TEST_CASE("npy_dictionary: shapes that are none") {
    auto const [shape, message] = GENERATE(table<std::string, std::string>({
        {"(7)", expected(before.size() + 2, "','", "')}'")},
        {"7", expected(before.size(), "'('", "'7}'")},
        {"[7]", expected(before.size(), "'('", "'[7]}'")},
        {"(,)", expected(before.size() + 1, "a number without sign or leading zero", "',)}'")},
        {"(1,,2)", expected(before.size() + 3, "a number without sign or leading zero", "',2)}'")},
        {"(1 2)", expected(before.size() + 3, "',' or ')'", "'2)}'")},
        {"(-1,)", expected(before.size() + 1, "a number without sign or leading zero", "'-1,)}'")},
        {"(+1,)", expected(before.size() + 1, "a number without sign or leading zero", "'+1,)}'")},
        {"(07,)", expected(before.size() + 1, "a number without sign or leading zero", "'07,)}'")},
        {"(1_0,)", expected(before.size() + 2, "',' or ')'", "'_0,)}'")},
        {"(1.5,)", expected(before.size() + 2, "',' or ')'", "'.5,)}'")},
        {"(2LL,)", expected(before.size() + 3, "',' or ')'", "'L,)}'")},
        {"('2',)",
         expected(before.size() + 1, "a number without sign or leading zero", "''2',)}'")},
        {"(18446744073709551616,)",
         "the shape has a dimension of '18446744073709551616', which no file can hold"},
    }));
    CHECK_THROWS_MATCHES(parse_npy_dictionary(with_shape(shape)), std::invalid_argument,
                         Catch::Message(message));
}

TEST_CASE("npy_dictionary: keys are there once each, and no others are") {
    auto const [text, message] = GENERATE(table<std::string, std::string>({
        {"{}", "the header has no key 'descr'; 'descr', 'fortran_order' and 'shape' are needed"},
        {"{'descr': '<f4', 'shape': ()}",
         "the header has no key 'fortran_order'; 'descr', 'fortran_order' and 'shape' are needed"},
        {"{'descr': '<f4', 'fortran_order': False}",
         "the header has no key 'shape'; 'descr', 'fortran_order' and 'shape' are needed"},
        {"{'shape': (), 'shape': ()}", "the header has the key 'shape' twice; once is allowed"},
        {"{'descr': '<f4', 'descr': '<f4'}",
         "the header has the key 'descr' twice; once is allowed"},
        {"{'order': 'C'}",
         "the header has a key 'order'; 'descr', 'fortran_order' and 'shape' are allowed"},
        {"{'\x1b[2J\n': 1}",
         "the header has a key '\\x1b[2J\\x0a'; 'descr', 'fortran_order' and 'shape' are allowed"},
    }));
    CHECK_THROWS_MATCHES(parse_npy_dictionary(text), std::invalid_argument,
                         Catch::Message(message));
}

TEST_CASE("npy_dictionary: structured types are called so") {
    CHECK_THROWS_WITH(
        parse_npy_dictionary(
            "{'descr': [('a', '<i4'), ('b', '<f8')], 'fortran_order': False, 'shape': (3,), }"),
        Catch::StartsWith("the elements are structured, '[('a', '<i4'), ('b', '<f8')], "
                          "'fortran_order': False, 'shape'...; allowed are int8, "));
}

TEST_CASE("npy_dictionary: other texts") {
    auto const [text, message] = GENERATE(table<std::string, std::string>({
        {"", expected(0, "'{'", "the end")},
        {"   ", expected(3, "'{'", "the end")},
        {"[]", expected(0, "'{'", "'[]'")},
        {"{'descr'", expected(8, "':'", "the end")},
        {"{'descr: 1}", expected(1, "a string that ends", "''descr: 1}'")},
        {"{descr: 1}", expected(1, "a string", "'descr: 1}'")},
        {"{'de\\x73cr': '<f4'}", expected(1, "a string without escapes", "''de\\x73cr': '<f4'}'")},
        {"{'descr': 4}", expected(10, "a string", "'4}'")},
        {"{'descr': ('<f4',)}", expected(10, "a string", "'('<f4',)}'")},
        {"{'descr' '<f4'}", expected(9, "':'", "''<f4'}'")},
        {"{'descr': '<f4' 'shape': ()}", expected(16, "',' or '}'", "''shape': ()}'")},
        {"{,}", expected(1, "a string", "',}'")},
        {"{'shape': (),,}", expected(13, "a string", "',}'")},
        {"{'fortran_order': 1}", expected(18, "True or False", "'1}'")},
        {"{'fortran_order': true}", expected(18, "True or False", "'true}'")},
        {"{'fortran_order': Truely}", expected(22, "',' or '}'", "'ly}'")},
        {with_shape("()") + "x", expected(before.size() + 3, "nothing", "'x'")},
        {with_shape("()") + std::string(1, '\0'),
         expected(before.size() + 3, "nothing", "'\\x00'")},
        {with_shape("()") + with_shape("()"),
         expected(before.size() + 3, "nothing",
                  "'{'descr': '<f4', 'fortran_order': False, 'shape': ()}'")},
    }));
    CHECK_THROWS_MATCHES(parse_npy_dictionary(text), std::invalid_argument,
                         Catch::Message(message));
}
