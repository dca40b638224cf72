// SPDX-License-Identifier: Apache-2.0
/// @file
/// JSON of records: values keep their order, and objects of a list have a line each.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace record {

/// A value of JSON. It has the names of nlohmann's library as far as records need them. That
/// library's header takes seconds to compile, so files that make records do without it.
class json {
public:
    struct member;

    json(std::nullptr_t = nullptr);
    json(bool value);
    json(int number);
    json(unsigned number);
    json(long number);
    json(unsigned long number);
    json(long long number);
    json(unsigned long long number);
    /// Infinities and NaN, which JSON does not have, become null.
    json(double number);
    json(char const* text);
    json(std::string text);
    json(std::string_view text);
    template <class T>
    json(T const*) = delete; // it would become a truth value
    json(std::vector<std::string> const& texts);
    /// An object if every value is an array of a string and a value, otherwise an array.
    json(std::initializer_list<json> values);
    json(json const& other);
    json(json&& other) noexcept;
    json& operator=(json const& other);
    json& operator=(json&& other) noexcept;
    ~json();

    /// @param text of a number, as JSON writes it
    /// @return the number
    [[nodiscard]] static json number(std::string text);
    [[nodiscard]] static json array(std::initializer_list<json> values = {});
    [[nodiscard]] static json object();

    [[nodiscard]] bool is_null() const { return kind_ == kind::null; }
    [[nodiscard]] bool is_string() const { return kind_ == kind::string; }
    [[nodiscard]] bool is_array() const { return kind_ == kind::array; }
    [[nodiscard]] bool is_object() const { return kind_ == kind::object; }

    /// @return the characters of a string, or the JSON of null, a truth value or a number
    [[nodiscard]] std::string const& text() const { return text_; }
    /// @return the values of an array, without keys, or the members of an object
    [[nodiscard]] std::vector<member> const& members() const { return members_; }

    /// Adds a value to an array. Null becomes an array.
    void push_back(json value);
    /// @return the value of a key, which the object gets if it has none. Null becomes an object.
    /// A new key invalidates references to other values
    json& operator[](std::string_view key);
    json& operator[](int) = delete; // 0 would be a null pointer
    /// Takes over all members of another object. Null becomes an object.
    void update(json const& other);

private:
    enum class kind { null, scalar, string, array, object };

    json(kind what, std::string text);

    kind kind_;
    std::string text_;
    std::vector<member> members_;
};

/// A value of an array or an object.
struct json::member {
    std::string key; ///< empty in arrays
    json value;
};

/// @param number infinities and NaN, which JSON does not have, become null
/// @param digits its significant digits
/// @return the number, rounded to so many digits
[[nodiscard]] json rounded(double number, int digits = 4);

/// @return the text of a value in one line, except for objects in a list. Bytes that are not UTF-8
/// become U+FFFD.
[[nodiscard]] std::string to_text(json const& value);

} // namespace record
