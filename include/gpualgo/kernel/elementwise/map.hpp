// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kernels that write each element of an array as a function of its index, or of elements of other
/// arrays. Fill, iota, replace, transform and reverse_copy use them.
#pragma once

#include <gpualgo/kernel/elementwise/operations.hpp>
#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of elementwise kernels.
template <class T>
struct map_arguments {
    T* out;          ///< the output, n elements
    T const* in;     ///< the first input, or null
    T const* second; ///< the second input, or null
    std::size_t n;   ///< elements of each
};

/// out[i] = f(i)
struct generate {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments, F f) {
        struct nothing {};
        auto const out = context.global(arguments.out);
        write_vectors<T, generated_vectors>(
            context, out, vector_division::of<T>(out, arguments.n),
            [](std::size_t) { return nothing(); },
            [&](nothing, std::size_t i) {
                vector_elements<T> values;
                for (unsigned v = 0; v < vector_size<T>; ++v) values.element[v] = f(i + v);
                return values;
            },
            [&](std::size_t i) { return f(i); });
    }
};

/// Reads an array in vectors that need not be aligned.
/// @tparam Aligned whether they are
template <bool Aligned, class T, class Array>
struct vector_input {
    static constexpr unsigned V = vector_size<T>; ///< elements of a vector
    Array array;                                  ///< the array
    std::size_t n;                                ///< its elements

    /// @return elements i ... i + V - 1
    [[nodiscard]] GPUALGO_DEVICE auto load(std::size_t i) const {
        if constexpr (Aligned) return array.template aligned_vector<V>(i);
        else return load_anywhere<T>(array, n, i);
    }
};

/// out[i] = f(in[i])
struct map_one {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments, F f) {
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in);
        auto const division = vector_division::of<T>(out, arguments.n);
        if (in.from(division.head).template is_aligned<vector_size<T>>())
            return write<true, T>(context, out, in, division, f);
        write<false, T>(context, out, in, division, f);
    }

private:
    template <bool Aligned, class T, class Context, class Out, class In, class F>
    GPUALGO_DEVICE static void write(Context const& context, Out out, In in,
                                     vector_division division, F f) {
        vector_input<Aligned, T, In> const input{in, division.n};
        write_vectors<T>(
            context, out, division, [&](std::size_t i) { return input.load(i); },
            [&](auto const& x, std::size_t) { return mapped<T>(x, f); },
            [&](std::size_t i) {
                T value{};
                f.apply([&](auto function) { value = function(in.get(i)); });
                return value;
            });
    }

    template <class T, class Vector, class F>
    GPUALGO_DEVICE static vector_elements<T> mapped(Vector const& x, F f) {
        vector_elements<T> values;
        if constexpr (requires { f.replace_in_word(std::uint32_t()); }) {
            struct vector_words {
                std::uint32_t word[4];
            };
            for (unsigned v = 0; v < vector_size<T>; ++v) values.element[v] = x[v];
            auto words = __builtin_bit_cast(vector_words, values);
            for (auto& word : words.word) word = f.replace_in_word(word);
            return __builtin_bit_cast(vector_elements<T>, words);
        } else {
            f.apply([&](auto function) {
                unrolled_on_gpu<vector_size<T>, vector_size<T>>(
                    [&](unsigned v) { values.element[v] = function(x[v]); });
            });
            return values;
        }
    }
};

/// out[i] = f(in[i], second[i])
struct map_two {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments, F f) {
        constexpr unsigned V = vector_size<T>;
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in), second = context.global(arguments.second);
        auto const division = vector_division::of<T>(out, arguments.n);
        if (in.from(division.head).template is_aligned<V>() &&
            second.from(division.head).template is_aligned<V>())
            return write<true, T>(context, out, in, second, division, f);
        write<false, T>(context, out, in, second, division, f);
    }

private:
    template <class Vector>
    struct two_vectors {
        Vector first, second;
    };

    template <bool Aligned, class T, class Context, class Out, class In, class F>
    GPUALGO_DEVICE static void write(Context const& context, Out out, In in, In second,
                                     vector_division division, F f) {
        vector_input<Aligned, T, In> const a{in, division.n}, b{second, division.n};
        using pair = two_vectors<decltype(a.load(0))>;
        write_vectors<T>(
            context, out, division,
            [&](std::size_t i) {
                return pair{a.load(i), b.load(i)};
            },
            [&](pair const& x, std::size_t) {
                vector_elements<T> values;
                f.apply([&](auto function) {
                    unrolled_on_gpu<vector_size<T>, vector_size<T>>(
                        [&](unsigned v) { values.element[v] = function(x.first[v], x.second[v]); });
                });
                return values;
            },
            [&](std::size_t i) {
                T value{};
                f.apply([&](auto function) { value = function(in.get(i), second.get(i)); });
                return value;
            });
    }
};

/// out[i] = in[n - 1 - i]
struct reverse_copy {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments,
                                   Nothing) {
        constexpr unsigned V = vector_size<T>;
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in);
        std::size_t const n = arguments.n;
        write_vectors<T>(
            context, out, vector_division::of<T>(out, n),
            [&](std::size_t i) { return load_anywhere<T>(in, n, n - V - i); },
            [&](auto const& x, std::size_t) {
                vector_elements<T> values;
                for (unsigned v = 0; v < V; ++v) values.element[v] = x[V - 1 - v];
                return values;
            },
            [&](std::size_t i) { return in.get(n - 1 - i); });
    }
};

} // namespace gpu::inline v0::kernel
