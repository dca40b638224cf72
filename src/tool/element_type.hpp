// SPDX-License-Identifier: Apache-2.0
/// @file
/// The types of elements that the tool reads from files, and their names in NumPy.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace tool {

/// The type of a file's elements.
enum class element_type {
    int8,
    int16,
    int32,
    int64,
    uint8,
    uint16,
    uint32,
    uint64,
    half,
    bfloat16,
    float32,
    float64,
    complex64,
    complex128
};

/// Properties of a type that are needed to read a file.
struct element_facts {
    std::string_view name;  ///< in the library, `--type` and messages
    std::string_view descr; ///< in NPY headers, without the byte order
    std::size_t size;       ///< bytes per element
    std::size_t alignment;  ///< of its address, in bytes
};

/// In the order of `element_type`. ml_dtypes hands bfloat16 to NumPy as two bytes of no type: V2.
inline constexpr std::array<element_facts, 14> all_element_facts{{
    {"int8", "i1", 1, 1},
    {"int16", "i2", 2, 2},
    {"int32", "i4", 4, 4},
    {"int64", "i8", 8, 8},
    {"uint8", "u1", 1, 1},
    {"uint16", "u2", 2, 2},
    {"uint32", "u4", 4, 4},
    {"uint64", "u8", 8, 8},
    {"half", "f2", 2, 2},
    {"bfloat16", "V2", 2, 2},
    {"float", "f4", 4, 4},
    {"double", "f8", 8, 8},
    {"complex64", "c8", 8, 4},
    {"complex128", "c16", 16, 8},
}};

/// @return the facts of a type
[[nodiscard]] constexpr element_facts const& facts_of(element_type type) noexcept {
    return all_element_facts[static_cast<std::size_t>(type)];
}

/// @param text the value of that member
/// @return the type with that name or descr; nothing if there is none
[[nodiscard]] constexpr std::optional<element_type>
find_element_type(std::string_view element_facts::*member, std::string_view text) noexcept {
    auto const found =
        std::find_if(all_element_facts.begin(), all_element_facts.end(),
                     [&](element_facts const& facts) { return facts.*member == text; });
    if (found == all_element_facts.end()) return std::nullopt;
    return static_cast<element_type>(found - all_element_facts.begin());
}

/// @param name `int8`, `half`, `complex64` ...
/// @return the type of that name; nothing if there is none
[[nodiscard]] constexpr std::optional<element_type>
element_type_named(std::string_view name) noexcept {
    return find_element_type(&element_facts::name, name);
}

/// @return the names of all types, with commas
[[nodiscard]] inline std::string element_type_names() {
    std::string names;
    for (element_facts const& facts : all_element_facts)
        (names += names.empty() ? "" : ", ") += facts.name;
    return names;
}

} // namespace tool
