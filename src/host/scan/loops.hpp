// SPDX-License-Identifier: Apache-2.0
/// @file
/// Loops that scan a part of a range, or fold it, for each instruction set.
#pragma once

#include "host/instruction_set.hpp"
#include "prefix_stack.hpp"
#include "registers.hpp"

#include <gpualgo/kernel/scan/element.hpp>

#include <concepts>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A scan of adjacent elements, from a leaf's first one on.
/// @tparam Value the elements' type
/// @tparam T the type that is computed in
template <class Value, class T, class Op>
struct scan_part {
    Value const* in;
    std::size_t n;
    Value* out; ///< may be the input
    prefix_stack<T, Op>* front;
    T init;
    Value before; ///< the result that precedes the next one, if the scan is exclusive
    bool has_init;
    bool is_exclusive;
};

/// Registers per leaf.
inline constexpr std::size_t leaf_registers = 8;

/// Whether a scan uses registers.
template <class Value, class T, class Op>
inline constexpr bool in_registers = std::same_as<Value, T>&& std::is_arithmetic_v<T> &&
                                     (!is_exact<T, Op> || std::same_as<Op, kernel::plus>);

/// Scans by registers of `Bytes`.
template <class T, class Op, std::size_t Bytes>
[[gnu::always_inline]] inline void scan_by_registers(scan_part<T, T, Op>& part) {
    using vector = scan_register<T, Bytes>;
    constexpr typename vector::indices all{};
    constexpr std::size_t leaf = leaf_registers * vector::lanes;
    alignas(64) T buffer[leaf + 1];
    auto& front = *part.front;
    vector init;
    for (std::size_t i = 0; i < vector::lanes; ++i) init.v[i] = part.init;
    for (std::size_t i = 0; i < part.n; i += leaf) {
        std::size_t const m = part.n - i;
        T const* x = part.in + i;
        if (m < leaf) {
            std::memset(buffer, 0, sizeof buffer);
            std::memcpy(buffer, x, m * sizeof(T));
            x = buffer;
        }
        vector v[leaf_registers];
#pragma GCC unroll 8
        for (std::size_t k = 0; k < leaf_registers; ++k) {
            v[k].load(x + k * vector::lanes);
            scan_lanes<Op>(v[k], all);
        }
#pragma GCC unroll 8
        for (std::size_t d = 1; d < leaf_registers; d *= 2)
#pragma GCC unroll 8
            for (std::size_t j = 0; j < leaf_registers; ++j) {
                if ((j & d) == 0) continue;
                vector total;
                spread_last(total, v[(j & ~(2 * d - 1)) | (d - 1)], all);
                precede<Op>(total, v[j]);
            }
        T const total = v[leaf_registers - 1].v[vector::lanes - 1];
        for (unsigned k = front.depth; k > 0; --k) {
            vector before;
            for (std::size_t l = 0; l < vector::lanes; ++l) before.v[l] = front.total[k - 1];
#pragma GCC unroll 8
            for (std::size_t j = 0; j < leaf_registers; ++j) precede<Op>(before, v[j]);
        }
        front.push(total);
        if (part.has_init)
#pragma GCC unroll 8
            for (std::size_t j = 0; j < leaf_registers; ++j) precede<Op>(init, v[j]);
        bool const is_direct = m >= leaf && !part.is_exclusive;
        T* const to = is_direct ? part.out + i : buffer + part.is_exclusive;
#pragma GCC unroll 8
        for (std::size_t j = 0; j < leaf_registers; ++j) {
            quiet_lanes(v[j]);
            v[j].store(to + j * vector::lanes);
        }
        if (is_direct) continue;
        if (part.is_exclusive) {
            buffer[0] = part.before;
            part.before = buffer[leaf];
        }
        std::memcpy(part.out + i, buffer, (m < leaf ? m : leaf) * sizeof(T));
    }
}

/// Folds whole leaves lane by lane, if every order of the folds has the same bits.
template <class T, class Op, std::size_t Bytes>
[[gnu::always_inline]] inline T fold_lanes(T const* x, std::size_t n) {
    using vector = scan_register<T, Bytes>;
    vector sums[leaf_registers];
    for (std::size_t k = 0; k < leaf_registers; ++k) sums[k].load(x + k * vector::lanes);
    for (std::size_t i = leaf_registers; i < n / vector::lanes; i += leaf_registers)
#pragma GCC unroll 8
        for (std::size_t k = 0; k < leaf_registers; ++k) {
            vector next;
            next.load(x + (i + k) * vector::lanes);
            precede<Op>(next, sums[k]);
        }
    for (std::size_t k = 1; k < leaf_registers; ++k) precede<Op>(sums[k], sums[0]);
    T total = sums[0].v[0];
    for (std::size_t l = 1; l < vector::lanes; ++l) total = Op()(total, T(sums[0].v[l]));
    return total;
}

/// Folds whole leaves: a power of two of them.
template <class T, class Op, std::size_t Bytes>
[[gnu::always_inline]] inline T fold_by_registers(T const* x, std::size_t n) {
    if constexpr (is_exact<T, Op>) return fold_lanes<T, Op, Bytes>(x, n);
    using vector = scan_register<T, Bytes>;
    constexpr typename vector::indices all{};
    prefix_stack<T, Op> totals{};
    for (std::size_t i = 0; i < n; i += leaf_registers * vector::lanes) {
        vector v[leaf_registers];
#pragma GCC unroll 8
        for (std::size_t k = 0; k < leaf_registers; ++k) v[k].load(x + i + k * vector::lanes);
#pragma GCC unroll 3
        for (std::size_t left = leaf_registers; left > 1; left /= 2)
#pragma GCC unroll 4
            for (std::size_t k = 0; k < left / 2; ++k)
                fold_pairs<Op>(v[k], v[2 * k], v[2 * k + 1], all);
#pragma GCC unroll 4
        for (std::size_t left = vector::lanes; left > 1; left /= 2)
            fold_pairs<Op>(v[0], v[0], v[0], all);
        totals.push(v[0].v[0]);
    }
    return totals.all();
}

/// Scans element by element, if every order of the folds has the same bits.
template <class Value, class T, class Op>
void scan_in_order(scan_part<Value, T, Op>& part) {
    auto& front = *part.front;
    Value const* const end = part.in + part.n;
    Value* out = part.out;
    bool is_first = front.depth == 0;
    T prefix = front.total[0];
    for (Value const* in = part.in; in != end; ++in, ++out) {
        T const x = static_cast<T>(*in);
        prefix = is_first ? x : Op()(prefix, x);
        is_first = false;
        auto const result =
            kernel::as_element<Value>(part.has_init ? Op()(part.init, prefix) : prefix);
        *out = part.is_exclusive ? part.before : result;
        part.before = result;
    }
    front.total[0] = prefix;
    front.depth = is_first ? 0 : 1;
    front.leaves += part.n;
}

/// Scans element by element.
template <class Value, class T, class Op>
void scan_elements(scan_part<Value, T, Op>& part) {
    if constexpr (is_exact<T, Op>) return scan_in_order(part);
    for (std::size_t i = 0; i < part.n; ++i) {
        T const x = static_cast<T>(part.in[i]);
        T prefix = part.front->preceding(x);
        part.front->push(x);
        if (part.has_init) prefix = Op()(part.init, prefix);
        auto const result = kernel::as_element<Value>(prefix);
        part.out[i] = part.is_exclusive ? part.before : result;
        part.before = result;
    }
}

template <class Value, class T, class Op>
T fold_elements(Value const* x, std::size_t n) {
    prefix_stack<T, Op> totals;
    for (std::size_t i = 0; i < n; ++i) totals.push(static_cast<T>(x[i]));
    return totals.all();
}

/// The loops of a scan for an instruction set.
template <class Value, class T, class Op>
struct scan_loops {
    void (*scan)(scan_part<Value, T, Op>& part);
    T (*fold)(Value const* x, std::size_t n);
    std::size_t leaf; ///< elements that `scan` counts as one leaf

    static scan_loops choose([[maybe_unused]] instruction_set set) {
        if constexpr (in_registers<Value, T, Op>) {
            auto const leaf = [](std::size_t bytes) { return leaf_registers * bytes / sizeof(T); };
#ifdef __x86_64__
            // AVX-512 without VBMI moves single bytes and pairs of them slowly.
            if (sizeof(T) >= 4 && set == instruction_set::avx512)
                return {&scan_avx512, &fold_avx512, leaf(64)};
            if (set != instruction_set::baseline) return {&scan_avx2, &fold_avx2, leaf(32)};
#endif
            return {&scan_baseline, &fold_baseline, leaf(16)};
        } else {
            return {&scan_elements<Value, T, Op>, &fold_elements<Value, T, Op>, 1};
        }
    }

private:
    using part_type = scan_part<Value, T, Op>;

    static void scan_baseline(part_type& part) { scan_by_registers<T, Op, 16>(part); }
    static T fold_baseline(T const* x, std::size_t n) { return fold_by_registers<T, Op, 16>(x, n); }
#ifdef __x86_64__
    [[gnu::target("avx2")]] static void scan_avx2(part_type& part) {
        scan_by_registers<T, Op, 32>(part);
    }
    [[gnu::target("avx2")]] static T fold_avx2(T const* x, std::size_t n) {
        return fold_by_registers<T, Op, 32>(x, n);
    }
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] static void scan_avx512(part_type& part) {
        scan_by_registers<T, Op, 64>(part);
    }
    [[gnu::target("avx512f,avx512bw,avx512dq,avx512vl")]] static T fold_avx512(T const* x,
                                                                               std::size_t n) {
        return fold_by_registers<T, Op, 64>(x, n);
    }
#endif
};

} // namespace gpu::inline v0::detail
