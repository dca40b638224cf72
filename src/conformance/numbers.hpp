// SPDX-License-Identifier: Apache-2.0
/// @file
/// Numbers to reduce, made of bits alone: the same on every machine, with every compiler and
/// standard library.
#pragma once

#include "call/splitmix64.hpp"

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>

namespace conformance {

/// Random bits, and numbers below a limit.
class random_bits : public gpu::detail::splitmix64 {
public:
    using splitmix64::splitmix64;

    /// @return a number below `limit`
    std::uint64_t below(std::uint64_t limit) { return (*this)() % limit; }
};

/// The kind of numbers of a case. For integers it decides how many of their bits are set.
enum class flavour : std::uint32_t {
    ordinary,       ///< magnitudes of 2^-10 to 2^10; any bits
    cancelling,     ///< large numbers of both signs that leave little; odd integers
    near_one,       ///< products stay finite; hardly any bits
    subnormal,      ///< and the smallest normal numbers; nearly all bits
    zeros,          ///< of both signs
    negative_zeros, ///< which any zero that is added to them shows
    infinities,     ///< among ordinary numbers
    nans            ///< quiet and signalling, with payloads and both signs, among ordinary numbers
};
inline constexpr std::uint32_t flavours = 8;

/// The fields of a floating-point format.
struct float_format {
    unsigned fraction; ///< bits
    unsigned exponent; ///< bits

    [[nodiscard]] constexpr std::uint64_t bits(bool negative, int power,
                                               std::uint64_t fraction_bits) const {
        auto const bias = (1 << (exponent - 1)) - 1;
        return field(negative, static_cast<std::uint64_t>(power + bias), fraction_bits);
    }
    [[nodiscard]] constexpr std::uint64_t field(bool negative, std::uint64_t biased,
                                                std::uint64_t fraction_bits) const {
        return std::uint64_t{negative} << (fraction + exponent) | biased << fraction |
               (fraction_bits & ((std::uint64_t{1} << fraction) - 1));
    }
    /// The power of a number so large that sums with it lose most digits of others.
    [[nodiscard]] constexpr int large() const {
        return exponent == 5 ? 12 : fraction == 52 ? 60 : 26;
    }
    [[nodiscard]] constexpr std::uint64_t largest_exponent() const {
        return (std::uint64_t{1} << exponent) - 1;
    }
};

/// The format of a type.
template <class T>
inline constexpr float_format format_of{
    std::numeric_limits<T>::digits - 1,
    std::bit_width(static_cast<unsigned>(std::numeric_limits<T>::max_exponent))};

/// @return the bits of a number of a format
[[nodiscard]] inline std::uint64_t float_bits(float_format format, flavour kind,
                                              random_bits& random) {
    bool const negative = random.below(2) != 0;
    std::uint64_t const fraction = random();
    int const power = static_cast<int>(random.below(20)) - 10;
    bool const is_special = random.below(61) == 0;
    switch (kind) {
    case flavour::cancelling:
        return random.below(3) == 0 ? format.bits(negative, power, fraction)
                                    : format.bits(negative, format.large(), 0);
    case flavour::near_one:
        return format.bits(negative, static_cast<int>(random.below(2)) - 1, fraction);
    case flavour::subnormal: return format.field(negative, random.below(2), fraction);
    case flavour::zeros: return format.field(negative, 0, 0);
    case flavour::negative_zeros: return format.field(true, 0, 0);
    case flavour::infinities:
        if (is_special) return format.field(negative, format.largest_exponent(), 0);
        break;
    case flavour::nans:
        if (is_special) return format.field(negative, format.largest_exponent(), fraction | 1);
        break;
    case flavour::ordinary: break;
    }
    return format.bits(negative, power, fraction);
}

/// @return the bits of an integer
[[nodiscard]] inline std::uint64_t integer_bits(flavour kind, random_bits& random) {
    switch (kind) {
    case flavour::cancelling: return random() | 1;
    case flavour::near_one: return random.below(31) == 0 ? random() : 0;
    case flavour::subnormal: return random.below(31) == 0 ? random() : ~std::uint64_t{0};
    default: return random();
    }
}

/// @return a number
template <class T>
[[nodiscard]] T number(flavour kind, random_bits& random) {
    using bits =
        std::tuple_element_t<std::bit_width(sizeof(T)) - 1,
                             std::tuple<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>>;
    if constexpr (std::integral<T>) return static_cast<T>(integer_bits(kind, random));
    else return std::bit_cast<T>(static_cast<bits>(float_bits(format_of<T>, kind, random)));
}

} // namespace conformance
