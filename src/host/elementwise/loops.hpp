// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops over contiguous elements, for `by_instruction_set`: g++ vectorises them.
#pragma once

#include <gpualgo/kernel/elementwise/operations.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// Reads element i at any address.
template <class T>
[[gnu::always_inline]] inline T read_element(std::byte const* first, std::size_t i) {
    T x;
    __builtin_memcpy(&x, first + i * sizeof(T), sizeof(T));
    return x;
}

/// Writes element i at any address.
template <class T>
[[gnu::always_inline]] inline void write_element(std::byte* first, std::size_t i, T const& x) {
    __builtin_memcpy(first + i * sizeof(T), &x, sizeof(T));
}

/// The first of the elements from `begin` to `end` that is at a multiple of 64 bytes, or the end.
/// Stores of vectors from there on cross no cache line, which would take twice the time.
template <class T>
[[gnu::always_inline]] inline std::size_t first_in_line(std::byte const* out, std::size_t begin,
                                                        std::size_t end) {
    auto const address = reinterpret_cast<std::uintptr_t>(out + begin * sizeof(T));
    std::size_t const before = (64 - address % 64) % 64 / sizeof(T);
    return before < end - begin ? begin + before : end;
}

/// out[i] = values(i) for begin <= i < end
template <class T, class Values>
[[gnu::always_inline]] inline void generate_elements(std::byte* out, std::size_t begin,
                                                     std::size_t end, Values values) {
    std::size_t const line = first_in_line<T>(out, begin, end);
    for (; begin < line; ++begin) write_element<T>(out, begin, values(begin));
    // conversions of small integers to floating-point numbers are vector instructions everywhere
    if (end <= std::numeric_limits<std::int32_t>::max()) {
        auto const last = static_cast<std::int32_t>(end);
        for (auto i = static_cast<std::int32_t>(begin); i < last; ++i)
            write_element<T>(out, static_cast<std::size_t>(i), values(i));
    } else {
        for (std::size_t i = begin; i < end; ++i) write_element<T>(out, i, values(i));
    }
}

/// out[i] = replace(in[i]); `out` may be `in`
template <class Bits>
[[gnu::always_inline]] inline void replace_elements(std::byte* out, std::byte const* in,
                                                    std::size_t begin, std::size_t end,
                                                    kernel::replacement<Bits> replace) {
    std::size_t const line = first_in_line<Bits>(out, begin, end);
    for (; begin < line; ++begin)
        write_element<Bits>(out, begin, replace(read_element<Bits>(in, begin)));
#pragma GCC ivdep
    for (std::size_t i = begin; i < end; ++i)
        write_element<Bits>(out, i, replace(read_element<Bits>(in, i)));
}

/// Elements that are loaded before the first is stored.
template <class T>
inline constexpr std::size_t elements_at_once = 64 / sizeof(T);

/// The same elements, from the last to the first.
template <class T>
struct element_batch {
    static constexpr std::size_t size = elements_at_once<T>;
    T element[size];

    [[gnu::always_inline]] static element_batch read(std::byte const* first) {
        element_batch batch;
        __builtin_memcpy(&batch, first, sizeof batch);
        return batch;
    }
    [[gnu::always_inline]] void write(std::byte* first) const {
        __builtin_memcpy(first, this, sizeof *this);
    }
    [[gnu::always_inline]] [[nodiscard]] element_batch reversed() const {
        element_batch batch;
        if constexpr (sizeof(T) == 1) { // instructions reverse the bytes of a word
            constexpr std::size_t words = sizeof batch / sizeof(std::uint64_t);
            std::uint64_t word[words], reversed_word[words];
            __builtin_memcpy(word, this, sizeof batch);
            for (std::size_t k = 0; k < words; ++k)
                reversed_word[k] = __builtin_bswap64(word[words - 1 - k]);
            __builtin_memcpy(&batch, reversed_word, sizeof batch);
        } else {
            for (std::size_t k = 0; k < size; ++k) batch.element[k] = element[size - 1 - k];
        }
        return batch;
    }
};

/// out[i] = start + i * step, for narrow integers: a vector has more of them than of the numbers i.
/// @tparam T an unsigned integer
template <class T>
[[gnu::always_inline]] inline void write_sequence_of(std::byte* out, std::size_t begin,
                                                     std::size_t end, T start, T step) {
    constexpr std::size_t size = elements_at_once<T>;
    auto const value = [=](std::size_t i) {
        return static_cast<T>(start + static_cast<T>(i) * step);
    };
    std::size_t const line = first_in_line<T>(out, begin, end);
    for (; begin < line; ++begin) write_element<T>(out, begin, value(begin));
    T offset[size];
    for (std::size_t k = 0; k < size; ++k) offset[k] = static_cast<T>(static_cast<T>(k) * step);
    for (; begin + size <= end; begin += size) {
        T const first = value(begin);
        for (std::size_t k = 0; k < size; ++k)
            write_element<T>(out, begin + k, static_cast<T>(first + offset[k]));
    }
    for (; begin < end; ++begin) write_element<T>(out, begin, value(begin));
}

/// out[i] = in[n - 1 - i]
template <class T>
[[gnu::always_inline]] inline void reverse_copy_elements(std::byte* out, std::byte const* in,
                                                         std::size_t begin, std::size_t end,
                                                         std::size_t n) {
    using batch = element_batch<T>;
    std::size_t i = begin;
    for (; i + batch::size <= end; i += batch::size)
        batch::read(in + (n - i - batch::size) * sizeof(T)).reversed().write(out + i * sizeof(T));
    for (; i < end; ++i) write_element<T>(out, i, read_element<T>(in, n - 1 - i));
}

/// Swaps x[i] and x[n - 1 - i], for begin <= i < end <= n / 2.
template <class T>
[[gnu::always_inline]] inline void reverse_elements(std::byte* x, std::size_t begin,
                                                    std::size_t end, std::size_t n) {
    using batch = element_batch<T>;
    std::size_t i = begin;
    for (; i + batch::size <= end; i += batch::size) {
        std::byte* const low = x + i * sizeof(T);
        std::byte* const high = x + (n - i - batch::size) * sizeof(T);
        auto const a = batch::read(low), b = batch::read(high);
        b.reversed().write(low);
        a.reversed().write(high);
    }
    for (; i < end; ++i) {
        T const a = read_element<T>(x, i);
        write_element<T>(x, i, read_element<T>(x, n - 1 - i));
        write_element<T>(x, n - 1 - i, a);
    }
}

/// Swaps a[i] and b[i].
template <class T>
[[gnu::always_inline]] inline void swap_elements(std::byte* a, std::byte* b, std::size_t begin,
                                                 std::size_t end) {
    using batch = element_batch<T>;
    std::size_t i = begin;
    for (; i + batch::size <= end; i += batch::size) {
        auto const x = batch::read(a + i * sizeof(T)), y = batch::read(b + i * sizeof(T));
        y.write(a + i * sizeof(T));
        x.write(b + i * sizeof(T));
    }
    for (; i < end; ++i) {
        T const x = read_element<T>(a, i);
        write_element<T>(a, i, read_element<T>(b, i));
        write_element<T>(b, i, x);
    }
}

/// out[i] = in[indices[i]]
template <class T, class Index>
[[gnu::always_inline]] inline void gather_elements(std::byte* out, std::byte const* in,
                                                   std::byte const* indices, std::size_t begin,
                                                   std::size_t end) {
#pragma GCC ivdep
    for (std::size_t i = begin; i < end; ++i)
        write_element<T>(out, i, read_element<T>(in, read_element<Index>(indices, i)));
}

/// out[indices[i]] = in[i]
template <class T, class Index>
[[gnu::always_inline]] inline void scatter_elements(std::byte* out, std::byte const* in,
                                                    std::byte const* indices, std::size_t begin,
                                                    std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
        write_element<T>(out, read_element<Index>(indices, i), read_element<T>(in, i));
}

} // namespace gpu::inline v0::detail
