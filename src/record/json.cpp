// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace record {

json rounded(double number, int digits) {
    if (!std::isfinite(number)) return nullptr;
    std::array<char, 64> text{};
    auto const* const end = std::to_chars(text.data(), text.data() + text.size(), number,
                                          std::chars_format::general, digits)
                                .ptr;
    double near = 0;
    std::from_chars(text.data(), end, near);
    return near;
}

std::string to_text(json const& value) {
    if (!value.is_structured() || value.empty())
        return value.dump(-1, ' ', false, json::error_handler_t::replace);
    bool const is_list_of_objects =
        value.is_array() && std::all_of(value.begin(), value.end(),
                                        [](json const& element) { return element.is_object(); });
    std::string text;
    for (auto const& [key, element] : value.items()) {
        text += text.empty() ? "" : is_list_of_objects ? ",\n  " : ", ";
        if (value.is_object()) text += to_text(json(key)) + ": ";
        text += to_text(element);
    }
    if (value.is_object()) return '{' + text + '}';
    return is_list_of_objects ? "[\n  " + text + "\n]" : '[' + text + ']';
}

} // namespace record
