// SPDX-License-Identifier: Apache-2.0
/// @file
/// A warp's part of a tile: its way from global memory through shared memory to registers, and
/// back. A thread has neighbouring elements, and neighbouring threads access neighbouring addresses
/// of global memory.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/element.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The shape of a tile, which a block scans. The order of the scan does not depend on it.
/// @tparam Value the elements' type, of 1 to 16 bytes
/// @tparam Vectors per thread, of 16 bytes
template <class Value, unsigned Vectors>
struct basic_scan_shape {
    static constexpr unsigned warps = 8;                      ///< per block
    static constexpr unsigned threads = 32 * warps;           ///< per block
    static constexpr unsigned vector = 16 / sizeof(Value);    ///< elements of 16 bytes
    static constexpr unsigned vectors = Vectors;              ///< per thread
    static constexpr unsigned items = vector * vectors;       ///< elements per thread
    static constexpr unsigned per_warp = 32 * items;          ///< elements per warp
    static constexpr unsigned tile = per_warp * warps;        ///< elements per tile
    static constexpr unsigned warp_slots = per_warp + vector; ///< of shared memory
    static constexpr std::size_t tile_bytes = warps * warp_slots * sizeof(Value); ///< of these
};

/// The shape of long scans. Narrow elements take a register each.
template <class Value>
using scan_shape = basic_scan_shape<Value, sizeof(Value) <= 2 ? 2 : 4>;

/// The shapes of short scans. Small tiles occupy more multiprocessors; with large ones, more
/// elements are scanned at once by a tile per block.
template <class Value>
using small_tiles = basic_scan_shape<Value, sizeof(Value) <= 2 ? 1 : (sizeof(Value) <= 4 ? 2 : 4)>;
template <class Value>
using large_tiles = basic_scan_shape<Value, 2 * small_tiles<Value>::vectors>;

/// The address of an array: how many elements it begins after a multiple of 16 bytes.
/// @tparam Value the elements' type
template <class Value>
class misalignment {
    static constexpr unsigned V = 16 / sizeof(Value);

public:
    GPUALGO_DEVICE explicit misalignment(Value const* first) {
        auto const bytes = static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(first) % 16);
        // complex numbers may begin in the middle of an element
        elements = bytes % sizeof(Value) == 0 ? bytes / sizeof(Value) : V;
    }
    /// @return whether aligned vectors consist of whole elements
    GPUALGO_DEVICE bool has_vectors() const { return elements < V; }

    unsigned elements; ///< fewer than V; or V if vectors have parts of elements
};

/// The elements of a warp in shared memory, and its lanes' accesses to them. The 16-byte vectors
/// are permuted within lines of 128 bytes, so that neither order of access has bank conflicts.
///
/// Vectors are aligned in global memory. If the array is not, the first vector begins before the
/// warp's first element, and there is one vector more. Lanes then shift elements in registers.
/// @tparam Slots an array of the context
template <class Value, class Shape, class Context, class Warp, class Slots>
class warp_slots {
    static constexpr unsigned V = Shape::vector;
    static constexpr unsigned vectors = Shape::vectors;
    static constexpr unsigned per_warp = Shape::per_warp;

public:
    /// @param slots the warp's first element
    GPUALGO_DEVICE warp_slots(Context const& context, Warp const& warp, Slots slots)
        : context_(context), warp_(warp), slots_(slots), lane_(warp.thread_rank()) {}

    /// Begins to copy the warp's elements; those after the end are zero.
    /// @param in the array, of n elements
    /// @param before its misalignment
    /// @param begin the warp's first element
    template <class Input>
    GPUALGO_DEVICE void load(Input in, misalignment<Value> before, std::size_t begin,
                             std::size_t n) const {
        if (!before.has_vectors()) {
            for (unsigned k = lane_; k < per_warp; k += 32)
                load_element(place(k / V) + k % V, in, begin + k, n);
        } else if (before.elements == 0 && begin + per_warp <= n) {
            for (unsigned r = 0; r < vectors; ++r) {
                unsigned const c = r * 32 + lane_;
                context_.template copy_vector<V>(slots_, place(c), in, begin + c * V);
            }
        } else {
            for (unsigned r = 0; r < vectors; ++r)
                load_vector(r * 32 + lane_, in, begin - before.elements, n);
            if (lane_ == 0 && before.elements > 0)
                load_vector(32 * vectors, in, begin - before.elements, n);
        }
    }

    /// Reads the calling lane's elements. Called after the copies have ended.
    /// @param before the misalignment of the array
    /// @param x set to the elements, converted to T
    template <class T>
    GPUALGO_DEVICE void get(misalignment<Value> before, T (&x)[Shape::items]) const {
        if (before.elements > 0 && before.has_vectors()) return get_shifted(before.elements, x);
        for (unsigned r = 0; r < vectors; ++r) {
            auto const loaded = slots_.template aligned_vector<V>(place(lane_ * vectors + r));
            for (unsigned v = 0; v < V; ++v) x[r * V + v] = converted<T>(Value(loaded[v]));
        }
    }

    /// Writes the lanes' results to global memory, up to element n. All lanes call.
    /// @param out the array
    /// @param before its misalignment
    template <class Output, class T>
    GPUALGO_DEVICE void store(Output out, misalignment<Value> before, std::size_t begin,
                              std::size_t n, T const (&x)[Shape::items]) const {
        for (unsigned r = 0; r < vectors; ++r) {
            Value y[V];
            for (unsigned v = 0; v < V; ++v) y[v] = as_element<Value>(x[r * V + v]);
            slots_.put_vector(place(lane_ * vectors + r), y);
        }
        warp_.sync();
        if (begin + per_warp > n || !before.has_vectors()) {
            for (unsigned k = lane_; k < per_warp; k += 32)
                if (begin + k < n) store_element(out, begin, k);
        } else if (before.elements == 0) {
            for (unsigned r = 0; r < vectors; ++r) {
                unsigned const c = r * 32 + lane_;
                auto const loaded = slots_.template aligned_vector<V>(place(c));
                Value y[V];
                for (unsigned v = 0; v < V; ++v) y[v] = loaded[v];
                out.put_vector(begin + c * V, y);
            }
        } else {
            unsigned const head = V - before.elements; // elements before the first aligned one
            if (lane_ < V) store_element(out, begin, lane_ < head ? lane_ : per_warp - V + lane_);
            for (unsigned r = 0; r < vectors; ++r) {
                unsigned const c = r * 32 + lane_;
                if (c == 32 * vectors - 1) continue; // the ends of these have been written
                std::uint32_t words[8];
                take_vector(place(c), words);
                take_vector(place(c + 1), words + 4);
                shift(words, head);
                parts y{{words[0], words[1], words[2], words[3]}};
                out.put_vector(begin + head + c * V, kernel::bit_cast<elements>(y).x);
            }
        }
        warp_.sync(); // before the next copies into these slots
    }

private:
    struct parts {
        std::uint32_t word[4];
    };
    struct elements {
        Value x[V];
    };

    /// @return the first slot of vector c
    GPUALGO_DEVICE static unsigned place(unsigned c) {
        return (c == 32 * vectors ? c : c ^ (c >> 3 & 7)) * V; // the one after all lines is alone
    }

    /// Begins to copy element i, or zero if there is none.
    template <class Input>
    GPUALGO_DEVICE void load_element(unsigned slot, Input in, std::size_t i, std::size_t n) const {
        if (i < n) context_.copy_element(slots_, slot, in, i);
        else slots_.put(slot, Value());
    }

    /// Begins to copy vector c.
    /// @param begin element of the first vector; may be "negative"
    template <class Input>
    GPUALGO_DEVICE void load_vector(unsigned c, Input in, std::size_t begin, std::size_t n) const {
        std::size_t const first = begin + c * V;
        if (first < n && first + V <= n)
            return context_.template copy_vector<V>(slots_, place(c), in, first);
        for (unsigned v = 0; v < V; ++v) load_element(place(c) + v, in, first + v, n);
    }

    template <class Output>
    GPUALGO_DEVICE void store_element(Output out, std::size_t begin, unsigned k) const {
        out.put(begin + k, slots_.get(place(k / V) + k % V));
    }

    GPUALGO_DEVICE void take_vector(unsigned slot, std::uint32_t* words) const {
        auto const loaded = slots_.template aligned_vector<V>(slot);
        elements y;
        for (unsigned v = 0; v < V; ++v) y.x[v] = loaded[v];
        auto const bits = kernel::bit_cast<parts>(y);
        for (unsigned w = 0; w < 4; ++w) words[w] = bits.word[w];
    }

    /// Moves elements down, to the first words.
    /// @param by elements, fewer than V
    template <unsigned Words>
    GPUALGO_DEVICE static void shift(std::uint32_t (&words)[Words], unsigned by) {
        unsigned const bytes = by * sizeof(Value);
        if ((bytes & 8) != 0)
            for (unsigned w = 0; w + 2 < Words; ++w) words[w] = words[w + 2];
        if constexpr (sizeof(Value) <= 4)
            if ((bytes & 4) != 0)
                for (unsigned w = 0; w + 1 < Words; ++w) words[w] = words[w + 1];
        if constexpr (sizeof(Value) < 4) {
            unsigned const bits = bytes % 4 * 8;
            for (unsigned w = 0; w + 1 < Words; ++w)
                words[w] = static_cast<std::uint32_t>(
                    (std::uint64_t{words[w + 1]} << 32 | words[w]) >> bits);
        }
    }

    template <class T>
    GPUALGO_DEVICE void get_shifted(unsigned by, T (&x)[Shape::items]) const {
        std::uint32_t words[4 * (vectors + 1)];
        for (unsigned r = 0; r <= vectors; ++r)
            take_vector(place(lane_ * vectors + r), words + 4 * r);
        warp_.sync(); // before another lane writes to its slots, one of which has been read here
        shift(words, by);
        for (unsigned r = 0; r < vectors; ++r) {
            parts const bits{{words[4 * r], words[4 * r + 1], words[4 * r + 2], words[4 * r + 3]}};
            auto const loaded = kernel::bit_cast<elements>(bits);
            for (unsigned v = 0; v < V; ++v) x[r * V + v] = converted<T>(loaded.x[v]);
        }
    }

    Context const& context_;
    Warp const& warp_;
    Slots slots_;
    unsigned lane_;
};

} // namespace gpu::inline v0::kernel
