// SPDX-License-Identifier: Apache-2.0
#include "json.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <utility>

namespace record {

namespace {

/// The text of a value that is neither an array nor an object.
template <class T>
std::string scalar_text(T const& value) {
    return nlohmann::json(value).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

/// Whether a value may be written as a member of an object: a key and a value.
bool is_pair(json const& value) {
    return value.is_array() && value.members().size() == 2 && value.members()[0].value.is_string();
}

} // namespace

json::json(kind what, std::string text) : kind_(what), text_(std::move(text)), members_() {}
json::json(std::nullptr_t) : json(kind::null, "null") {}
json::json(bool value) : json(kind::scalar, value ? "true" : "false") {}
json::json(int number) : json(kind::scalar, std::to_string(number)) {}
json::json(unsigned number) : json(kind::scalar, std::to_string(number)) {}
json::json(long number) : json(kind::scalar, std::to_string(number)) {}
json::json(unsigned long number) : json(kind::scalar, std::to_string(number)) {}
json::json(long long number) : json(kind::scalar, std::to_string(number)) {}
json::json(unsigned long long number) : json(kind::scalar, std::to_string(number)) {}
json::json(double number)
    : json(std::isfinite(number) ? kind::scalar : kind::null, scalar_text(number)) {}
json::json(char const* text) : json(kind::string, text) {}
json::json(std::string text) : json(kind::string, std::move(text)) {}
json::json(std::string_view text) : json(std::string(text)) {}

json::json(std::vector<std::string> const& texts) : json(kind::array, {}) {
    for (std::string const& text : texts) push_back(text);
}

json::json(std::initializer_list<json> values)
    : json(std::all_of(values.begin(), values.end(), is_pair) ? object() : array(values)) {
    if (!is_object()) return;
    for (json const& pair : values) (*this)[pair.members_[0].value.text_] = pair.members_[1].value;
}

json::json(json const& other) = default;
json::json(json&& other) noexcept = default;
json& json::operator=(json const& other) = default;
json& json::operator=(json&& other) noexcept = default;
json::~json() = default;

json json::number(std::string text) { return json(kind::scalar, std::move(text)); }

json json::array(std::initializer_list<json> values) {
    json result(kind::array, {});
    for (json const& value : values) result.push_back(value);
    return result;
}

json json::object() { return json(kind::object, {}); }

void json::push_back(json value) {
    if (is_null()) *this = array();
    members_.push_back({{}, std::move(value)});
}

json& json::operator[](std::string_view key) {
    if (is_null()) *this = object();
    auto const found = std::find_if(members_.begin(), members_.end(),
                                    [&](member const& one) { return one.key == key; });
    if (found != members_.end()) return found->value;
    return members_.emplace_back(member{std::string(key), {}}).value;
}

void json::update(json const& other) {
    if (is_null()) *this = object();
    for (auto const& [key, value] : other.members_) (*this)[key] = value;
}

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
    if (value.is_string()) return scalar_text(value.text());
    if (!value.is_array() && !value.is_object()) return value.text();
    auto const& members = value.members();
    bool const is_list_of_objects =
        value.is_array() && !members.empty() &&
        std::all_of(members.begin(), members.end(),
                    [](json::member const& one) { return one.value.is_object(); });
    std::string text;
    for (auto const& [key, element] : members) {
        text += text.empty() ? "" : is_list_of_objects ? ",\n  " : ", ";
        if (value.is_object()) text += scalar_text(key) + ": ";
        text += to_text(element);
    }
    if (value.is_object()) return '{' + text + '}';
    return is_list_of_objects ? "[\n  " + text + "\n]" : '[' + text + ']';
}

} // namespace record
