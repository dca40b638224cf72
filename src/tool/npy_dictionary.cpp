// SPDX-License-Identifier: Apache-2.0
#include "npy_dictionary.hpp"

#include "element_type.hpp"
#include "quoted.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <stdexcept>
#include <string>
#include <system_error>

namespace tool {

namespace {

/// Recursive descent over the few forms of Python that the format uses.
class parser {
public:
    explicit parser(std::string_view text) : text_(text) {}

    npy_dictionary dictionary() {
        expect('{');
        while (!accept('}')) {
            entry();
            if (accept(',')) continue;
            expect('}', "',' or '}'");
            break;
        }
        skip_spaces();
        if (position_ != text_.size()) fail("nothing");
        return {required(descr_, "descr"), required(fortran_order_, "fortran_order"),
                required(shape_, "shape")};
    }

private:
    void entry() {
        std::string_view const key = string();
        expect(':');
        if (key == "descr") assign(descr_, key, descr());
        else if (key == "fortran_order") assign(fortran_order_, key, boolean());
        else if (key == "shape") assign(shape_, key, shape());
        else
            throw std::invalid_argument(fmt::format(
                "the header has a key {}; 'descr', 'fortran_order' and 'shape' are allowed",
                quoted_bytes(key)));
    }

    template <class T, class Value>
    static void assign(std::optional<T>& target, std::string_view key, Value value) {
        if (target)
            throw std::invalid_argument(
                fmt::format("the header has the key '{}' twice; once is allowed", key));
        target = std::move(value);
    }

    template <class T>
    static T required(std::optional<T>& value, std::string_view key) {
        if (!value)
            throw std::invalid_argument(fmt::format(
                "the header has no key '{}'; 'descr', 'fortran_order' and 'shape' are needed",
                key));
        return *std::move(value);
    }

    /// A string; structured types have a list of fields instead.
    std::string_view descr() {
        skip_spaces();
        if (rest().starts_with('['))
            throw std::invalid_argument(
                fmt::format("the elements are structured, {}; allowed are {}", quoted_bytes(rest()),
                            element_type_names()));
        return string();
    }

    bool boolean() {
        skip_spaces();
        for (std::string_view const name : {"True", "False"})
            if (rest().starts_with(name)) {
                position_ += name.size();
                return name == "True";
            }
        fail("True or False");
    }

    /// (), (3,), (2, 3) and (2, 3,), but not (3), which is a number and not a tuple.
    std::vector<std::size_t> shape() {
        std::vector<std::size_t> extents;
        bool comma = true;
        expect('(');
        while (!accept(')')) {
            if (!comma) fail("',' or ')'");
            if (extents.size() == most_dimensions)
                throw std::invalid_argument(
                    fmt::format("the shape has more than {} dimensions", most_dimensions));
            extents.push_back(number());
            comma = accept(',');
        }
        if (extents.size() == 1 && !comma) fail_at(position_ - 1, "','");
        return extents;
    }

    std::size_t number() {
        skip_spaces();
        std::string_view const digits = rest().substr(0, rest().find_first_not_of("0123456789"));
        if (digits.empty() || (digits.size() > 1 && digits[0] == '0'))
            fail("a number without sign or leading zero");
        std::size_t value = 0;
        if (std::from_chars(digits.data(), digits.data() + digits.size(), value).ec != std::errc())
            throw std::invalid_argument(fmt::format(
                "the shape has a dimension of {}, which no file can hold", quoted_bytes(digits)));
        position_ += digits.size();
        if (rest().starts_with('L')) ++position_; // the long integers of Python 2
        return value;
    }

    std::string_view string() {
        skip_spaces();
        if (!rest().starts_with('\'') && !rest().starts_with('"')) fail("a string");
        std::string_view const inside = rest().substr(1);
        std::size_t const length = inside.find(rest()[0]);
        if (length == inside.npos) fail("a string that ends");
        if (inside.substr(0, length).find('\\') != inside.npos) fail("a string without escapes");
        position_ += length + 2;
        return inside.substr(0, length);
    }

    bool accept(char c) {
        skip_spaces();
        bool const found = rest().starts_with(c);
        position_ += found;
        return found;
    }

    void expect(char c) { expect(c, fmt::format("'{}'", c)); }
    void expect(char c, std::string_view expected) {
        if (!accept(c)) fail(expected);
    }

    void skip_spaces() {
        while (rest().starts_with(' ') || rest().starts_with('\t') || rest().starts_with('\n'))
            ++position_;
    }

    [[nodiscard]] std::string_view rest() const { return text_.substr(position_); }

    [[noreturn]] void fail(std::string_view expected) const { fail_at(position_, expected); }
    [[noreturn]] void fail_at(std::size_t position, std::string_view expected) const {
        std::string const found =
            position == text_.size() ? "the end" : quoted_bytes(text_.substr(position));
        throw std::invalid_argument(
            fmt::format("the header is not as NumPy writes it: at its byte {}, {} is due, not {}",
                        position, expected, found));
    }

    std::string_view text_;
    std::size_t position_ = 0;
    std::optional<std::string_view> descr_;
    std::optional<bool> fortran_order_;
    std::optional<std::vector<std::size_t>> shape_;
};

} // namespace

npy_dictionary parse_npy_dictionary(std::string_view text) { return parser(text).dictionary(); }

} // namespace tool
