// SPDX-License-Identifier: Apache-2.0
#include "tool/array_file.hpp"

#include "npy_bytes.hpp"
#include "temporary_directory.hpp"

#include <catch2/catch.hpp>

#include <complex>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <system_error>

using test::quoted;
using tool::element_type;
using tool::open_array;

TEST_CASE("array_file: an NPY file") {
    test::temporary_directory const directory;
    std::int16_t const numbers[] = {1, -2, 300, -400, 5, 6};
    auto const path = directory.file(
        "a.npy", test::npy("{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3), }",
                           {reinterpret_cast<char const*>(numbers), 12}));
    auto const array = open_array(path);
    CHECK(array.type == element_type::int16);
    CHECK(array.shape == std::vector<std::size_t>{2, 3});
    CHECK(array.fortran_order);
    auto const elements = array.elements<std::int16_t>();
    CHECK(std::equal(elements.begin(), elements.end(), std::begin(numbers), std::end(numbers)));
}

TEST_CASE("array_file: a raw file is what the user says") {
    test::temporary_directory const directory;
    double const numbers[] = {0.5, -2, 1e300};
    auto const path =
        directory.file("a.bin", {reinterpret_cast<char const*>(numbers), sizeof numbers});
    auto const array = open_array(path, element_type::float64);
    CHECK(array.type == element_type::float64);
    CHECK(array.shape == std::vector<std::size_t>{3});
    CHECK_FALSE(array.fortran_order);
    auto const elements = array.elements<double>();
    CHECK(std::equal(elements.begin(), elements.end(), std::begin(numbers), std::end(numbers)));
    CHECK(open_array(path, element_type::uint8).count == 24);
    CHECK(open_array(directory.file("empty", ""), element_type::float32).count == 0);
}

TEST_CASE("array_file: a raw file of another size, or of no stated type") {
    test::temporary_directory const directory;
    auto const path = directory.file("a.bin", "1234567");
    CHECK_THROWS_MATCHES(
        open_array(path, element_type::int32), std::invalid_argument,
        Catch::Message(quoted(path) + ": the file has 7 bytes, no multiple of the 4 of int32"));
    CHECK_THROWS_WITH(open_array(path, element_type::complex128),
                      quoted(path) + ": the file has 7 bytes, no multiple of the 16 of complex128");
    CHECK_THROWS_MATCHES(
        open_array(path), std::invalid_argument,
        Catch::Message(quoted(path) +
                       ": this is no NPY file; --type must give the type of its elements: " +
                       tool::element_type_names()));
}

TEST_CASE("array_file: no header is read as numbers") {
    test::temporary_directory const directory;
    CHECK_THROWS_MATCHES(
        open_array(directory.file("raw.npy", "12345678"), element_type::int32),
        std::invalid_argument,
        Catch::Message(quoted(directory / "raw.npy") +
                       ": this is no NPY file: it begins with '123456', not with '\\x93NUMPY'"));
    CHECK_THROWS_WITH(open_array(directory.file("empty.npy", ""), element_type::int32),
                      Catch::Contains("this is no NPY file: it begins with ''"));
    auto const path =
        directory.file("npy.dat", test::npy(test::dictionary("<f4", "(2,)"), "12345678"));
    CHECK(open_array(path).type == element_type::float32);
    CHECK(open_array(path).count == 2);
    CHECK_THROWS_WITH(open_array(path, element_type::int32),
                      quoted(path) + ": the elements are float, not int32 as --type says");
}

TEST_CASE("array_file: messages name the file in one line") {
    test::temporary_directory const directory;
    std::string const name = (directory / "a").native() + "\\x0ab.npy'";
    CHECK_THROWS_WITH(open_array(directory.file("a\nb.npy", "x")),
                      Catch::StartsWith("'" + name + ": this is no NPY file"));
    CHECK_THROWS_MATCHES(open_array(directory / "a\nc.npy"), std::system_error,
                         Catch::Message("'" + (directory / "a").native() +
                                        "\\x0ac.npy' cannot be opened: No such file or directory"));
}

TEST_CASE("array_file: an NPY file larger than memory") {
    test::temporary_directory const directory;
    std::size_t const count = std::size_t{8} << 30;
    auto const path = directory.file(
        "sparse.npy", test::npy(test::dictionary("<f8", "(2, " + std::to_string(count / 2) + ")")));
    auto const header = std::filesystem::file_size(path);
    std::filesystem::resize_file(path, header + 8 * count);
    auto const array = open_array(path);
    CHECK(array.count == count);
    CHECK(array.elements<double>().back() == 0);
    std::filesystem::resize_file(path, header + 8 * count - 1);
    CHECK_THROWS_WITH(open_array(path), Catch::EndsWith("the file is truncated"));
}
