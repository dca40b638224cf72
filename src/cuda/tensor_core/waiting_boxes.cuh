// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores a warpgroup's half of a tile, partly while the next tile is multiplied.
#pragma once

#include "box_store.cuh"
#include "element_types.hpp"
#include "half_boxes.hpp"
#include "tile_order.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// The boxes of a half of a tile that have not been stored. Shared memory has room for some boxes,
/// and the copy engine takes about 800 cycles to read them. If elements have 16 bits, others wait
/// in registers meanwhile. So the tensor cores get the next tile earlier.
/// @tparam Half half_of_rows or half_of_transposed
template <class Value, class Half>
class waiting_boxes {
    using buffers = typename Half::buffers;
    using small = small_of<Value>;
    static constexpr int count = Half::boxes.count(), words_of_box = Half::boxes.words();
    static constexpr int waiting = std::is_void_v<small> ? 0 : Half::boxes.waiting();
    static constexpr int first_waiting = count - waiting;

public:
    /// Stores elements of C, all but those of boxes that wait. None may be waiting before.
    /// @param place of the half
    __device__ __forceinline__ void store(Half& half, arguments_of<Value> const& p,
                                          CUtensorMap const* map_c, buffers& output,
                                          tile_place const& place) {
        half.finish(p, place);
        if constexpr (!std::is_void_v<small>)
            if (p.fits_boxes && p.is_small()) return store_small(half, map_c, output, place);
        half.store(p, map_c, output, place);
    }

    /// Stores the boxes that wait.
    __device__ __forceinline__ void store_rest(CUtensorMap const* map_c, buffers& output) {
        if constexpr (waiting > 0) {
            if (!are_waiting_) return;
            store_now<waiting>(words_, first_waiting, map_c, output, place_);
            are_waiting_ = false;
        }
    }

private:
    __device__ __forceinline__ void store_small(Half const& half, CUtensorMap const* map_c,
                                                buffers& output, tile_place const& place) {
        auto const* const sums = half.all_sums();
        constexpr int sums_of_box = 2 * words_of_box;
        // if there are more than buffers, the copy engine reads some while others are written
        constexpr int together = first_waiting <= buffers::count ? first_waiting : 1;
#pragma unroll
        for (int box = 0; box < first_waiting; box += together) {
            std::uint32_t words[together * words_of_box];
            pack_all<small>(sums + box * sums_of_box, words);
            store_now<together>(words, box, map_c, output, place);
        }
        if constexpr (waiting > 0) pack_all<small>(sums + first_waiting * sums_of_box, words_);
        are_waiting_ = true;
        place_ = place;
    }

    /// @param words of the first of these boxes
    /// @param box its index
    /// @param place of the half
    template <int Boxes>
    static __device__ __forceinline__ void store_now(std::uint32_t const* words, int box,
                                                     CUtensorMap const* map_c, buffers& output,
                                                     tile_place const& place) {
        std::uint32_t const to = output.template take<Boxes>();
#pragma unroll
        for (int i = 0; i < Boxes; ++i)
            Half::fill(to + i * buffers::bytes_of_box, words + i * words_of_box);
        output.template store<Boxes>(map_c, to, [&](int i) -> tile_place {
            half_boxes const boxes = Half::boxes; // a static member has no address on the GPU
            element_place const at = boxes.at(box + i);
            return {place.row + at.row, place.column + at.column, place.product};
        });
    }

    std::uint32_t words_[std::max(waiting * words_of_box, 1)];
    bool are_waiting_ = false;
    tile_place place_; ///< of the half
};

} // namespace gpu::inline v0::sm90
