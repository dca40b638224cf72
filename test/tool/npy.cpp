// SPDX-License-Identifier: Apache-2.0
#include "tool/npy.hpp"

#include "npy_bytes.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>

using namespace test;
using tool::element_type;

namespace {

tool::npy_header parse(std::string const& file, std::optional<element_type> stated = std::nullopt) {
    return tool::parse_npy(bytes_of(file), stated);
}

std::string const allowed = "; allowed are int8, int16, int32, int64, uint8, uint16, uint32, "
                            "uint64, half, bfloat16, float, double, complex64, complex128";

} // namespace

TEST_CASE("npy: all versions") {
    auto const version = GENERATE(as<char>(), 1, 2, 3);
    auto const header = parse(npy("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }",
                                  std::string(12, 'x'), version));
    CHECK(header.type == element_type::int16);
    CHECK(header.shape == std::vector<std::size_t>{2, 3});
    CHECK(header.fortran_order);
    CHECK(header.count == 6);
    CHECK(header.offset == 128);
}

TEST_CASE("npy: a header of 64 KiB and more, which version 1.0 cannot have") {
    std::string const padding(69990 - 60, ' ');
    std::string const file = npy(dictionary("<f4", "(1,)") + padding, "1234", 2);
    CHECK(parse(file).offset == file.size() - 4);
    CHECK(parse(file).offset > 0x10000);
}

TEST_CASE("npy: every type") {
    auto const [descr, type, size] = GENERATE(table<char const*, element_type, std::size_t>({
        {"|i1", element_type::int8, 1},
        {"<i1", element_type::int8, 1},
        {">i1", element_type::int8, 1},
        {"<i2", element_type::int16, 2},
        {"<i4", element_type::int32, 4},
        {"<i8", element_type::int64, 8},
        {"|u1", element_type::uint8, 1},
        {"<u2", element_type::uint16, 2},
        {"<u4", element_type::uint32, 4},
        {"<u8", element_type::uint64, 8},
        {"<f2", element_type::half, 2},
        {"<V2", element_type::bfloat16, 2},
        {"<f4", element_type::float32, 4},
        {"<f8", element_type::float64, 8},
        {"<c8", element_type::complex64, 8},
        {"<c16", element_type::complex128, 16},
    }));
    CAPTURE(descr);
    std::string const file = npy(dictionary(descr, "(3,)"), std::string(3 * size, 'x'));
    CHECK(parse(file).type == type);
    CHECK(parse(file, type).type == type);
    CHECK(parse(file).count == 3);
}

TEST_CASE("npy: other types are refused by what they are") {
    auto const [descr, words] = GENERATE_COPY(table<std::string, std::string>({
        {"|b1", "bool (numbers are a.astype('uint8') in NumPy), '|b1'" + allowed},
        {"|O", "Python objects, '|O'" + allowed},
        {"|S5", "strings of bytes, '|S5'" + allowed},
        {"|a5", "strings of bytes, '|a5'" + allowed},
        {"<U5", "strings, '<U5'" + allowed},
        {"<M8[s]", "points in time, '<M8[s]'" + allowed},
        {"<m8[D]", "spans of time, '<m8[D]'" + allowed},
        {"|V8", "bytes of no type, '|V8'" + allowed},
        {"<V1", "bytes of no type, '<V1'" + allowed},
        {"|V0", "of size zero: bytes of no type, '|V0'" + allowed},
        {"|S0", "of size zero: strings of bytes, '|S0'" + allowed},
        {"<U00", "of size zero: strings, '<U00'" + allowed},
        {"<i0", "of size zero: integers of another size, '<i0'" + allowed},
        {"<i16", "integers of another size, '<i16'" + allowed},
        {"<u3", "integers of another size, '<u3'" + allowed},
        {"<f16", "floating-point numbers of another size, '<f16'" + allowed},
        {"<f1", "floating-point numbers of another size, '<f1'" + allowed},
        {"<c32", "complex numbers of another size, '<c32'" + allowed},
        {"<x4", "of an unknown type, '<x4'" + allowed},
        {"float32", "of an unknown type, 'float32'" + allowed},
        {"", "of an unknown type, ''" + allowed},
        {"<", "of an unknown type, '<'" + allowed},
        {"<f4 ", "floating-point numbers of another size, '<f4 '" + allowed},
        {">f4",
         "big-endian, '>f4'; only little-endian ones are allowed (a.astype('<f4') in NumPy)"},
        {">c16",
         "big-endian, '>c16'; only little-endian ones are allowed (a.astype('<c16') in NumPy)"},
    }));
    CHECK_THROWS_MATCHES(parse(npy(dictionary(descr, "()"), "1234")), std::invalid_argument,
                         Catch::Message("the elements are " + words));
}

TEST_CASE("npy: byte orders that say nothing") {
    CHECK_THROWS_WITH(parse(npy(dictionary("=f4", "()"), "1234")),
                      "the elements have the byte order '=' in '=f4'; '<' is allowed");
    CHECK_THROWS_WITH(parse(npy(dictionary("|f4", "()"), "1234")),
                      "the elements have the byte order '|' in '|f4'; '<' is allowed");
    CHECK_THROWS_WITH(parse(npy(dictionary("=V2", "()"), "12")),
                      "the elements have the byte order '=' in '=V2'; '<' is allowed");
}

TEST_CASE("npy: bfloat16 without its name is believed where the user says so") {
    std::string const file = npy(dictionary("|V2", "(2,)"), "1234");
    CHECK(parse(file, element_type::bfloat16).type == element_type::bfloat16);
    std::string const refusal = "the elements are two bytes of no type, '|V2'; if they are "
                                "bfloat16, say so by --type bfloat16";
    CHECK_THROWS_WITH(parse(file), refusal);
    CHECK_THROWS_WITH(parse(file, element_type::half), refusal);
}

TEST_CASE("npy: the user's type has to be the file's") {
    CHECK_THROWS_MATCHES(parse(npy(dictionary("<f4", "()"), "1234"), element_type::int32),
                         std::invalid_argument,
                         Catch::Message("the elements are float, not int32 as --type says"));
    CHECK_THROWS_WITH(parse(npy(dictionary("<V2", "()"), "12"), element_type::half),
                      "the elements are bfloat16, not half as --type says");
}

TEST_CASE("npy: shapes") {
    auto const [shape, count] = GENERATE(table<char const*, std::size_t>(
        {{"()", 1}, {"(0,)", 0}, {"(3, 0, 5)", 0}, {"(1, 1, 1, 2)", 2}, {"(4, 3)", 12}}));
    CAPTURE(shape);
    auto const header = parse(npy(dictionary("<f8", shape), std::string(8 * count, 'x')));
    CHECK(header.count == count);
    CHECK_THROWS_WITH(parse(npy(dictionary("<f8", shape), std::string(8 * count + 1, 'x'))),
                      Catch::EndsWith("follow the header: the file is too long"));
}

TEST_CASE("npy: shapes that no memory holds") {
    auto const [descr, shape, words] = GENERATE(table<char const*, char const*, std::string>({
        {"<f4", "(18446744073709551615,)", "(18446744073709551615) of float"},
        // 2^63 bytes
        {"<i2", "(4611686018427387904,)", "(4611686018427387904) of int16"},
        // 2^64, which wraps to 0
        {"<c16", "(1152921504606846976,)", "(1152921504606846976) of complex128"},
        // 2^64 elements
        {"<f4", "(4294967296, 4294967296)", "(4294967296, 4294967296) of float"},
        // 2^65 + 1, which wraps to 1
        {"|i1", "(3, 12297829382473034411)", "(3, 12297829382473034411) of int8"},
        // a zero does not help
        {"<f4", "(4294967296, 4294967296, 0)", "(4294967296, 4294967296, 0) of float"},
        {"<f4", "(0, 4294967296, 4294967296)", "(0, 4294967296, 4294967296) of float"},
    }));
    CHECK_THROWS_MATCHES(parse(npy(dictionary(descr, shape), "1234")), std::invalid_argument,
                         Catch::Message("the shape " + words + " is larger than any file"));
}

TEST_CASE("npy: the largest shape there is, in a file that is shorter") {
    CHECK_THROWS_WITH(parse(npy(dictionary("|i1", "(9223372036854775807,)"), "1234")),
                      "the shape (9223372036854775807) of int8 takes 9223372036854775807 bytes, "
                      "but 4 follow the header: the file is truncated");
}

TEST_CASE("npy: data that are too short or too long") {
    CHECK_THROWS_MATCHES(parse(npy(dictionary("<f4", "(2, 3)"), std::string(23, 'x'))),
                         std::invalid_argument,
                         Catch::Message("the shape (2, 3) of float takes 24 bytes, but 23 follow "
                                        "the header: the file is truncated"));
    CHECK_THROWS_WITH(
        parse(npy(dictionary("<f4", "(2, 3)"))),
        "the shape (2, 3) of float takes 24 bytes, but 0 follow the header: the file is truncated");
    CHECK_THROWS_WITH(
        parse(npy(dictionary("<f4", "(2, 3)"), std::string(25, 'x'))),
        "the shape (2, 3) of float takes 24 bytes, but 25 follow the header: the file is too long");
}

TEST_CASE("npy: cut anywhere, a file is refused") {
    auto const version = GENERATE(as<char>(), 1, 2);
    std::string const file = npy(dictionary("<f4", "(2,)"), "12345678", version);
    REQUIRE(parse(file).count == 2);
    for (std::size_t size = 0; size < file.size(); ++size)
        CHECK_THROWS_AS(parse(file.substr(0, size)), std::invalid_argument);
}

TEST_CASE("npy: prologues") {
    auto const [file, message] = GENERATE(table<std::string, std::string>({
        {"", "this is no NPY file: it begins with '', not with '\\x93NUMPY'"},
        {"\x93NUMP", "this is no NPY file: it begins with '\\x93NUMP', not with '\\x93NUMPY'"},
        {"PK\x03\x04-- not one array --",
         "this is no NPY file: it begins with 'PK\\x03\\x04--', not with '\\x93NUMPY'"},
        {"\x93NUMPY", "the file ends before its header, after 6 bytes"},
        {"\x93NUMPY\1", "the file ends before its header, after 7 bytes"},
        {std::string("\x93NUMPY\1\0", 8), "the file ends before its header, after 8 bytes"},
        {std::string("\x93NUMPY\1\0\5", 9), "the file ends before its header, after 9 bytes"},
        {std::string("\x93NUMPY\2\0\5\0\0", 11), "the file ends before its header, after 11 bytes"},
        {std::string("\x93NUMPY\1\0\3\0{}", 12),
         "the file says that its header has 3 bytes, but only 2 follow"},
        {std::string("\x93NUMPY\1\0\5\1{}", 12),
         "the file says that its header has 261 bytes, but only 2 follow"},
        {std::string("\x93NUMPY\2\0\xff\xff\xff\xff{}", 14),
         "the file says that its header has 4294967295 bytes, but only 2 follow"},
        {std::string("\x93NUMPY\0\0\0\0\0\0{}", 14),
         "the version of the NPY format is 0.0; 1.0, 2.0 and 3.0 are allowed"},
        {std::string("\x93NUMPY\1\1\0\0{}", 12),
         "the version of the NPY format is 1.1; 1.0, 2.0 and 3.0 are allowed"},
        {std::string("\x93NUMPY\4\0\0\0\0\0{}", 14),
         "the version of the NPY format is 4.0; 1.0, 2.0 and 3.0 are allowed"},
        {std::string("\x93NUMPY\xff\xfe\0\0\0\0{}", 14),
         "the version of the NPY format is 255.254; 1.0, 2.0 and 3.0 are allowed"},
        {std::string("\x93NUMPY\1\0\0\0{}", 12),
         "the header is not as NumPy writes it: at its byte 0, '{' is due, not the end"},
    }));
    CHECK_THROWS_MATCHES(parse(file), std::invalid_argument, Catch::Message(message));
}

TEST_CASE("npy: a header that lies about its length") {
    std::string file = npy(dictionary("<f4", "(2,)"), "12345678");
    auto const length = static_cast<unsigned char>(file[8]);
    file[8] = static_cast<char>(length + 4); // the first element is taken for the header's end
    CHECK_THROWS_WITH(parse(file), Catch::Contains("nothing is due, not '1234'"));
    file[8] = static_cast<char>(length - 8); // the padding's end is taken for the first elements
    CHECK_THROWS_WITH(
        parse(file),
        "the shape (2) of float takes 8 bytes, but 16 follow the header: the file is too long");
}

TEST_CASE("npy: elements at an address that is not one of their type") {
    std::string const header = dictionary("<f4", "(2,)");
    REQUIRE((10 + header.size()) % 4 == 3);
    CHECK_THROWS_WITH(
        parse(npy_with_header(header, "12345678")),
        "the elements begin at byte 67, which is no multiple of the 4 that float needs");
    CHECK(parse(npy_with_header(header + " ", "12345678")).offset == 68);
    CHECK(parse(npy_with_header(dictionary("|i1", "(8,)"), "12345678")).count == 8);
}
