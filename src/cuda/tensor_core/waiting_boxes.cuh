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
/// and the copy engine takes about 800 cycles to read them. Others wait in registers meanwhile. So
/// the tensor cores get the next tile earlier.
/// @tparam Half half_of_rows or half_of_transposed
template <class Value, class Half>
class waiting_boxes {
    using buffers = typename Half::buffers;
    using sum = sum_of<Value>;

    /// How elements of type `E` are stored, see for_type_of_c.
    template <class E>
    struct plan {
        static constexpr half_boxes boxes = Half::template boxes<E>;
        static constexpr int words_of_box = boxes.words();
        static constexpr int sums_of_box = words_of_box * 4 / int{sizeof(E)};
        static constexpr int waiting = Half::template has_boxes<E> ? boxes.waiting() : 0;
        static constexpr int first_waiting = boxes.count() - waiting;
        static constexpr int words_that_wait = waiting * words_of_box;
    };

public:
    /// Stores elements of C, all but those of boxes that wait. None may be waiting before.
    /// @param place of the half
    __device__ __forceinline__ void store(Half& half, arguments_of<Value> const& p,
                                          CUtensorMap const* map_c, buffers& output,
                                          tile_place const& place) {
        half.finish(p, place);
        if (!p.fits_boxes) return half.store(p, place);
        for_type_of_c(p, [&]<class E>() {
            if constexpr (Half::template has_boxes<E>) store_first<E>(half, map_c, output, place);
            else half.store(p, place);
        });
    }

    /// Stores the boxes that wait.
    __device__ __forceinline__ void store_rest(arguments_of<Value> const& p,
                                               CUtensorMap const* map_c, buffers& output) {
        if (!are_waiting_) return;
        for_type_of_c(p, [&]<class E>() {
            using of = plan<E>;
            if constexpr (of::waiting > 0)
                store_now<E, of::waiting>(words_, of::first_waiting, map_c, output, place_);
        });
        are_waiting_ = false;
    }

private:
    /// Stores boxes, all but those that wait.
    template <class E>
    __device__ __forceinline__ void store_first(Half const& half, CUtensorMap const* map_c,
                                                buffers& output, tile_place const& place) {
        using of = plan<E>;
        sum const* const sums = half.all_sums();
        // if there are more than buffers, the copy engine reads some while others are written
        constexpr int together = of::first_waiting <= buffers::count ? of::first_waiting : 1;
#pragma unroll
        for (int box = 0; box < of::first_waiting; box += together) {
            std::uint32_t words[together * of::words_of_box];
            pack_all<E, together * of::words_of_box>(sums + box * of::sums_of_box, words);
            store_now<E, together>(words, box, map_c, output, place);
        }
        if constexpr (of::waiting > 0) {
            pack_all<E, of::words_that_wait>(sums + of::first_waiting * of::sums_of_box, words_);
            are_waiting_ = true;
            place_ = place;
        }
    }

    /// @param words of the first of these boxes
    /// @param box its index
    /// @param place of the half
    template <class E, int Boxes>
    static __device__ __forceinline__ void store_now(std::uint32_t const* words, int box,
                                                     CUtensorMap const* map_c, buffers& output,
                                                     tile_place const& place) {
        std::uint32_t const to = output.template take<Boxes>();
#pragma unroll
        for (int i = 0; i < Boxes; ++i)
            Half::template fill<E>(to + i * buffers::bytes_of_box,
                                   words + i * plan<E>::words_of_box);
        output.template store<Boxes>(map_c, to, [&](int i) -> tile_place {
            half_boxes const boxes = plan<E>::boxes; // a static member has no address on the GPU
            element_place const at = boxes.at(box + i);
            return {place.row + at.row, place.column + at.column, place.product};
        });
    }

    using narrowest = std::conditional_t<std::is_void_v<small_of<Value>>, sum, small_of<Value>>;

    std::uint32_t
        words_[std::max({plan<sum>::words_that_wait, plan<narrowest>::words_that_wait, 1})];
    bool are_waiting_ = false;
    tile_place place_; ///< of the half
};

} // namespace gpu::inline v0::sm90
