// SPDX-License-Identifier: Apache-2.0
/// @file
/// ldmatrix, mma.sync and cp.async for kernel bodies on the simulated device, by the definitions of
/// the PTX ISA.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/kernel/matmul/mma_operand.hpp>
#include <gpualgo/kernel/matmul/small_tile_sums.hpp>
#include <gpualgo/simulated/context.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <type_traits>
#include <utility>
#include <vector>

namespace test {

/// The values of all lanes of a warp. Like the instructions, this waits for the lanes, but does not
/// order their accesses to memory.
template <class Warp, class T>
std::array<T, 32> values_of_lanes(Warp const& warp, T const& value) {
    std::array<T, 32> mine;
    T* const common = warp.shfl(mine.data(), 0);
    common[warp.thread_rank()] = value;
    (void)warp.shfl(0, 0);
    std::array<T, 32> all;
    std::copy_n(common, 32, all.begin());
    (void)warp.shfl(0, 0); // `mine` of lane 0 exists until all have copied it
    return all;
}

/// A float rounded to 11 significant bits, ties away from zero.
constexpr std::uint32_t to_tf32(std::uint32_t bits) {
    bool const is_finite = (bits >> 23 & 0xff) != 0xff;
    return is_finite ? (bits + 0x1000) & ~0x1fffU : bits;
}

/// The elements of type T in a word.
template <class T>
std::array<T, 4 / sizeof(T)> elements_of(std::uint32_t word) {
    return std::bit_cast<std::array<T, 4 / sizeof(T)>>(word);
}

/// ldmatrix with .x4: words of the calling lane.
/// @param rows of four matrices of 8 by 8 elements of 16 bits: row i of matrix m is that of lane 8m
/// + i
template <bool Transposes, class Chunk>
std::array<std::uint32_t, 4> loaded_matrices(std::array<Chunk, 32> const& rows, unsigned lane) {
    auto const element = [&](unsigned matrix, unsigned row, unsigned column) {
        return rows[8 * matrix + row].word[column / 2] >> column % 2 * 16 & 0xffff;
    };
    std::array<std::uint32_t, 4> words{};
    for (unsigned m = 0; m < 4; ++m)
        for (unsigned i = 0; i < 2; ++i) {
            unsigned const row = lane / 4, column = lane % 4 * 2 + i;
            words[m] |= (Transposes ? element(m, column, row) : element(m, row, column)) << 16 * i;
        }
    return words;
}

/// The number of copies whose original or copy was not at a multiple of their size.
inline std::atomic<std::size_t> misaligned_copies = 0;

/// A context whose copies arrive at once, and must be aligned.
class early_context : public gpu::simulated::context {
public:
    using context::context;

    template <std::size_t V, class T, class From>
    void copy_vector(gpu::simulated::array<T> const& to, std::size_t i, From const& from,
                     std::size_t k, gpu::code_location site = gpu::code_location::current()) const {
        bool is_aligned = i % V == 0;
        if constexpr (requires { from.template is_aligned<V>(k); })
            is_aligned &= from.template is_aligned<V>(k);
        else is_aligned &= from.template is_aligned<V>() && k % V == 0;
        misaligned_copies += !is_aligned;
        context::copy_vector<V>(to, i, from, k, site);
    }
};

/// A context whose copies arrive as late as they may: when a thread waits for them.
/// @tparam Waits whether it does, otherwise they never arrive
template <bool Waits>
class late_context : public early_context {
public:
    using early_context::early_context;

    template <std::size_t V, class T, class From>
    void copy_vector(gpu::simulated::array<T> const& to, std::size_t i, From const& from,
                     std::size_t k, gpu::code_location site = gpu::code_location::current()) const {
        open_.push_back([=, this] { early_context::copy_vector<V>(to, i, from, k, site); });
    }
    template <class T, class From>
    void copy_element(gpu::simulated::array<T> const& to, std::size_t i, From const& from,
                      std::size_t k,
                      gpu::code_location site = gpu::code_location::current()) const {
        open_.push_back([=, this] { early_context::copy_element(to, i, from, k, site); });
    }
    void commit_copies() const {
        groups_.push_back(std::move(open_));
        open_.clear();
    }
    template <unsigned Pending>
    void wait_for_copies() const {
        for (; Waits && groups_.size() > Pending; groups_.pop_front())
            for (auto const& copy : groups_.front()) copy();
    }

private:
    using copies = std::vector<std::function<void()>>;
    mutable copies open_;
    mutable std::deque<copies> groups_;
};

} // namespace test

namespace gpu::inline v0::kernel {

template <class Context>
    requires std::derived_from<Context, simulated::context>
struct warp_matrix<Context> {
    static constexpr bool is_present = true;

    template <bool Transposes, class Chunks>
    static void load(Context const& context, Chunks const& chunks, std::size_t place,
                     std::uint32_t (&words)[4]) {
        auto const warp = context.template tile<32>();
        auto const rows = test::values_of_lanes(warp, chunks.get(place));
        auto const loaded = test::loaded_matrices<Transposes>(rows, warp.thread_rank());
        std::copy(loaded.begin(), loaded.end(), words);
    }

    /// Sums are those of 16 by 8 elements. A lane has rows l / 4 and 8 more, columns 2 (l % 4) and
    /// the next.
    template <class T, class Sum>
    static void multiply(Context const& context, Sum (&d)[4], std::uint32_t const (&a)[4],
                         std::uint32_t b0, std::uint32_t b1) {
        struct fragments {
            std::uint32_t a[4], b[2];
        };
        auto const warp = context.template tile<32>();
        auto const of = test::values_of_lanes(warp, fragments{{a[0], a[1], a[2], a[3]}, {b0, b1}});
        for (unsigned i = 0; i < 4; ++i) {
            unsigned const row = warp.thread_rank() / 4;
            unsigned const column = warp.thread_rank() % 4 * 2 + i % 2;
            for (unsigned word = 0; word < 8; ++word) {
                auto const x = test::elements_of<T>(of[row * 4 + word % 4].a[i / 2 + word / 4 * 2]);
                auto const y = test::elements_of<T>(of[column * 4 + word % 4].b[word / 4]);
                for (std::size_t e = 0; e < x.size(); ++e)
                    d[i] += static_cast<Sum>(x[e]) * static_cast<Sum>(y[e]);
            }
        }
    }

    template <unsigned Selector>
    static std::uint32_t bytes(std::uint32_t a, std::uint32_t b) {
        std::uint64_t const both = std::uint64_t{b} << 32 | a;
        std::uint32_t chosen = 0;
        for (unsigned i = 0; i < 4; ++i)
            chosen |= static_cast<std::uint32_t>(both >> (Selector >> 4 * i & 7) * 8 & 0xff)
                      << 8 * i;
        return chosen;
    }

    static std::uint32_t to_tf32(std::uint32_t bits) { return test::to_tf32(bits); }
};

template <class Context>
    requires std::derived_from<Context, simulated::context>
struct warp_matrix_of_double<Context> {
    static constexpr bool is_present = true;

    static void multiply(Context const& context, double (&d)[4], double const (&a)[4],
                         double const (&b)[2]) {
        struct fragments {
            double a[4], b[2];
        };
        auto const warp = context.template tile<32>();
        auto const of =
            test::values_of_lanes(warp, fragments{{a[0], a[1], a[2], a[3]}, {b[0], b[1]}});
        for (unsigned i = 0; i < 4; ++i) {
            unsigned const row = warp.thread_rank() / 4;
            unsigned const column = warp.thread_rank() % 4 * 2 + i % 2;
            for (unsigned k = 0; k < 8; ++k)
                d[i] += of[row * 4 + k % 4].a[i / 2 + k / 4 * 2] * of[column * 4 + k % 4].b[k / 4];
        }
    }
};

} // namespace gpu::inline v0::kernel
