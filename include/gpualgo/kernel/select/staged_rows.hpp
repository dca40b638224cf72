// SPDX-License-Identifier: Apache-2.0
/// @file
/// The elements of a warp of a selection, in shared memory: rows of 32, one element per lane.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/misalignment.hpp>
#include <gpualgo/kernel/scan/pipeline_memory.hpp>
#include <gpualgo/kernel/select/select_shape.hpp>
#include <gpualgo/kernel/select/unlike_previous.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The test of neighbours that are equal if and only if their bits are.
template <class T>
struct unlike_bits {
    static constexpr bool compares_neighbours = true; ///< see `neighbour_test`
    GPUALGO_DEVICE bool operator()(T x, T previous) const { return x != previous; }
};

/// The warp's part of a tile.
/// @tparam Shape of the tile, see select_shape.hpp
template <class T, class Shape, class Context, class Warp>
class staged_rows {
    using memory = pipeline_memory<std::uint64_t, Shape>;
    static constexpr unsigned rows = Shape::rows, per_warp = Shape::per_warp;
    static constexpr unsigned V = Shape::vector;
    static_assert(rows <= 64);
    /// A bit per row.
    using row_bits = std::conditional_t<rows <= 32, std::uint32_t, std::uint64_t>;
    /// An element in a register.
    using kept = std::conditional_t<std::is_integral_v<T> && sizeof(T) < 4, std::uint32_t, T>;

public:
    /// @param in the array, of n elements
    /// @param tile the tile's number
    /// @param slot its place in shared memory
    GPUALGO_DEVICE staged_rows(Context const& context, Warp const& warp, T const* in, std::size_t n,
                               unsigned tile, unsigned slot)
        : context_(context), warp_(warp), in_(in), n_(n), slot_(slot),
          first_(std::size_t{tile} * Shape::tile + warp.meta_group_rank() * per_warp) {}

    /// @return the index of the warp's first element in the array
    [[nodiscard]] GPUALGO_DEVICE std::size_t first() const { return first_; }
    /// @return the warp's elements that exist
    [[nodiscard]] GPUALGO_DEVICE unsigned count() const {
        std::size_t const rest = first_ < n_ ? n_ - first_ : 0;
        return rest < per_warp ? static_cast<unsigned>(rest) : per_warp;
    }

    /// Begins to copy the elements. Vectors are aligned in global memory. If the array is not, the
    /// first one begins before the warp's first element.
    GPUALGO_DEVICE void load() const {
        warp_.sync(); // before these copies replace elements that another lane reads
        auto const in = context_.global(in_);
        auto const to = slots();
        unsigned const lane = warp_.thread_rank();
        if (!has_whole_vectors()) {
            for (unsigned i = lane; i < count(); i += 32)
                context_.copy_element(to, i, in, first_ + i);
            return;
        }
        unsigned const before = elements_before();
        std::size_t const begin = first_ - before; // wraps if it precedes the array
        constexpr unsigned vectors = per_warp / (32 * V);
        if (begin <= first_ && first_ + per_warp + V <= n_) {
            unrolled_on_gpu<vectors, vectors>([&](unsigned r) {
                unsigned const v = (r * 32 + lane) * V;
                context_.template copy_vector<V>(to, v, in, begin + v);
            });
            if (lane == 0 && before > 0)
                context_.template copy_vector<V>(to, per_warp, in, begin + per_warp);
            return;
        }
        for (unsigned v = lane * V; v < before + count(); v += 32 * V) {
            std::size_t const i = begin + v;
            if (i < n_ && V <= n_ - i) context_.template copy_vector<V>(to, v, in, i);
            else
                for (unsigned k = 0; k < V; ++k)
                    if (i + k < n_) context_.copy_element(to, v + k, in, i + k);
        }
    }

    /// Moves the selected elements to the front of the warp's memory, after all have been copied
    /// there.
    /// @tparam Partitions whether the others are moved to its end, the first of them last
    /// @return how many are selected
    template <bool Partitions, class Test>
    GPUALGO_DEVICE unsigned compact(Test& test) const {
        unsigned const n = count();
        if (n == 0) return 0;
        if (n < per_warp) return compact_rows<Partitions, false>(n, test);
        if constexpr (requires { test.compares_bits(); })
            if (unlike_bits<T> differs; test.compares_bits())
                return compact_rows<Partitions, true>(n, differs);
        return compact_rows<Partitions, true>(n, test);
    }

    /// Copies elements from the front of the warp's memory.
    /// @param out the first one's target
    template <class Output>
    GPUALGO_DEVICE void put_front(Output out, unsigned count) const {
        auto const from = slots();
        for_each_of(count, [&](unsigned i) { out.put(i, from.get(i)); });
    }
    /// Copies elements from its end, the last one first.
    template <class Output>
    GPUALGO_DEVICE void put_back(Output out, unsigned count) const {
        auto const from = slots();
        for_each_of(count, [&](unsigned i) { out.put(i, from.get(per_warp - 1 - i)); });
    }

private:
    /// @return whether aligned vectors of 16 bytes consist of whole elements
    [[nodiscard]] GPUALGO_DEVICE bool has_whole_vectors() const {
        if constexpr (16 % sizeof(T) == 0) return misalignment<T>(in_).has_vectors();
        else return false;
    }
    /// @return the warp's part of shared memory
    [[nodiscard]] GPUALGO_DEVICE auto slots() const {
        constexpr std::size_t size = sizeof(T);
        return context_.template shared<T>().from(
            (memory::tiles + slot_ * Shape::tile_bytes + size - 1) / size +
            warp_.meta_group_rank() * Shape::warp_slots);
    }
    /// @return elements that are copied before the warp's first one
    [[nodiscard]] GPUALGO_DEVICE unsigned elements_before() const {
        if constexpr (16 % sizeof(T) == 0)
            if (has_whole_vectors()) return misalignment<T>(in_).elements;
        return 0;
    }

    /// @tparam IsWhole whether all of the warp's elements exist
    template <bool Partitions, bool IsWhole, class Test>
    GPUALGO_DEVICE unsigned compact_rows(unsigned n, Test& test) const {
        unsigned const lane = warp_.thread_rank();
        auto const from = slots().from(elements_before());
        kept x[rows];
        row_bits unlike = 0; // for tests of neighbours
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            unsigned i = r * 32 + lane;
            if (!IsWhole && i >= n) i = n - 1; // registers suffice if all elements are loaded
            x[r] = from.get(i);
            if constexpr (neighbour_test<Test>)
                if (is_unlike(from, i, static_cast<T>(x[r]), test)) unlike |= row_bits{1} << r;
        });
        warp_.sync(); // before elements are replaced
        auto const to = slots();
        unsigned before = 0; // selected ones before the row
        unrolled_on_gpu<rows, rows>([&](unsigned r) {
            unsigned const i = r * 32 + lane;
            bool const exists = IsWhole || i < n;
            bool is_selected = false;
            if constexpr (neighbour_test<Test>) is_selected = exists && (unlike >> r & 1) != 0;
            else is_selected = exists && test(static_cast<T>(x[r]));
            std::uint32_t const bits = warp_.ballot(is_selected);
            unsigned const place = before + count_bits(bits & ((1u << lane) - 1));
            if constexpr (Partitions) {
                if (exists)
                    to.put(is_selected ? place : per_warp - 1 - (i - place), static_cast<T>(x[r]));
            } else {
                if (is_selected) to.put(place, static_cast<T>(x[r]));
            }
            before += count_bits(bits);
        });
        return before;
    }

    /// @return whether element i differs from the one before, or is the first of all
    template <class Elements, class Test>
    GPUALGO_DEVICE bool is_unlike(Elements elements, unsigned i, T x, Test& test) const {
        if (i > 0) return test(x, elements.get(i - 1));
        return first_ == 0 || test(x, context_.global(in_).get(first_ - 1));
    }

    /// Calls f(i) for each i less than count, by the lanes in turn.
    template <class F>
    GPUALGO_DEVICE void for_each_of(unsigned count, F f) const {
        constexpr unsigned at_once = 4; // their loads overlap
        unsigned i = warp_.thread_rank();
        for (; i + 32 * (at_once - 1) < count; i += 32 * at_once)
            unrolled_on_gpu<at_once, at_once>([&](unsigned k) { f(i + 32 * k); });
        for (; i < count; i += 32) f(i);
    }

    Context const& context_;
    Warp const& warp_;
    T const* in_;
    std::size_t n_;
    unsigned slot_;
    std::size_t first_;
};

} // namespace gpu::inline v0::kernel
