// SPDX-License-Identifier: Apache-2.0
/// @file
/// How kernels store values of user-defined types.
///
/// Kernels need uninitialized arrays, and shared memory is aligned to 16 bytes. A type without a
/// trivial default constructor, or with a larger alignment, is stored as its bytes.
#pragma once

#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/elements.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Whether kernels can store values without a conversion to bytes.
template <class T>
inline constexpr bool is_stored_as_is = std::is_trivially_default_constructible_v<T> &&
                                        alignof(T) <= 16;

/// The bytes of a value.
template <class T>
class storage {
public:
    storage() = default;
    GPUALGO_FUNCTION explicit storage(T const& value) : words_(__builtin_bit_cast(words, value)) {}
    /// Converts the stored value.
    template <class U>
    GPUALGO_FUNCTION explicit storage(storage<U> other)
        : storage(kernel::converted<T>(static_cast<U>(other))) {}

    GPUALGO_FUNCTION explicit operator T() const { return __builtin_bit_cast(T, words_); }

private:
    using word = std::conditional_t<
        alignof(T) % 8 == 0, std::uint64_t,
        std::conditional_t<alignof(T) == 4, std::uint32_t,
                           std::conditional_t<alignof(T) == 2, std::uint16_t, std::uint8_t>>>;
    struct alignas(alignof(T) < 16 ? alignof(T) : 16) words {
        word word_[sizeof(T) / sizeof(word)];
    };
    words words_;
};

/// Applies an operator on values to stored values.
/// @tparam Kept T or storage<T>
template <class Kept, class T, class Op>
struct on_storage {
    Op op; ///< takes two values of type T

    /// @return op(a, b)
    GPUALGO_FUNCTION Kept operator()(Kept a, Kept b) {
        return static_cast<Kept>(kernel::converted<T>(op(static_cast<T>(a), static_cast<T>(b))));
    }
};

/// Applies a transform of elements to stored elements.
/// @tparam Kept T or storage<T>
template <class Kept, class T, class Value, class F>
struct load_storage {
    F f; ///< takes an element of type Value, or two

    /// @return f(x)
    template <class KeptValue>
    GPUALGO_FUNCTION Kept operator()(KeptValue x) {
        return static_cast<Kept>(kernel::converted<T>(f(static_cast<Value>(x))));
    }
    /// @return f(x, y)
    template <class KeptValue>
    GPUALGO_FUNCTION Kept operator()(kernel::element_pair<KeptValue> x) {
        return static_cast<Kept>(
            kernel::converted<T>(f(static_cast<Value>(x.first), static_cast<Value>(x.second))));
    }
};

} // namespace gpu::inline v0::detail
