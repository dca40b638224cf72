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
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// Runs the thread's part.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments, F f) {
        struct nothing {};
        write_vectors<generated_vectors>(
            context, arguments.out, vector_division::of(arguments.out, arguments.n),
            [](std::size_t) { return nothing(); },
            [&](nothing, std::size_t i) {
                vector_elements<T> values;
                for (unsigned v = 0; v < vector_size<T>; ++v) values.element[v] = f(i + v);
                return vector_words::of(values);
            },
            [&](std::size_t i) { return f(i); });
    }
};

/// Reads an array in vectors that need not be aligned.
template <class T, class Array>
class vector_input {
    static constexpr unsigned V = vector_size<T>;

public:
    /// @param array the array
    /// @param division of the output: the vectors correspond to those of the output
    GPUALGO_DEVICE vector_input(Array array, vector_division const& division)
        : array_(array), n_(division.n),
          is_aligned_(array.from(division.head).template is_aligned<V>()) {}

    /// @return elements i ... i + V - 1
    [[nodiscard]] GPUALGO_DEVICE auto load(std::size_t i) const {
        return is_aligned_ ? array_.template aligned_vector<V>(i) : load_anywhere<T>(array_, n_, i);
    }

private:
    Array array_;
    std::size_t n_;   ///< elements
    bool is_aligned_; ///< whether the vectors are
};

/// Applies a function to elements of vectors, or to their words if it can.
/// @param f calls a function with the function to apply
/// @param x a vector per operand
/// @return the results
template <class T, class F, class... Vectors>
GPUALGO_DEVICE vector_words mapped(F f, Vectors const&... x) {
    if constexpr (F::computes_words) {
        vector_words words;
        [&](auto const&... operands) {
            f.apply_to_words([&](auto function) {
                unrolled_on_gpu<4, 4>(
                    [&](unsigned w) { words.word[w] = function(operands.word[w]...); });
            });
        }(vector_words::of(x)...);
        return words;
    } else {
        vector_elements<T> values;
        f.apply([&](auto function) {
            unrolled_on_gpu<vector_size<T>, vector_size<T>>(
                [&](unsigned v) { values.element[v] = function(x[v]...); });
        });
        return vector_words::of(values);
    }
}

/// out[i] = f(in[i])
struct map_one {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// Runs the thread's part.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments, F f) {
        auto const in = context.global(arguments.in);
        auto const division = vector_division::of(arguments.out, arguments.n);
        vector_input<T, decltype(in)> const input(in, division);
        bool const is_in_place = arguments.in == arguments.out;
        write_vectors<1, map_block>(
            context, arguments.out, division, [&](std::size_t i) { return input.load(i); },
            [&](auto const& x, std::size_t) { return mapped<T>(f, x); },
            [&](std::size_t i) {
                T value{};
                f.apply([&](auto function) { value = function(in.get(i)); });
                return value;
            },
            [&](auto const& x, vector_words const& words) {
                if constexpr (requires { requires F::stores_changes; })
                    return !is_in_place || !(vector_words::of(x) == words);
                else return true;
            });
    }
};

/// out[i] = f(in[i], second[i])
struct map_two {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// Runs the thread's part.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments, F f) {
        auto const in = context.global(arguments.in), second = context.global(arguments.second);
        auto const division = vector_division::of(arguments.out, arguments.n);
        vector_input<T, decltype(in)> const a(in, division), b(second, division);
        using vector = decltype(a.load(0));
        struct two_vectors {
            vector first, second;
        };
        write_vectors(
            context, arguments.out, division,
            [&](std::size_t i) {
                return two_vectors{a.load(i), b.load(i)};
            },
            [&](two_vectors const& x, std::size_t) { return mapped<T>(f, x.first, x.second); },
            [&](std::size_t i) {
                T value{};
                f.apply([&](auto function) { value = function(in.get(i), second.get(i)); });
                return value;
            });
    }
};

/// out[i] = in[n - 1 - i]
struct reverse_copy {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, map_arguments<T> const& arguments,
                                   Nothing) {
        constexpr unsigned V = vector_size<T>;
        auto const in = context.global(arguments.in);
        std::size_t const n = arguments.n;
        write_vectors(
            context, arguments.out, vector_division::of(arguments.out, n),
            [&](std::size_t i) { return load_anywhere<T>(in, n, n - V - i); },
            [&](auto const& x, std::size_t) { return reversed<T>(x); },
            [&](std::size_t i) { return in.get(n - 1 - i); });
    }
};

} // namespace gpu::inline v0::kernel
