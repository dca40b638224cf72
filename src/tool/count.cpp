// SPDX-License-Identifier: Apache-2.0
#include "count.hpp"

#include <charconv>
#include <cstddef>
#include <string>
#include <utility>

namespace tool {

namespace {

using optional_count = std::optional<std::uint64_t>;

/// The number that all of the text is: digits alone.
optional_count digits(std::string_view text) {
    std::uint64_t number = 0;
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

optional_count multiplied(optional_count number, std::uint64_t factor, std::uint64_t times) {
    if (number == 0 || (number && factor == 1)) return number;
    for (; number && times > 0; --times)
        if (__builtin_mul_overflow(*number, factor, &*number)) return std::nullopt;
    return number;
}

/// A decimal fraction times a power of ten, if that is a whole number.
optional_count scaled(std::string_view mantissa, optional_count exponent) {
    auto const point = mantissa.find('.');
    if (point == mantissa.npos)
        return exponent ? multiplied(digits(mantissa), 10, *exponent) : exponent;
    auto fraction = mantissa.substr(point + 1);
    if (fraction.empty() || point == 0) return std::nullopt;
    fraction = fraction.substr(0, fraction.find_last_not_of('0') + 1);
    if (!exponent || fraction.size() > *exponent) return std::nullopt;
    return multiplied(digits(std::string(mantissa.substr(0, point)).append(fraction)), 10,
                      *exponent - fraction.size());
}

/// The factor that a suffix stands for, as a base and an exponent.
std::optional<std::pair<std::uint64_t, std::uint64_t>> unit(std::string_view suffix) {
    constexpr std::string_view letters = "kMGT";
    bool const is_binary = suffix.size() == 2 && suffix[1] == 'i';
    if (suffix.empty() || (suffix.size() != 1 && !is_binary)) return std::nullopt;
    auto const place = letters.find(suffix[0] == 'K' ? 'k' : suffix[0]);
    if (place == letters.npos) return std::nullopt;
    return std::pair(std::uint64_t{is_binary ? 1024U : 1000U}, std::uint64_t{place + 1});
}

} // namespace

std::optional<std::uint64_t> parse_count(std::string_view text) {
    if (auto const hat = text.find('^'); hat != text.npos) {
        auto const base = digits(text.substr(0, hat)), exponent = digits(text.substr(hat + 1));
        if (!base || !exponent) return std::nullopt;
        if (*base == 0) return *exponent == 0;
        return multiplied(1, *base, *exponent);
    }
    auto const end = text.find_first_not_of("0123456789.");
    if (end == text.npos) return scaled(text, 0);
    auto const mantissa = text.substr(0, end), rest = text.substr(end);
    if (rest[0] == 'e' || rest[0] == 'E') return scaled(mantissa, digits(rest.substr(1)));
    auto const by = unit(rest);
    if (!by) return std::nullopt;
    // thousands are powers of ten, of which decimals may take some
    if (by->first == 1000) return scaled(mantissa, 3 * by->second);
    return multiplied(digits(mantissa), by->first, by->second);
}

} // namespace tool
