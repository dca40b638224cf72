// SPDX-License-Identifier: Apache-2.0
/// @file
/// A number of a type that is known at run time only.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/call.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace tool {

/// A number of one of the listed types.
class number {
public:
    /// @param type a type's place in the list
    /// @return zero of that type
    [[nodiscard]] static number zero_of(std::uint32_t type) {
        number zero(std::int32_t{0});
        zero.type_ = type;
        return zero;
    }

    /// @param value the number
    template <class T>
        requires gpu::detail::in_list<T, gpu::detail::types>
    explicit number(T value) : type_(gpu::detail::number_of<T, gpu::detail::types>) {
        static_assert(sizeof(T) <= sizeof bytes_);
        std::memcpy(bytes_.data(), &value, sizeof(T));
    }

    /// @return the place of its type in the list
    [[nodiscard]] std::uint32_t type() const { return type_; }
    /// @return its address
    [[nodiscard]] void* data() { return bytes_.data(); }
    /// @return its address
    [[nodiscard]] void const* data() const { return bytes_.data(); }

    /// @tparam T its type
    /// @return the number
    template <class T>
    [[nodiscard]] T as() const {
        T value;
        std::memcpy(&value, bytes_.data(), sizeof(T));
        return value;
    }

    /// @return whether the bits are the same
    friend bool operator==(number const&, number const&) = default;

private:
    std::uint32_t type_;
    alignas(16) std::array<std::byte, 16> bytes_{}; // bytes beyond the type stay zero
};

/// @return the number in as few digits as tell it from its neighbours; `inf`, `-inf` and `nan`;
/// complex numbers as `(re, im)`
[[nodiscard]] std::string to_text(number const& value);

/// @param op an operator's place in the list
/// @param type a type's place in the list
/// @return the identity element; zero if the operator does not take the type
[[nodiscard]] number identity_element(std::uint32_t op, std::uint32_t type);

/// @return whether both are the same number, or both NaN; zeros of two signs are two numbers
[[nodiscard]] bool is_same(number const& a, number const& b);

} // namespace tool
