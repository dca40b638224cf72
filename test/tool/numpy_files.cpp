// SPDX-License-Identifier: Apache-2.0
/// Files that NumPy has written: those in data/, or those that numpy_files.py has just had written,
/// see there.
#include "tool/array_file.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

using tool::element_type;

namespace {

std::filesystem::path arrays() {
    char const* const given = std::getenv("GPUALGO_TEST_ARRAYS");
    return given != nullptr ? given : std::filesystem::path(__FILE__).parent_path() / "data";
}

std::vector<std::string> split(std::string const& text, char separator) {
    std::vector<std::string> parts;
    std::istringstream stream(text);
    for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
    return parts;
}

std::vector<std::vector<std::string>> manifest() {
    std::vector<std::vector<std::string>> lines;
    std::ifstream file(arrays() / "manifest.txt");
    for (std::string line; std::getline(file, line);) lines.push_back(split(line, '\t'));
    REQUIRE(lines.size() > 20);
    return lines;
}

template <class T>
std::complex<double> element(tool::array_file const& array, std::size_t i) {
    return array.elements<T>()[i];
}

/// Normal numbers only.
double half(std::uint16_t bits) { return std::ldexp(1024 + (bits & 0x3ff), (bits >> 10) - 25); }
double bfloat16(std::uint16_t bits) { return std::ldexp(128 + (bits & 0x7f), (bits >> 7) - 134); }

std::complex<double> number(tool::array_file const& array, std::size_t i) {
    switch (array.type) {
    case element_type::int8: return element<std::int8_t>(array, i);
    case element_type::int16: return element<std::int16_t>(array, i);
    case element_type::int32: return element<std::int32_t>(array, i);
    case element_type::int64: return static_cast<double>(array.elements<std::int64_t>()[i]);
    case element_type::uint8: return element<std::uint8_t>(array, i);
    case element_type::uint16: return element<std::uint16_t>(array, i);
    case element_type::uint32: return element<std::uint32_t>(array, i);
    case element_type::uint64: return static_cast<double>(array.elements<std::uint64_t>()[i]);
    case element_type::half: return half(array.elements<std::uint16_t>()[i]);
    case element_type::bfloat16: return bfloat16(array.elements<std::uint16_t>()[i]);
    case element_type::float32: return element<float>(array, i);
    case element_type::float64: return element<double>(array, i);
    case element_type::complex64: return element<std::complex<float>>(array, i);
    case element_type::complex128: return element<std::complex<double>>(array, i);
    }
    throw std::logic_error("a type is missing");
}

} // namespace

TEST_CASE("numpy_files: arrays of every type, shape, order and version hold 1, 2, 3 ...") {
    std::set<std::string> types;
    for (auto const& line : manifest()) {
        if (line[1] == "refused") continue;
        CAPTURE(line[0]);
        auto const array = tool::open_array(arrays() / line[0]);
        types.insert(line[1]);
        CHECK(tool::facts_of(array.type).name == line[1]);
        CHECK(array.fortran_order == (line[3] == "F"));
        std::vector<std::size_t> shape;
        for (auto const& extent : split(line[2], ',')) shape.push_back(std::stoul(extent));
        CHECK(array.shape == shape);
        bool const is_complex = line[1].starts_with("complex");
        for (std::size_t i = 0; i < array.count; ++i) {
            auto const expected = static_cast<double>(i + 1);
            CHECK(number(array, i) == std::complex<double>(expected, is_complex ? expected : 0));
        }
    }
    CHECK(types.size() >= tool::all_element_facts.size() - 1); // bfloat16 needs ml_dtypes
}

TEST_CASE("numpy_files: arrays of other types are refused") {
    std::size_t refused = 0;
    for (auto const& line : manifest()) {
        if (line[1] != "refused") continue;
        CAPTURE(line[0]);
        CHECK_THROWS_WITH(tool::open_array(arrays() / line[0]),
                          Catch::StartsWith("'" + (arrays() / line[0]).native() + "': ") &&
                              Catch::Contains(line[2]));
        ++refused;
    }
    CHECK(refused >= 10);
}
