// SPDX-License-Identifier: Apache-2.0
/// @file
/// A warp's part of a tile: its way from global memory through shared memory to registers, and
/// back. A thread has neighbouring elements, and neighbouring threads access neighbouring addresses
/// of global memory.
#pragma once

#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/scan/element.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The shape of a tile, which a block scans. The order of the scan does not depend on it.
/// @tparam Value the elements' type, of 1 to 16 bytes
template <class Value>
struct scan_shape {
    static constexpr unsigned warps = 8;                   ///< per block
    static constexpr unsigned threads = 32 * warps;        ///< per block
    static constexpr unsigned vector = 16 / sizeof(Value); ///< elements of 16 bytes
    /// vectors per thread; narrow elements take a register each
    static constexpr unsigned vectors = sizeof(Value) <= 2 ? 2 : 4;
    static constexpr unsigned items = vector * vectors;             ///< elements per thread
    static constexpr unsigned per_warp = 32 * items;                ///< elements per warp
    static constexpr unsigned tile = per_warp * warps;              ///< elements per tile
    static constexpr std::size_t tile_bytes = tile * sizeof(Value); ///< of shared memory
};

/// The elements of a warp in shared memory, and its lanes' accesses to them. The 16-byte vectors
/// are permuted within lines of 128 bytes, so that neither order of access has bank conflicts.
/// @tparam Slots an array of the context
template <class Value, class Context, class Warp, class Slots>
class warp_slots {
    using shape = scan_shape<Value>;
    static constexpr unsigned V = shape::vector;

public:
    /// @param slots the warp's first element
    GPUALGO_DEVICE warp_slots(Context const& context, Warp const& warp, Slots slots)
        : context_(context), warp_(warp), slots_(slots), lane_(warp.thread_rank()) {}

    /// Begins to copy the warp's elements; those after the end are zero.
    /// @param in the array, of n elements
    /// @param begin the warp's first element
    template <class Input>
    GPUALGO_DEVICE void load(Input in, std::size_t begin, std::size_t n) const {
        if (begin + shape::per_warp <= n && in.template is_aligned<V>()) {
            for (unsigned r = 0; r < shape::vectors; ++r) {
                unsigned const c = r * 32 + lane_;
                context_.template copy_vector<V>(slots_, place(c), in, begin + c * V);
            }
        } else {
            for (unsigned k = lane_; k < shape::per_warp; k += 32)
                if (begin + k < n)
                    context_.copy_element(slots_, place(k / V) + k % V, in, begin + k);
                else slots_.put(place(k / V) + k % V, Value());
        }
    }

    /// @return the calling lane's elements, converted to T. Called after the copies have ended
    template <class T>
    GPUALGO_DEVICE void get(T (&x)[shape::items]) const {
        for (unsigned r = 0; r < shape::vectors; ++r) {
            auto const loaded =
                slots_.template aligned_vector<V>(place(lane_ * shape::vectors + r));
            for (unsigned v = 0; v < V; ++v) x[r * V + v] = converted<T>(Value(loaded[v]));
        }
    }

    /// Writes the lanes' results to global memory, up to element n. All lanes call.
    template <class Output, class T>
    GPUALGO_DEVICE void store(Output out, std::size_t begin, std::size_t n,
                              T const (&x)[shape::items]) const {
        for (unsigned r = 0; r < shape::vectors; ++r) {
            Value y[V];
            for (unsigned v = 0; v < V; ++v) y[v] = as_element<Value>(x[r * V + v]);
            slots_.put_vector(place(lane_ * shape::vectors + r), y);
        }
        warp_.sync();
        if (begin + shape::per_warp <= n && out.template is_aligned<V>()) {
            for (unsigned r = 0; r < shape::vectors; ++r) {
                unsigned const c = r * 32 + lane_;
                auto const loaded = slots_.template aligned_vector<V>(place(c));
                Value y[V];
                for (unsigned v = 0; v < V; ++v) y[v] = loaded[v];
                out.put_vector(begin + c * V, y);
            }
        } else {
            for (unsigned k = lane_; k < shape::per_warp; k += 32)
                if (begin + k < n) out.put(begin + k, slots_.get(place(k / V) + k % V));
        }
        warp_.sync(); // before the next copies into these slots
    }

private:
    /// @return the first slot of vector c
    GPUALGO_DEVICE static unsigned place(unsigned c) { return (c ^ (c >> 3 & 7)) * V; }

    Context const& context_;
    Warp const& warp_;
    Slots slots_;
    unsigned lane_;
};

} // namespace gpu::inline v0::kernel
